/**
 * The evaluation over a whole game. Above the middle the player who began is better.
 *
 * @module
 */

import { fill, h, s } from "../dom.js";

/**
 * @typedef {object} GraphPoint
 * @property {number} ply
 * @property {number} bar  from -1 to 1
 * @property {string} text
 * @property {string} [judgement]
 */

const [WIDTH, HEIGHT] = [600, 120];

export class Graph {
  /**
   * @param {string[]} colours
   * @param {(ply: number) => void} onGo
   */
  constructor(colours, onGo) {
    this.colours = colours;
    this.drawing = s("svg", {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      class: "graph-drawing",
      "aria-hidden": "true",
      onclick: (/** @type {MouseEvent} */ event) => onGo(this.#plyAt(event)),
    });
    this.element = h(
      "figure",
      { class: "graph", role: "img", "aria-label": "Evaluation over the game" },
      this.drawing,
    );
    this.plies = 1;
  }

  /** @param {MouseEvent} event */
  #plyAt(event) {
    const box = this.drawing.getBoundingClientRect();
    return Math.round(((event.clientX - box.left) / box.width) * this.plies);
  }

  /**
   * @param {GraphPoint[]} line
   * @param {number} plies the length of the game
   * @param {number} current
   */
  show(line, plies, current) {
    this.plies = Math.max(1, plies);
    this.element.classList.toggle("hidden", line.length < 2);
    const x = (/** @type {number} */ ply) => (ply / this.plies) * WIDTH;
    const y = (/** @type {number} */ bar) => HEIGHT / 2 - bar * (HEIGHT / 2 - 6);
    const way = line.map(({ ply, bar }) => `${x(ply).toFixed(1)},${y(bar).toFixed(1)}`);
    const [first, last] = [line[0]?.ply ?? 0, line.at(-1)?.ply ?? 0];
    const ground = `${x(first)},${HEIGHT / 2} ${way.join(" ")} ${x(last)},${HEIGHT / 2}`;
    const faults = line.filter(
      ({ judgement }) => judgement === "mistake" || judgement === "blunder",
    );
    fill(
      this.drawing,
      s("polygon", { class: "graph-area", points: ground }),
      s("line", { class: "graph-middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      s("polyline", { class: "graph-line", points: way.join(" ") }),
      faults.map(({ ply, bar, judgement, text }) =>
        s(
          "ellipse",
          { class: `graph-fault ${judgement}`, cx: x(ply), cy: y(bar), rx: 5, ry: 5 },
          s("title", {}, text),
        ),
      ),
      s("line", { class: "graph-now", x1: x(current), x2: x(current), y1: 0, y2: HEIGHT }),
    );
  }
}
