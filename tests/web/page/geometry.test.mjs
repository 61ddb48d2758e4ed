// Small sums with spots on paper.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  around,
  between,
  distance,
  frame,
  points,
  round,
  turned,
} from "../../../src/trivium/web/page/boards/geometry.js";

const near = ([x, y], [a, b]) => Math.abs(x - a) < 1e-9 && Math.abs(y - b) < 1e-9;

test("a quarter turn clockwise takes the right below, because y goes downwards", () => {
  assert.ok(near(turned([3, 1], 90, [1, 1]), [1, 3]));
  assert.ok(near(turned([1, 3], 90, [1, 1]), [-1, 1]));
});

test("turns add up, keep distances, and a whole turn changes nothing", () => {
  const [spot, middle] = [
    [5, -2],
    [1, 4],
  ];
  for (const angle of [0, 30, 60, 90, 200, -45]) {
    const there = turned(spot, angle, middle);
    assert.ok(Math.abs(distance(there, middle) - distance(spot, middle)) < 1e-9);
    assert.ok(near(turned(there, 360 - angle, middle), spot));
  }
});

test("between two spots is the middle, or any share of the way", () => {
  assert.deepEqual(between([0, 0], [4, 2]), [2, 1]);
  assert.deepEqual(between([0, 0], [4, 2], 0), [0, 0]);
  assert.deepEqual(between([0, 0], [4, 2], 0.25), [1, 0.5]);
});

test("around an edge lies a diamond on its ends, or a band along it", () => {
  const edge = [
    [0, 0],
    [10, 0],
  ];
  assert.deepEqual(
    around(edge, 3).map((spot) => spot.map((value) => value + 0)),
    [
      [0, 0],
      [5, 3],
      [10, 0],
      [5, -3],
    ],
  );
  const band = around(edge, 2, true);
  assert.equal(band.length, 4);
  assert.ok(band.every(([, y]) => Math.abs(y) === 2));
});

test("an edge without length has a shape of finite numbers", () => {
  const shape = around(
    [
      [1, 1],
      [1, 1],
    ],
    3,
  );
  assert.ok(shape.flat().every(Number.isFinite));
});

test("a frame holds all spots with a margin", () => {
  const spots = [
    [1, 2],
    [-3, 8],
    [4, 5],
  ];
  assert.deepEqual(frame(spots, 1), [-4, 1, 9, 8]);
});

test("numbers for a drawing have two digits at most", () => {
  assert.equal(round(1.23456), 1.23);
  assert.equal(
    points([
      [1.005, 2],
      [-0.333333, 7.5],
    ]),
    "1,2 -0.33,7.5",
  );
});
