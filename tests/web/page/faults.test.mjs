// Which moves of a reviewed game are worth learning from, and how good another move is instead.

import assert from "node:assert/strict";
import { test } from "node:test";

import { howGood, mistakesOf } from "../../../src/trivium/web/page/faults.js";

/** @param {string} by @param {string} judgement */
const node = (by, judgement) => ({ by, review: { judgement, better: { text: "a1" } } });

test("inaccuracies are learned from where there is nothing worse", () => {
  const nodes = [node("red", "inaccuracy"), node("blue", "inaccuracy"), node("red", "blunder")];
  assert.deepEqual(mistakesOf(nodes, "red"), [nodes[2]]);
  assert.deepEqual(mistakesOf(nodes, "blue"), [nodes[1]]);
  assert.deepEqual(mistakesOf([node("red", "good")], "red"), []);
});

test("a move that gives nothing away is as good as the best one", () => {
  const best = { judgement: "best", chance_lost: 0 };
  assert.equal(howGood(best, { chance_lost: 0.3 }), "equal");
});

test("a move that gives away nearly as much as the mistake is not hardly worse", () => {
  const answer = { judgement: "good", chance_lost: 0.09 };
  assert.equal(howGood(answer, { chance_lost: 0.1 }), "wrong");
  assert.equal(howGood(answer, { chance_lost: 0.5 }), "good");
  assert.equal(howGood({ judgement: "mistake", chance_lost: 0.2 }, { chance_lost: 1 }), "wrong");
});

test("where the mistake has cost cells alone, a little of the chance to win may differ", () => {
  assert.equal(howGood({ judgement: "good", chance_lost: 0.02 }, { chance_lost: 0 }), "good");
});
