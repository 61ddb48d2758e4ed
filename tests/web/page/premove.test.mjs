// Moves that are wished for while the other side is to move.

import assert from "node:assert/strict";
import { test } from "node:test";

import { granted, wishes } from "../../../src/trivium/web/page/parts/premove.js";

/** A board of three by three squares, ten apart. */
const cells = Array.from({ length: 9 }, (_, id) => ({
  id,
  name: "abc"[id % 3] + (1 + Math.floor(id / 3)),
  centre: [10 * (id % 3), 10 * Math.floor(id / 3)],
}));
const plan = { clickable: "cells", cells, edges: [] };

const move = (origin, place) => ({ code: 1, text: "", origin, place, over: null });

test("where stones are put, every free place can be wished for", () => {
  const position = { owners: { 0: "red", 4: "blue" }, legal: [move(null, 1)] };
  const places = wishes(position, "blue", plan).map(({ place }) => place);
  assert.deepEqual(places, [1, 2, 3, 5, 6, 7, 8]);
});

test("pieces may go as far as those of the other side, to every side, and onto others", () => {
  const position = { owners: { 0: "red", 1: "blue", 4: "blue" }, legal: [move(0, 3)] };
  const wished = wishes(position, "blue", plan).map(({ text }) => text);
  assert.deepEqual(wished.sort(), ["b1-a1", "b1-b2", "b1-c1", "b2-a2", "b2-b1", "b2-b3", "b2-c2"]);
});

test("a wish is granted if the rules allow the same move then", () => {
  const legal = [move(null, 4), move(1, 4)];
  assert.equal(granted(move(1, 4), legal), legal[1]);
  assert.equal(granted(move(null, 4), legal), legal[0]);
  assert.equal(granted(move(null, 5), legal), undefined);
});
