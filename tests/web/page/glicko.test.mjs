// Ratings that know how sure they are, against the figures of the published example.

import assert from "node:assert/strict";
import { test } from "node:test";

import { expectedScore, rated, unrated } from "../../../src/trivium/web/page/glicko.js";

const PLAYER = { rating: 1500, deviation: 200, volatility: 0.06 };
const WIN = { rating: 1400, deviation: 30, score: 1 };
const LOSSES = [
  { rating: 1550, deviation: 100, score: 0 },
  { rating: 1700, deviation: 300, score: 0 },
];

/** @param {number} number @param {number} wanted @param {number} within */
function near(number, wanted, within) {
  assert.ok(Math.abs(number - wanted) <= within, `${number} is not ${wanted}`);
}

test("the worked example of the paper", () => {
  const { rating, deviation, volatility } = rated(PLAYER, [WIN, ...LOSSES]);
  near(rating, 1464.06, 0.01);
  near(deviation, 151.52, 0.01);
  near(volatility, 0.05999, 0.00001);
});

test("a period without games makes a rating less sure and nothing else", () => {
  const later = rated(PLAYER, []);
  assert.equal(later.rating, 1500);
  near(later.deviation, Math.hypot(200, 0.06 * 173.7178), 1e-9);
  assert.equal(rated(unrated(), []).deviation, unrated().deviation);
});

test("wins raise a rating, losses lower it, a draw with an equal changes nothing", () => {
  const equal = { rating: 1500, deviation: 50 };
  assert.ok(rated(PLAYER, [{ ...equal, score: 1 }]).rating > 1500);
  assert.ok(rated(PLAYER, [{ ...equal, score: 0 }]).rating < 1500);
  near(rated(PLAYER, [{ ...equal, score: 0.5 }]).rating, 1500, 1e-9);
});

test("results as expected make it surer, and great surprises raise the volatility", () => {
  let player = unrated(1500);
  for (let game = 0; game < 40; game++) {
    player = rated(player, [{ rating: 1500, deviation: 50, score: game % 2 }]);
  }
  assert.ok(player.deviation < 80);
  near(player.rating, 1500, 40);
  const surprised = rated(
    player,
    Array.from({ length: 10 }, () => ({ rating: 2300, deviation: 50, score: 1 })),
  );
  assert.ok(surprised.volatility > player.volatility);
  assert.ok(surprised.rating > 1700);
});

test("what is expected against somebody equal is half, and both shares make one", () => {
  const [one, other] = [
    { rating: 1700, deviation: 80 },
    { rating: 1500, deviation: 200 },
  ];
  assert.equal(expectedScore(one, one), 0.5);
  near(expectedScore(one, other) + expectedScore(other, one), 1, 1e-12);
  assert.ok(expectedScore(one, other) > 0.6 && expectedScore(one, other) < 0.76);
});
