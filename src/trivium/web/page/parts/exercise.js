/**
 * A position in which something is to be found: a step of a lesson, or a puzzle. The person
 * moves, the server judges, and perhaps the opponent answers.
 *
 * @module
 */

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
 * @property {boolean} active  whether there is something to do
 * @property {(moves: string[]) => Promise<Verdict>} check
 * @property {() => Node} after  what to offer when it is done
 * @property {(solved: boolean) => void} [onDone]
 */

export class Exercise {
  /** All moves since the start, the replies included. @type {string[]} */
  moves = [];
  failed = false;

  /** @param {ExerciseOptions} options */
  constructor(options) {
    this.options = options;
    this.verdict = h("div", { class: "verdict", role: "status" });
    this.stage = new Stage({
      label: options.label,
      onMove: options.active ? (move) => this.#answer(move.text).catch(complain) : undefined,
      side: options.position.turn ?? undefined,
    });
  }

  /** Show the beginning. */
  begin() {
    this.moves = [];
    fill(this.verdict, this.#specials(this.options.position));
    this.#show(this.options.position, this.options.active);
  }

  /** @param {string} text @param {string} tone */
  say(text, tone) {
    fill(this.verdict, h("p", { class: `notice ${tone}` }, text));
  }

  /** @param {Position} position @param {boolean} active */
  #show(position, active) {
    this.stage.show({ position, legal: active ? position.legal : [] }).catch(complain);
  }

  /** Moves without a place on the board. @param {Position} position */
  #specials(position) {
    if (!this.options.active) return [];
    return position.legal
      .filter((move) => move.place === null || move.text === "steal")
      .map((move) => button("swap", move.text === "steal" ? "Steal the stone" : "Pass", () => this.#answer(move.text).catch(complain)));
  }

  /** @param {string} move */
  async #answer(move) {
    const verdict = await this.options.check([...this.moves, move]);
    const { right, finished, text, reply, position } = verdict;
    announce(text);
    this.#show(position, right && !finished);
    if (right && !finished) {
      this.moves.push(move, ...(reply ? [reply.text] : []));
      fill(this.verdict, h("p", { class: "notice right" }, icon("check"), text), this.#specials(position));
      return;
    }
    if (!right) this.failed = true;
    this.options.onDone?.(right && !this.failed);
    fill(
      this.verdict,
      h("p", { class: `notice ${right ? "right" : "wrong"}` }, right && icon("check"), text),
      h("div", { class: "row" }, right ? this.options.after() : button("rotate", "Try again", () => this.begin(), "primary")),
      !right && verdict.solution.length > 0 && h("details", {}, h("summary", {}, "Show the solution"), h("p", {}, verdict.solution.map(({ text: step }) => step).join(" "))),
    );
  }
}
