/**
 * A position in which something is to be found: a step of a lesson, a puzzle, or a mistake of
 * one's own. The person moves or points at a place, the server judges, and what follows is played
 * on the board. A puzzle may then go on from there.
 *
 * @module
 */

import { boardPlan } from "../api.js";
import { fill, h } from "../dom.js";
import { t } from "../language.js";
import { button, sign } from "./controls.js";
import { icon } from "./icons.js";
import { announce, complain } from "./notices.js";
import { sound } from "./sound.js";
import { specialMoves } from "./specials.js";
import { Stage } from "./stage.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Move} Move */

/**
 * What is said to an answer.
 *
 * @typedef {object} Judged
 * @property {boolean} right
 * @property {string} text
 * @property {string[]} [why]  what the move does
 * @property {boolean} [done]  false if more is to be found after this
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
 * @property {(answer: string, before: string[]) => Promise<Judged>} check  `before` are the
 *   answers that were right so far
 * @property {Node | null} [back]  where to go at any time
 * @property {Node | null} [skip]  where to go while it is not done
 * @property {Node} next  where to go when it is done
 * @property {(solved: boolean) => void} [onDone]  told of the first wrong answer, or of the last
 *   right one
 */

const PACE = 700; // milliseconds between two moves that are shown

export class Exercise {
  #failed = false;
  /** Whether an answer is being looked at; another one has to wait. */
  #isJudged = false;
  #timer = 0;
  /** Answers that were right so far. @type {string[]} */
  #found = [];

  /** @param {ExerciseOptions} options */
  constructor(options) {
    this.options = options;
    const { asks, position, task } = options;
    /** What is to be answered now. */
    this.position = position;
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

  /** Show what is to be answered. */
  begin() {
    clearTimeout(this.#timer);
    this.#begin().catch(complain);
  }

  async #begin() {
    const { position } = this;
    fill(this.verdict);
    this.#offer(!this.options.asks); // before the board is there, so that nothing moves then
    this.plan = await boardPlan(position.game, position.size);
    if (this.#specials().length) this.#offer(!this.options.asks);
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

  /**
   * Play moves on the board, slowly enough to follow.
   *
   * @param {Position[]} steps
   * @param {boolean} [goesOn]  whether something is to be found then
   */
  #play([now, ...later], goesOn = false) {
    if (!now) return;
    const asked = goesOn && !later.length;
    this.#show(now, asked);
    if (asked) this.#offer(false);
    if (later.length) this.#timer = window.setTimeout(() => this.#play(later, goesOn), PACE);
  }

  /** Say where one can go now. @param {boolean} done @param {Node | null} [other] */
  #offer(done, other = null) {
    const { back = null, skip = null, next } = this.options;
    fill(this.ways, back, done ? next : [other, skip], !done && !other && this.#specials());
  }

  /** Moves without a place on the board. */
  #specials() {
    if (this.options.asks !== "move") return [];
    return specialMoves(this.plan, this.position).map(({ title, text }) =>
      button("swap", title, () => this.#answer(text)),
    );
  }

  /** A place is named as on the board. @param {number} place */
  #point(place) {
    this.#answer(this.plan?.cells[place]?.name ?? "");
  }

  /** @param {string} answer */
  #answer(answer) {
    if (this.#isJudged) return;
    this.#isJudged = true;
    clearTimeout(this.#timer);
    this.options
      .check(answer, this.#found)
      .then((judged) => this.#judge(answer, judged))
      .catch(complain)
      .finally(() => (this.#isJudged = false));
  }

  /** @param {string} answer @param {Judged} judged */
  #judge(answer, { right, text, why = [], steps, solution = [], done = right }) {
    announce([text, ...why].join(" "));
    sound(right ? "right" : "wrong");
    if (!right && !this.#failed) this.options.onDone?.(false);
    if (!right) this.#failed = true;
    if (done && !this.#failed) this.options.onDone?.(true);
    const goesOn = right && !done;
    fill(
      this.verdict,
      h(
        "p",
        { class: `notice ${right ? "right" : "wrong"}` },
        right && icon("check"),
        h("span", {}, text, goesOn && ` ${t("exercise.goes-on")}`),
      ),
      ...why.map((words) => h("p", { class: "why small" }, words)),
      !right && solution.length > 0 && revealed(solution),
    );
    const again =
      !right && steps.length > 0
        ? button("rotate", t("exercise.again"), () => this.begin(), "primary")
        : null;
    this.#offer(done, again);
    if (goesOn) {
      this.#found = [...this.#found, answer];
      this.position = steps.at(-1) ?? this.position;
    }
    this.#play(steps, goesOn);
    if (done || again) this.#focusOn(again ?? this.options.next);
  }

  /** Whoever plays by keyboard goes on from here. @param {Node} way */
  #focusOn(way) {
    const free = [document.body, null].includes(/** @type {any} */ (document.activeElement));
    const atBoard = this.stage.element.contains(document.activeElement);
    if ((free || atBoard) && way instanceof HTMLElement && way.isConnected)
      way.focus({ preventScroll: true });
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
