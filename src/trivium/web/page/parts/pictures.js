/**
 * Small pictures of the games, drawn with the same strokes as the boards.
 *
 * @module
 */

import { s } from "../dom.js";
import { points } from "../boards/geometry.js";

/** @typedef {[number, number]} Spot */

export function logo() {
  return s(
    "svg",
    { viewBox: "0 0 32 32", "aria-hidden": "true" },
    s("rect", { width: 32, height: 32, rx: 7, class: "logo-ground" }),
    s("path", { d: "M16 4.5 21.2 7.500V13.500L16 16.5 10.8 13.500V7.500Z", class: "logo-hexagon" }),
    s("path", { d: "M9 17 14.5 26.500H3.500Z", class: "logo-triangle" }),
    s("rect", { x: 18, y: 18, width: 9, height: 9, rx: 1, class: "logo-square" }),
  );
}

/** The miniature of a game, by its name in the catalogue. @param {string} name */
export function picture(name) {
  const draw = DRAWN[name] ?? plain;
  return s(
    "svg",
    { class: `picture board ${name}`, viewBox: "0 0 200 150", "aria-hidden": "true" },
    draw(),
  );
}

/** @type {Record<string, () => SVGElement[]>} */
const DRAWN = { hexagons, boxes, rhombus, squares };

const ROOT3 = Math.sqrt(3);

/** @param {Spot} centre @param {number} radius @returns {Spot[]} */
function hexagon([x, y], radius) {
  const half = (radius * ROOT3) / 2;
  return [
    [x, y - radius],
    [x + half, y - radius / 2],
    [x + half, y + radius / 2],
    [x, y + radius],
    [x - half, y + radius / 2],
    [x - half, y - radius / 2],
  ];
}

function hexagons() {
  const radius = 24;
  const wide = radius * ROOT3;
  const centres = /** @type {Spot[]} */ ([
    [100 - wide / 2, 39],
    [100 + wide / 2, 39],
    [100 - wide, 75],
    [100, 75],
    [100 + wide, 75],
    [100 - wide / 2, 111],
    [100 + wide / 2, 111],
  ]);
  const corners = centres.map((centre) => hexagon(centre, radius));
  const side = (/** @type {number} */ cell, /** @type {number} */ edge) =>
    /** @type {[Spot, Spot]} */ ([corners[cell]?.[edge], corners[cell]?.[(edge + 1) % 6]]);
  return [
    ...corners.map((outline) => s("polygon", { class: "cell", points: points(outline) })),
    ...corners.flatMap((_, cell) =>
      [0, 1, 2, 3, 4, 5].map((edge) => stroke(side(cell, edge), "free-edge", 2)),
    ),
    captured(corners[3], "blue", [100, 75]),
    captured(corners[6], "red", [100 + wide / 2, 111]),
    ...[0, 1, 2, 3, 5].map((edge) => fence(side(3, edge), "blue")),
    fence(side(3, 4), "red"),
    ...[1, 2, 3, 4].map((edge) => fence(side(6, edge), "red")),
    fence(side(6, 0), "blue"),
    ...[5, 4].map((edge) => fence(side(0, edge), "blue")),
    ...[1, 2].map((edge) => fence(side(4, edge), "red")),
    fence(side(1, 0), "red"),
  ];
}

function rhombus() {
  const wide = 27;
  const [red, blue] = [
    [
      [0, 2],
      [1, 2],
      [2, 1],
      [3, 1],
      [1, 0],
    ],
    [
      [0, 1],
      [2, 0],
      [2, 2],
      [1, 3],
      [3, 3],
    ],
  ];
  const spot = (/** @type {number} */ r, /** @type {number} */ q) =>
    /** @type {Spot} */ ([
      100 + (q - 1.5 + (r - 1.5) / 2) * wide,
      75 + ((r - 1.5) * wide * ROOT3) / 2,
    ]);
  const rows = [0, 1, 2, 3];
  const outline = (/** @type {number} */ r, /** @type {number} */ q) =>
    hexagon(spot(r, q), wide / ROOT3);
  const top = rows.flatMap((q) => [outline(0, q)[5], outline(0, q)[0]]);
  const right = rows.flatMap((r) => outline(r, 3).slice(1, 3));
  const opposite = (/** @type {(Spot | undefined)[]} */ way) =>
    way.map((at) => /** @type {Spot} */ ([200 - (at?.[0] ?? 0), 150 - (at?.[1] ?? 0)]));
  const border = (/** @type {(Spot | undefined)[]} */ way, /** @type {string} */ colour) =>
    [way.map((at) => at ?? /** @type {Spot} */ ([0, 0])), opposite(way)].map((line) =>
      s("polyline", { class: `border ${colour}`, points: points(line), "stroke-width": 8 }),
    );
  return [
    ...border(top, "red"),
    ...border(right, "blue"),
    ...rows.flatMap((r) =>
      rows.map((q) => s("polygon", { class: "cell", points: points(outline(r, q)) })),
    ),
    ...red.map(([r = 0, q = 0]) => stone(spot(r, q), "red", 9.5)),
    ...blue.map(([r = 0, q = 0]) => stone(spot(r, q), "blue", 9.5)),
  ];
}

function squares() {
  const wide = 23;
  const side = 6;
  const spot = (/** @type {number} */ row, /** @type {number} */ column) =>
    /** @type {Spot} */ ([100 + (column - 2.5) * wide, 75 + (row - 2.5) * wide]);
  const ground = Array.from({ length: side * side }, (_, number) => {
    const [row, column] = [Math.floor(number / side), number % side];
    const [x, y] = spot(row, column);
    const shade = (row + column) % 2 ? "dark" : "light";
    return s("rect", {
      class: `square ${shade}`,
      x: x - wide / 2,
      y: y - wide / 2,
      width: wide,
      height: wide,
    });
  });
  const crosses = [
    [0, 0],
    [0, 5],
    [5, 0],
    [5, 5],
  ].map(([row = 0, column = 0]) => {
    const [x, y] = spot(row, column);
    return s(
      "g",
      { class: "corner" },
      s("line", { x1: x - 4, y1: y - 4, x2: x + 4, y2: y + 4, "stroke-width": 3 }),
      s("line", { x1: x - 4, y1: y + 4, x2: x + 4, y2: y - 4, "stroke-width": 3 }),
    );
  });
  const white = [
    [1, 2],
    [2, 1],
    [2, 4],
    [3, 3],
    [1, 4],
  ];
  const black = [
    [2, 2],
    [3, 1],
    [4, 2],
    [2, 3],
    [4, 4],
  ];
  return [
    ...ground,
    ...crosses,
    ...white.map(([row = 0, column = 0]) => stone(spot(row, column), "white", 8)),
    ...black.map(([row = 0, column = 0]) => stone(spot(row, column), "black", 8)),
  ];
}

/** A grid with a few badges, for a game without a picture of its own. */
function plain() {
  const wide = 38;
  const numbers = [0, 1, 2];
  const corner = (/** @type {number} */ number) => (number - 1.5) * wide;
  const badges = /** @type {[number, number, string][]} */ ([
    [1, 1, "blue"],
    [0, 2, "red"],
    [2, 2, "blue"],
    [0, 0, "red"],
  ]);
  return [
    ...numbers.flatMap((row) =>
      numbers.map((column) =>
        s("rect", {
          class: "cell",
          x: 100 + corner(column),
          y: 75 + corner(row),
          width: wide,
          height: wide,
        }),
      ),
    ),
    ...badges.map(([row, column, colour]) =>
      stone([100 + (column - 1) * wide, 75 + (row - 1) * wide], colour, 9.5),
    ),
  ];
}

function boxes() {
  const wide = 36;
  const at = (/** @type {number} */ row, /** @type {number} */ column) =>
    /** @type {Spot} */ ([100 + (column - 1.5) * wide, 75 + (row - 1.5) * wide]);
  const box = (/** @type {number} */ row, /** @type {number} */ column) => [
    at(row, column),
    at(row, column + 1),
    at(row + 1, column + 1),
    at(row + 1, column),
  ];
  const numbers = [0, 1, 2, 3];
  const dots = numbers.flatMap((row) => numbers.map((column) => at(row, column)));
  const lines = /** @type {[number, number, number, number, string][]} */ ([
    [0, 0, 0, 1, "blue"],
    [0, 0, 1, 0, "red"],
    [0, 1, 1, 1, "red"],
    [1, 0, 1, 1, "blue"],
    [1, 1, 1, 2, "red"],
    [1, 1, 2, 1, "blue"],
    [2, 1, 2, 2, "red"],
    [1, 2, 2, 2, "red"],
    [2, 3, 3, 3, "blue"],
    [0, 2, 0, 3, "blue"],
    [3, 0, 3, 1, "red"],
  ]);
  return [
    s("rect", { class: "cell", x: 46, y: 21, width: 108, height: 108 }),
    captured(box(0, 0), "blue", [64, 39]),
    captured(box(1, 1), "red", [100, 75]),
    ...lines.map(([r1, c1, r2, c2, colour]) => fence([at(r1, c1), at(r2, c2)], colour)),
    s(
      "g",
      { class: "dots" },
      dots.map(([cx, cy]) => s("circle", { cx, cy, r: 2.8 })),
    ),
  ];
}

/** @param {[Spot, Spot]} ends @param {string} className @param {number} width */
function stroke([[x1, y1], [x2, y2]], className, width) {
  return s("line", { class: className, x1, y1, x2, y2, "stroke-width": width });
}

/** @param {[Spot, Spot]} ends @param {string} colour */
function fence(ends, colour) {
  return s(
    "g",
    { class: `fence ${colour}` },
    stroke(ends, "fence-line", 5.5),
    stroke(ends, "fence-core", 1.9),
  );
}

/** @param {Spot[] | undefined} outline @param {string} colour @param {Spot} centre */
function captured(outline, colour, [cx, cy]) {
  return s(
    "g",
    { class: `captured ${colour}` },
    s("polygon", { class: "captured-cell", points: points(outline ?? []) }),
    s("polygon", { class: "badge-diamond", points: diamond([cx, cy], 8) }),
    s("circle", { class: "badge", cx, cy, r: 6, "stroke-width": 3 }),
  );
}

/** @param {Spot} centre @param {string} colour @param {number} radius */
function stone([cx, cy], colour, radius) {
  return s(
    "g",
    { class: `stone ${colour}` },
    s("circle", { class: "stone-disc", cx, cy, r: radius }),
    s("polygon", { class: "stone-diamond", points: diamond([cx, cy], radius * 1.14) }),
    s("circle", { class: "stone-ring", cx, cy, r: radius * 0.56, "stroke-width": radius * 0.2 }),
  );
}

/** @param {Spot} centre @param {number} arm */
function diamond([x, y], arm) {
  return points([
    [x, y - arm],
    [x + arm, y],
    [x, y + arm],
    [x - arm, y],
  ]);
}
