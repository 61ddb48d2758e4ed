/**
 * A position in which something is to be found: a step of a lesson, or a puzzle. The person
 * moves or points at a place, the server judges, and what follows is played on the board.
 *
 * @module
 */

import { boardPlan } from "../api.js";
import { fill, h } from "../dom.js";
import { t } from "../language.js";
import { button, sign } from "./controls.js";
import { icon } from "./icons.js";
import { announce, complain } from "./notices.js";
import { Stage } from "./stage.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Move} Move */

/**
 * What is said to an answer.
 *
 * @typedef {object} Judged
 * @property {boolean} right
 * @property {string} text
 * @property {Position[]} steps  the board after each move that was made then; none: it stays
 * @property {Move[]} [solution]
 */

/**
 * @typedef {object} ExerciseOptions
 * @property {string} label
 * @property {Position} position
 * @property {number[]} [marked]  cells that stand out at the beginning
 * @property {string | null} task
 * @property {"move" | "place" | null} asks  null if there is nothing to do
 * @property {(answer: string) => Promise<Judged>} check
 * @property {Node | null} [back]  where to go at any time
 * @property {Node | null} [skip]  where to go while it is not done
 * @property {Node} next  where to go when it is done
 * @property {(solved: boolean) => void} [onDone]
 */

const PACE = 700; // milliseconds between two moves that are shown

export class Exercise {
  #failed = false;
  #timer = 0;

  /** @param {ExerciseOptions} options */
  constructor(options) {
    this.options = options;
    const { asks, position, task } = options;
    this.stage = new Stage({
      label: options.label,
      onMove: asks === "move" ? (move) => this.#answer(move.text) : undefined,
      onPlace: asks === "place" ? (place) => this.#point(place) : undefined,
      side: position.turn ?? undefined,
    });
    this.verdict = h("div", { class: "verdict", role: "status" });
    this.ways = h("div", { class: "row" });
    /** What is to be done, what was said to it, and where to go on: all that must be in sight. */
    this.task = h(
      "div",
      { class: "task" },
      task &&
        h("p", { class: "notice goal" }, asks === "move" && sign(position.turn ?? ""), ` ${task}`),
      this.verdict,
      this.ways,
    );
  }

  /** Show the beginning. */
  begin() {
    clearTimeout(this.#timer);
    this.#begin().catch(complain);
  }

  async #begin() {
    const { position } = this.options;
    this.plan = await boardPlan(position.game, position.size);
    fill(this.verdict);
    this.#offer(!this.options.asks);
    this.#show(position, true);
  }

  /** @type {import("../types.js").Board | null} */
  plan = null;

  /** @param {Position} position @param {boolean} active */
  #show(position, active) {
    const mover = this.options.asks === "place" ? "" : undefined;
    const marks = [
      { kind: /** @type {const} */ ("tint"), at: this.options.marked ?? [], tone: "marked" },
    ];
    this.stage
      .show({
        position,
        mover,
        legal: active && this.options.asks === "move" ? position.legal : [],
        marks: active ? marks : [],
      })
      .catch(complain);
  }

  /** Play moves on the board, slowly enough to follow. @param {Position[]} steps */
  #play([now, ...later]) {
    if (!now) return;
    this.#show(now, false);
    if (later.length) this.#timer = window.setTimeout(() => this.#play(later), PACE);
  }

  /** Say where one can go now. @param {boolean} done @param {Node | null} [other] */
  #offer(done, other = null) {
    const { back = null, skip = null, next } = this.options;
    fill(this.ways, back, done ? next : [other, skip], !done && !other && this.#specials());
  }

  /** Moves without a place on the board. */
  #specials() {
    const { asks, position } = this.options;
    if (asks !== "move") return [];
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
      .check(answer)
      .then((judged) => this.#judge(judged))
      .catch(complain);
  }

  /** @param {Judged} judged */
  #judge({ right, text, steps, solution = [] }) {
    announce(text);
    if (!right) this.#failed = true;
    this.options.onDone?.(!this.#failed);
    fill(
      this.verdict,
      h(
        "p",
        { class: `notice ${right ? "right" : "wrong"}` },
        right && icon("check"),
        h("span", {}, text),
      ),
      !right && solution.length > 0 && revealed(solution),
    );
    const again =
      !right && steps.length > 0
        ? button("rotate", t("exercise.again"), () => this.begin(), "primary")
        : null;
    this.#offer(right, again);
    this.#play(steps);
  }
}

/** The solution, for those who ask for it. @param {Move[]} solution */
function revealed([first, ...rest]) {
  const line = rest.map(({ text }) => text).join(" ");
  return h(
    "details",
    {},
    h("summary", {}, t("exercise.solution")),
    h(
      "p",
      {},
      t(line ? "exercise.solution.line" : "exercise.solution.move", {
        move: first?.text ?? "",
        line,
      }),
    ),
  );
}
