// A game with its variations.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Tree, treeOf } from "../../../src/trivium/web/page/tree.js";

const START = { game: "any", size: "3" };

/** A move by its number. */
const move = (code) => ({ code, text: `m${code}`, place: code, origin: null, over: null });

/** A tree with the main line 1 2 3 and the variation 4 5 instead of 2. */
function forked() {
  const tree = new Tree(START);
  const first = tree.add(tree.root, move(1), "blue");
  const second = tree.add(first, move(2), "red");
  const third = tree.add(second, move(3), "blue");
  const other = tree.add(first, move(4), "red");
  const last = tree.add(other, move(5), "blue");
  return { tree, first, second, third, other, last };
}

const codes = (nodes) => nodes.map((node) => node.move?.code ?? null);

test("a move that is there already is not added again", () => {
  const { tree, first, second } = forked();
  assert.equal(tree.add(first, move(2), "red"), second);
  assert.equal(first.children.length, 2);
});

test("every node has an id of its own and counts the moves before it", () => {
  const { tree, first, second, third, other, last } = forked();
  const nodes = [tree.root, first, second, third, other, last];
  assert.equal(new Set(nodes.map(({ id }) => id)).size, nodes.length);
  assert.deepEqual(
    nodes.map(({ ply }) => ply),
    [0, 1, 2, 3, 2, 3],
  );
});

test("the main line goes along first children, and a path back to the root", () => {
  const { tree, first, last } = forked();
  assert.deepEqual(codes(tree.main()), [null, 1, 2, 3]);
  assert.deepEqual(codes(tree.follow(first)), [2, 3]);
  assert.deepEqual(codes(tree.path(last)), [1, 4, 5]);
  assert.deepEqual(tree.path(tree.root), []);
});

test("the line of a node begins where the game does", () => {
  const { tree, last } = forked();
  assert.deepEqual(tree.line(last), { ...START, moves: ["m1", "m4", "m5"] });
  assert.deepEqual(tree.line(tree.root), { ...START, moves: [] });
});

test("a variation that is promoted becomes the main line, and the other one a variation", () => {
  const { tree, first, second, last } = forked();
  tree.promote(last);
  assert.deepEqual(codes(tree.main()), [null, 1, 4, 5]);
  assert.equal(first.children[1], second);
  assert.deepEqual(codes(tree.path(second)), [1, 2]);
});

test("what follows a removed node is gone with it, and nothing else", () => {
  const { tree, first, second, third, other } = forked();
  assert.equal(tree.remove(second), first);
  assert.deepEqual(codes(tree.main()), [null, 1, 4, 5]);
  assert.ok(!first.children.includes(second) && second.children.includes(third));
  assert.equal(tree.remove(other), first);
  assert.deepEqual(codes(tree.main()), [null, 1]);
});

test("the tree of a played game is its moves, each by who made it", () => {
  const moves = [
    { ...move(7), by: "red" },
    { ...move(8), by: "red" },
    { ...move(9), by: "blue" },
  ];
  const tree = treeOf(START, moves);
  assert.deepEqual(codes(tree.main()), [null, 7, 8, 9]);
  assert.deepEqual(
    tree.main().map(({ by }) => by),
    ["", "red", "red", "blue"],
  );
});
