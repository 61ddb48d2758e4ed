/**
 * A position in which something is to be found: a step of a lesson, or a puzzle. The person
 * moves or points at a place, the server judges, and perhaps the opponent answers.
 *
 * @module
 */

import { boardPlan } from "../api.js";
import { fill, h } from "../dom.js";
import { button } from "./controls.js";
import { icon } from "./icons.js";
import { announce, complain } from "./notices.js";
import { Stage } from "./stage.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Verdict} Verdict */

/**
 * @typedef {object} ExerciseOptions
 * @property {string} label
 * @property {Position} position
 * @property {"move" | "place" | null} asks  null if there is nothing to do
 * @property {(answers: string[]) => Promise<Verdict>} check
 * @property {() => Node} after  what to offer when it is done
 * @property {(solved: boolean) => void} [onDone]
 */

export class Exercise {
  /** All moves since the start, the replies included. @type {string[]} */
  moves = [];
  #failed = false;

  /** @param {ExerciseOptions} options */
  constructor(options) {
    this.options = options;
    const { asks, position } = options;
    this.verdict = h("div", { class: "verdict", role: "status" });
    this.stage = new Stage({
      label: options.label,
      onMove: asks === "move" ? (move) => this.#answer(move.text) : undefined,
      onPlace: asks === "place" ? (place) => this.#point(place) : undefined,
      side: position.turn ?? undefined,
    });
  }

  /** Show the beginning. */
  begin() {
    this.#begin().catch(complain);
  }

  async #begin() {
    const { position } = this.options;
    this.moves = [];
    this.plan = await boardPlan(position.game, position.size);
    fill(this.verdict, this.#specials(position));
    this.#show(position, true);
  }

  /** @type {import("../types.js").Board | null} */
  plan = null;

  /** @param {Position} position @param {boolean} active */
  #show(position, active) {
    const mover = this.options.asks === "place" ? "" : undefined;
    this.stage
      .show({
        position,
        mover,
        legal: active && this.options.asks === "move" ? position.legal : [],
      })
      .catch(complain);
  }

  /** Moves without a place on the board. @param {Position} position */
  #specials(position) {
    if (this.options.asks !== "move") return [];
    const possible = new Set(position.legal.map(({ code }) => code));
    return (this.plan?.specials ?? [])
      .filter(({ code }) => possible.has(code))
      .map(({ title, text }) => button("swap", title, () => this.#answer(text)));
  }

  /** A place is named as on the board. @param {number} place */
  #point(place) {
    this.#answer(this.plan?.cells[place]?.name ?? "");
  }

  /** @param {string} answer */
  #answer(answer) {
    this.options
      .check([...this.moves, answer])
      .then((verdict) => this.#judge(answer, verdict))
      .catch(complain);
  }

  /** @param {string} answer @param {Verdict} verdict */
  #judge(answer, { right, finished, text, reply, solution, position }) {
    announce(text);
    const unchanged = !right && position.text === this.options.position.text;
    this.#show(position, unchanged || (right && !finished));
    if (right && !finished) this.moves.push(answer, ...(reply ? [reply.text] : []));
    if (!right) this.#failed = true;
    if (finished || !right) this.options.onDone?.(right && !this.#failed);
    fill(
      this.verdict,
      h(
        "p",
        { class: `notice ${right ? "right" : "wrong"}` },
        right && icon("check"),
        h("span", {}, text),
      ),
      (unchanged || (right && !finished)) && this.#specials(position),
      right && finished && h("div", { class: "row" }, this.options.after()),
      !right &&
        !unchanged &&
        h(
          "div",
          { class: "row" },
          button("rotate", "Try again", () => this.begin(), "primary"),
        ),
      !right &&
        solution.length > 0 &&
        h(
          "details",
          {},
          h("summary", {}, "Show the solution"),
          h("p", {}, solution.map((step) => step.text).join(" ")),
        ),
    );
  }
}
