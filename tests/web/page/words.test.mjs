// Positions in words, for eyes and ears.

import assert from "node:assert/strict";
import { test } from "node:test";

import { featureWords } from "../../../src/trivium/web/page/parts/marks.js";
import {
  compilingWords,
  describe,
  percentReady,
  reasonWords,
  sizeName,
  things,
  whatHappened,
} from "../../../src/trivium/web/page/parts/words.js";

const BOXES = { thing: "box", counts: "boxes" };
const PLAYING = {
  turn: "red",
  status: "Red to move",
  ending: null,
  moves_again: false,
  phase: null,
  last: null,
  features: { chains: [], connections: {}, threats: [] },
};
const LAST = { by: "blue", text: "a1", captured: [], removed: [], shrank: false };

test("one is counted in the singular, and everything else in its own plural", () => {
  assert.equal(things(1, BOXES), "1 box");
  assert.equal(things(2, BOXES), "2 boxes");
});

test("it is told whose turn it is, to them and to others", () => {
  assert.equal(describe(PLAYING), "Red to move");
  assert.equal(describe(PLAYING, true), "Your turn");
});

test("who moves again is told why", () => {
  const again = { ...PLAYING, moves_again: true, last: { ...LAST, by: "red" } };
  assert.equal(describe(again, true), "You move again");
  const captured = { ...again, last: { ...again.last, captured: [4] } };
  assert.equal(describe(captured, true), "Captured! You move again");
  assert.equal(describe(captured), "Red captured and moves again");
});

test("phases and a board that shrinks are told", () => {
  const placing = { ...PLAYING, phase: { name: "placing", shrinks_in: null } };
  assert.equal(describe(placing, true), "Your turn: place a piece");
  const moving = { ...PLAYING, phase: { name: "moving", shrinks_in: 1 } };
  assert.equal(describe(moving), "Red to move · the board shrinks in 1 turn");
  const settled = { ...PLAYING, phase: { name: "moving", shrinks_in: null } };
  assert.equal(describe(settled), "Red to move");
});

test("a finished game tells its result", () => {
  const over = { ...PLAYING, turn: null, ending: { text: "Red wins (cells)" } };
  assert.equal(describe(over), "Red wins (cells)");
});

test("what a move did is told with the game's own words", () => {
  assert.equal(whatHappened(PLAYING, BOXES), "");
  assert.equal(whatHappened({ last: LAST }, BOXES), "Blue played a1.");
  const took = { ...LAST, captured: [1, 2] };
  assert.equal(whatHappened({ last: took }, BOXES), "Blue played a1, taking 2 boxes.");
  const shrank = { ...LAST, removed: [{ place: 3, colour: "red" }], shrank: true };
  assert.equal(
    whatHappened({ last: shrank }, { thing: "piece", counts: "pieces" }),
    "Blue played a1, taking 1 piece. The board shrank.",
  );
});

test("who loses a piece by the own move has not taken one", () => {
  const removed = [
    { place: 3, colour: "blue" },
    { place: 4, colour: "red" },
    { place: 5, colour: "red" },
  ];
  const pieces = { thing: "piece", counts: "pieces" };
  assert.equal(
    whatHappened({ last: { ...LAST, removed } }, pieces),
    "Blue played a1, taking 2 pieces. Blue lost 1 piece.",
  );
  assert.equal(
    whatHappened({ last: { ...LAST, removed: removed.slice(0, 1) } }, pieces),
    "Blue played a1. Blue lost 1 piece.",
  );
});

test("features are told only where there are any, chains once there is more than junctions", () => {
  const chain = (kind, cells) => ({ kind, cells });
  const features = {
    chains: [chain("junction", [0]), chain("junction", [1])],
    connections: { red: { cells: [1, 2], missing: [2] } },
    threats: [{ place: 5 }],
  };
  assert.deepEqual(featureWords({ ...PLAYING, features }, BOXES), [
    ["red", "Red needs 1 box"],
    ["threat-key", "1 box in danger"],
  ]);
  features.chains.push(chain("chain", [2, 3, 4]), chain("chain", [5]));
  const words = featureWords({ ...PLAYING, features }, BOXES).slice(2);
  assert.deepEqual(words, [
    ["chain", "2 chains of 1, 3"],
    ["junction", "2 junctions"],
  ]);
});

test("how many functions have been compiled is told", () => {
  assert.match(compilingWords({ compiled: 1 }), /1 function so far/);
});

test("how far the engine is is told in per cent, also before anybody knows", () => {
  assert.equal(percentReady({ done: 0, total: 0 }), 0);
  assert.equal(percentReady({ done: 2, total: 3 }), 66);
});

test("sizes are written as people write them", () => {
  assert.equal(sizeName("3x4"), "3 × 4");
  assert.equal(sizeName("5"), "5");
});

test("a reason that the page does not know is told as it is", () => {
  assert.equal(reasonWords("turn limit"), "turn limit");
  assert.equal(reasonWords("constructor"), "constructor");
  assert.equal(reasonWords("crash: out of memory"), "crash: out of memory");
});
