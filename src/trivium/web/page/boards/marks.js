/**
 * What analysis or a lesson adds to a board: tints and paths below the stones, highlights, arrows
 * and values above them.
 *
 * @module
 */

import { s } from "../dom.js";
import { around, between, distance, points, round } from "./geometry.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./geometry.js").Spot} Spot */

/**
 * @typedef {object} Mark
 * @property {"value" | "best" | "arrow" | "ring" | "tint" | "path" | "threat"} kind
 * @property {number[]} at  places (cells for a tint); an arrow goes from the first to the second
 * @property {string} [tone]  a CSS class: a colour, a kind of chain, "first", "bad", …
 * @property {string} [text]
 */

/** @param {Board} board @param {Mark} mark @returns {SVGElement[]} */
export function drawnBelow(board, { kind, at, tone }) {
  if (kind === "tint") {
    const shapes = at.map((id) => points(board.outline(id)));
    return shapes.map((shape) => s("polygon", { class: `tint ${tone}`, points: shape }));
  }
  if (kind !== "path") return [];
  const way = points(at.map((id) => board.spot(id)));
  const width = round(board.unit * 0.18);
  return [s("polyline", { class: `path ${tone}`, points: way, "stroke-width": width })];
}

/** @param {Board} board @param {Mark} mark @returns {SVGElement[]} */
export function drawnAbove(board, { kind, at, tone = "", text = "" }) {
  const [first, second] = at.map((id) => board.spot(id));
  if (!first) return [];
  switch (kind) {
    case "arrow":
      return second ? [arrow(board, first, second, tone)] : [];
    case "value":
      return pill(board, first, text, tone);
    case "ring":
      return [ring(board, first, tone)];
    case "best":
    case "threat":
      return at.map((id) => highlight(board, id, `${kind} ${tone}`));
    default:
      return [];
  }
}

/**
 * A line along an edge.
 *
 * @param {[Spot, Spot]} ends
 * @param {number} width
 * @param {string} className
 */
export function stroke([[x1, y1], [x2, y2]], width, className) {
  const ends = { x1: round(x1), y1: round(y1), x2: round(x2), y2: round(y2) };
  return s("line", { class: className, "stroke-width": round(width), ...ends });
}

/**
 * A bar along an edge, or a ring around what stands on a cell.
 *
 * @param {Board} board
 * @param {number} id
 * @param {string} className
 */
function highlight(board, id, className) {
  const ends = board.places.get(id)?.ends;
  if (ends) return stroke(ends, board.unit * 0.12, className);
  const [cx, cy] = board.spot(id).map(round);
  return s("circle", { class: className, cx, cy, r: round(board.unit * 0.43) });
}

/**
 * A circle around a place, of an edge too.
 *
 * @param {Board} board
 * @param {Spot} spot
 * @param {string} tone
 */
function ring({ unit }, [x, y], tone) {
  const size = { r: round(unit * 0.4), "stroke-width": round(unit * 0.07) };
  return s("circle", { class: `ring ${tone}`, cx: round(x), cy: round(y), ...size });
}

/**
 * @param {Board} board
 * @param {Spot} spot
 * @param {string} text
 * @param {string} tone
 */
function pill(board, [x, y], text, tone) {
  const size = board.unit * (board.plan.clickable === "edges" ? 0.17 : 0.3);
  const [width, height] = [size * (0.7 + 0.6 * text.length), size * 1.4].map(round);
  const [left, top] = [x - (width ?? 0) / 2, y - (height ?? 0) / 2].map(round);
  const rx = round((height ?? 0) / 2);
  return [
    s("rect", { class: `pill ${tone}`, rx, width, height, x: left, y: top }),
    s(
      "text",
      { class: `pill-text ${tone}`, x: round(x), y: round(y), "font-size": round(size) },
      text,
    ),
  ];
}

/**
 * @param {Board} board
 * @param {Spot} from
 * @param {Spot} to
 * @param {string} tone
 */
function arrow({ unit }, from, to, tone) {
  const length = distance(from, to);
  const head = unit * 0.36;
  const tip = between(from, to, 1 - (unit * 0.05) / length);
  const neck = between(from, to, 1 - (unit * 0.05 + head) / length);
  const [left = neck, , , right = neck] = around([neck, tip], head * 0.62, true);
  return s(
    "g",
    { class: `arrow ${tone}` },
    stroke([from, neck], unit * 0.17, ""),
    s("polygon", { points: points([tip, left, right]) }),
  );
}
