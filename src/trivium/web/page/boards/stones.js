/**
 * Stones and pieces: how they look, and how they come, slide and go.
 *
 * @module
 */

import { s } from "../dom.js";
import { round } from "./geometry.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./geometry.js").Spot} Spot */
/** @typedef {import("../types.js").Position} Position */

/**
 * Draw the stones of a position.
 *
 * @param {Board} board
 * @param {Position} position
 */
export function standStones(board, position) {
  for (const [id, colour] of Object.entries(position.owners)) {
    const spot = board.spot(Number(id));
    const element = board.keep(`stone ${id} ${colour}`, () =>
      stone(board, spot, `${colour} enter`),
    );
    moveTo(element, spot);
    element.classList.remove("dragged");
    element.classList.toggle("lifted", board.pointing.chosen === Number(id));
  }
}

/**
 * Let a piece slide that moved. To be called before the stones of the position are drawn.
 *
 * @param {Board} board
 * @param {Position} position
 */
export function slideStones(board, position) {
  for (const colour of new Set(Object.values(position.owners))) slide(board, position, colour);
}

/**
 * Where exactly one piece of a colour left a square and one came to another, it is the same
 * piece: its element is kept under its new name, and slides. So it also does backwards.
 *
 * @param {Board} board
 * @param {Position} position
 * @param {string} colour
 */
function slide(board, position, colour) {
  const now = Object.keys(position.owners).filter((id) => position.owners[Number(id)] === colour);
  const before = [...board.standing.keys()]
    .filter((key) => key.startsWith("stone ") && key.endsWith(` ${colour}`))
    .map((key) => key.split(" ")[1] ?? "");
  const [came, ...othersCame] = now.filter((id) => !before.includes(id));
  const [left, ...othersLeft] = before.filter((id) => !now.includes(id));
  if (came === undefined || left === undefined || othersCame.length || othersLeft.length) return;
  const element = board.standing.get(`stone ${left} ${colour}`);
  if (!element) return;
  board.standing.delete(`stone ${left} ${colour}`);
  board.standing.set(`stone ${came} ${colour}`, element);
  board.layers.standing.append(element);
  element.classList.remove("enter");
}

/**
 * Let a stone follow a pointer.
 *
 * @param {Board} board
 * @param {number} place
 * @param {Spot} spot
 */
export function dragStone(board, place, spot) {
  const colour = board.scene?.position.owners[place];
  const element = board.standing.get(`stone ${place} ${colour}`);
  if (!element) return;
  element.classList.add("dragged");
  moveTo(element, spot);
}

/**
 * A stone: a disc with a ring, and the diamond that piece sets with shapes show instead.
 *
 * @param {Board} board
 * @param {Spot} spot
 * @param {string} className
 */
export function stone(board, spot, className) {
  const radius = board.unit * 0.37;
  const corner = round(radius * 1.14);
  const element = s(
    "g",
    { class: `stone ${className}` },
    s(
      "g",
      { class: "stone-body" },
      s("circle", { class: "stone-disc", r: round(radius) }),
      s("polygon", {
        class: "stone-diamond",
        points: `0,${-corner} ${corner},0 0,${corner} ${-corner},0`,
      }),
      s("circle", {
        class: "stone-ring",
        r: round(radius * 0.56),
        "stroke-width": round(radius * 0.2),
      }),
    ),
  );
  moveTo(element, spot);
  return element;
}

/**
 * @param {SVGElement} element
 * @param {Spot} spot
 */
function moveTo(element, [x, y]) {
  element.style.transform = `translate(${round(x)}px, ${round(y)}px)`;
}
