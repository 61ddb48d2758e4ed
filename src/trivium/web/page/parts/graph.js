/**
 * The evaluation over a whole game. Above the middle the player who began is better.
 *
 * @module
 */

import { fill, h, s } from "../dom.js";
import { t } from "../language.js";

/**
 * @typedef {object} GraphPoint
 * @property {number} ply
 * @property {number} bar  from -1 to 1
 * @property {string} text
 * @property {string} [judgement]
 */

const MARGIN = 6;

export class Graph {
  /** @type {GraphPoint[]} */
  #line = [];
  #plies = 1;
  #current = 0;

  /** @param {(ply: number) => void} onGo */
  constructor(onGo) {
    this.drawing = s("svg", {
      class: "graph-drawing",
      "aria-hidden": "true",
      onclick: (/** @type {MouseEvent} */ event) => onGo(this.#plyAt(event)),
    });
    this.element = h(
      "figure",
      { class: "graph", role: "img", "aria-label": t("evaluation.graph") },
      this.drawing,
    );
    new ResizeObserver(() => this.#draw()).observe(this.element);
  }

  /** @param {MouseEvent} event */
  #plyAt(event) {
    const box = this.drawing.getBoundingClientRect();
    return Math.round(((event.clientX - box.left) / box.width) * this.#plies);
  }

  /**
   * @param {GraphPoint[]} line
   * @param {number} plies the length of the game
   * @param {number} current
   * @param {boolean} expected  whether more will be known soon: then there is room for it already
   */
  show(line, plies, current, expected) {
    this.#line = line;
    this.#plies = Math.max(1, plies);
    this.#current = current;
    const isEmpty = line.length < 2 && !(expected && plies >= 2);
    this.element.classList.toggle("hidden", isEmpty);
    const isReviewed = line.some(({ judgement }) => judgement);
    this.element.classList.toggle("reviewed", isReviewed);
    this.#draw();
  }

  #draw() {
    const { width, height } = this.drawing.getBoundingClientRect();
    if (!width || !height) return;
    const line = this.#line;
    const middle = height / 2;
    const x = (/** @type {number} */ ply) => ((ply / this.#plies) * width).toFixed(1);
    const y = (/** @type {number} */ bar) => (middle - bar * (middle - MARGIN)).toFixed(1);
    const way = line.map(({ ply, bar }) => `${x(ply)},${y(bar)}`).join(" ");
    const [first, last] = [line[0]?.ply ?? 0, line.at(-1)?.ply ?? 0];
    const now = x(this.#current);
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    fill(
      this.drawing,
      s("polygon", {
        class: "graph-area",
        points: `${x(first)},${middle} ${way} ${x(last)},${middle}`,
      }),
      s("line", { class: "graph-middle", x1: 0, x2: width, y1: middle, y2: middle }),
      s("polyline", { class: "graph-line", points: way }),
      s("line", { class: "graph-now", x1: now, x2: now, y1: 0, y2: height }),
      line
        .filter(({ judgement }) => judgement === "mistake" || judgement === "blunder")
        .map(({ ply, bar, judgement, text }) =>
          s(
            "circle",
            { class: `graph-fault ${judgement}`, cx: x(ply), cy: y(bar), r: 4 },
            s("title", {}, text),
          ),
        ),
    );
  }
}
