// Which puzzle comes next, and what is remembered of those that were tried.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Storage } from "./storage.mjs";

const { daysInARow, failed, keepTry, solvedOnes, standing, today } = await import(
  "../../../src/trivium/web/page/puzzle_record.js"
);
const { dailyPuzzle, nextPuzzle } = await import("../../../src/trivium/web/page/puzzle_stream.js");

const BOOK = Array.from({ length: 40 }, (_, number) => ({
  id: `game-${String(number).padStart(3, "0")}`,
  rating: 500 + 50 * number,
  deviation: 100,
  themes: [number % 2 ? "odd" : "even"],
}));
/** @param {number} number */
const at = (number) => /** @type {(typeof BOOK)[number]} */ (BOOK[number]);

beforeEach(() => (globalThis.localStorage = new Storage()));

test("the next puzzle is new and of about one's own rating, whatever chance says", () => {
  const tried = new Set(BOOK.slice(8, 14).map(({ id }) => id));
  for (const chance of [0, 0.5, 0.99, 1]) {
    const next = nextPuzzle(BOOK, 1000, tried, undefined, chance);
    assert.ok(next && !tried.has(next.id) && Math.abs(next.rating - 1000) <= 400);
  }
});

test("when all were tried, others come again, but not the last one at once", () => {
  const [one, other] = [at(0), at(1)];
  const tried = new Set([one.id, other.id]);
  assert.equal(nextPuzzle([one, other], 900, tried, one.id), other);
  assert.equal(nextPuzzle([one], 900, tried, one.id), null);
  assert.equal(nextPuzzle([], 900, tried), null);
});

test("the puzzle of the day is the same in any order, and changes with the days", () => {
  const day = dailyPuzzle(BOOK, "2026-11-18");
  assert.equal(dailyPuzzle(BOOK.toReversed(), "2026-11-18"), day);
  const days = Array.from({ length: 60 }, (_, n) => today(new Date(Date.UTC(2026, 0, 1 + n))));
  const seen = new Set(days.map((date) => dailyPuzzle(BOOK, date)?.id));
  assert.ok(seen.size > 20, `${seen.size}`);
  assert.equal(dailyPuzzle([], "2026-11-18"), null);
});

test("only the first try of a puzzle counts", () => {
  const before = standing("game").rating.rating;
  const change = keepTry("game", at(10), true, "2026-11-18");
  assert.ok(change !== null && change > 0);
  assert.equal(standing("game").rating.rating > before, true);
  assert.equal(keepTry("game", at(10), false, "2026-11-18"), null);
  assert.equal(standing("game").streak, 1);
  assert.equal(standing("other").tries.length, 0);
});

test("streaks end with a puzzle that was missed, and the longest is kept", () => {
  [1, 1, 1, 0, 1].forEach((solved, n) => keepTry("game", at(n), solved === 1, "2026-11-18"));
  const { streak, best } = standing("game");
  assert.deepEqual([streak, best], [1, 3]);
});

test("missed puzzles come back until they are solved", () => {
  for (const number of [3, 4]) keepTry("game", at(number), false, "2026-11-18");
  assert.deepEqual(failed(standing("game")), [at(3).id, at(4).id]);
  keepTry("game", at(3), true, "2026-11-19");
  assert.deepEqual(failed(standing("game")), [at(4).id]);
  assert.deepEqual([...solvedOnes(standing("game"))], [at(3).id]);
});

test("days in a row are counted up to yesterday, too", () => {
  for (const [number, day] of [
    [1, "2026-02-27"],
    [2, "2026-02-28"],
    [3, "2026-03-01"],
  ])
    keepTry("game", at(Number(number)), true, String(day), true);
  assert.equal(daysInARow(standing("game"), "2026-03-01"), 3);
  assert.equal(daysInARow(standing("game"), "2026-03-02"), 3);
  assert.equal(daysInARow(standing("game"), "2026-03-03"), 0);
});
