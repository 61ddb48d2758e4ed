/**
 * Ratings over games as curves, each with a band for its error.
 *
 * @module
 */

import { h, s } from "../dom.js";
import { t } from "../language.js";

/**
 * @typedef {object} Series
 * @property {string} label
 * @property {{games: number, elo: number, error: number}[]} points
 * @property {boolean} [faint]  whether it stands behind the others
 */

const WIDTH = 640;
const HEIGHT = 200;
const EDGE = 44;
const TOP = 16;
const BOTTOM = HEIGHT - 24;

/**
 * @param {string} label
 * @param {Series[]} series  the most important first
 */
export function curve(label, series) {
  const points = series.flatMap((one) => one.points);
  const most = Math.max(...points.map((point) => point.games));
  const low = Math.min(...points.map((point) => point.elo - Math.min(point.error, 300)));
  const high = Math.max(...points.map((point) => point.elo + Math.min(point.error, 300)));
  const x = (/** @type {number} */ games) => EDGE + (games / most) * (WIDTH - EDGE - 8);
  const y = (/** @type {number} */ elo) =>
    Math.max(TOP, Math.min(BOTTOM, TOP + ((high - elo) / (high - low || 1)) * (BOTTOM - TOP)));
  const line = (/** @type {[number, number][]} */ way) =>
    way.map(([games, elo]) => `${x(games).toFixed(1)},${y(elo).toFixed(1)}`).join(" ");
  const marks = [low, (low + high) / 2, high].map((elo) =>
    s("text", { x: EDGE - 6, y: y(elo) + 4, class: "curve-mark end" }, Math.round(elo)),
  );
  return h(
    "figure",
    { class: "sheet padded", role: "img", "aria-label": label },
    s(
      "svg",
      { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
      marks,
      s("text", { x: WIDTH - 8, y: HEIGHT - 6, class: "curve-mark end" }, t("games", { n: most })),
      series
        .slice()
        .reverse()
        .map((one) => drawn(one, line)),
    ),
  );
}

/**
 * @param {Series} series
 * @param {(way: [number, number][]) => string} line
 */
function drawn({ label, points, faint }, line) {
  const edge = (/** @type {1 | -1} */ side) =>
    points.map(
      ({ games, elo, error }) => /** @type {[number, number]} */ ([games, elo + side * error]),
    );
  return s(
    "g",
    { class: faint ? "curve-old" : "curve-current" },
    s("title", {}, label),
    s("polygon", { class: "curve-band", points: line([...edge(1), ...edge(-1).reverse()]) }),
    s("polyline", {
      class: "curve-line",
      points: line(points.map(({ games, elo }) => [games, elo])),
    }),
  );
}
