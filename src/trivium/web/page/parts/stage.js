/**
 * A board on the page with the tools that turn it. It fetches the plan of its board by itself
 * and remembers for each game how its person likes to look at it.
 *
 * @module
 */

import { boardPlan } from "../api.js";
import { FencesBoard } from "../boards/fences.js";
import { wholeAngle } from "../boards/geometry.js";
import { PlainBoard } from "../boards/plain.js";
import { RhombusBoard } from "../boards/rhombus.js";
import { SquaresBoard } from "../boards/squares.js";
import { change, setting, whenChanged } from "../comfort.js";
import { fill, h } from "../dom.js";
import { t } from "../language.js";
import { prefer, preference } from "../store.js";
import { sideName, tool } from "./controls.js";

/** @typedef {import("../boards/board.js").Board} Board */
/** @typedef {import("../boards/board.js").BoardPlan} BoardPlan */
/** @typedef {import("../boards/board.js").Scene} Scene */

/**
 * The drawing of each style; others are plain.
 *
 * @type {Record<string, new (options: import("../boards/board.js").BoardOptions) => Board>}
 */
const STYLES = { fences: FencesBoard, rhombus: RhombusBoard, squares: SquaresBoard };

/** What a board says of itself. */
const WORDS = {
  role: t("board.role"),
  free: t("board.free"),
  impossible: t("board.impossible"),
  keys: (/** @type {string} */ label) => t("board.keys", { label }),
  side: sideName,
};

const NARROW = window.matchMedia("(max-width: 40rem) and (orientation: portrait)");

/** Go on to the next way to name places: around the board, on it, not at all. */
function nameOtherwise() {
  const next = /** @type {const} */ ({ out: "in", in: "none", none: "out" });
  change("coordinates", next[setting("coordinates")]);
}

/**
 * @typedef {object} StageOptions
 * @property {string} label
 * @property {(move: import("../types.js").Move) => void} [onMove]
 * @property {(place: number) => void} [onPlace]
 * @property {string} [side]  the colour to sit behind, where that matters
 */

export class Stage {
  /** @type {Board | null} */
  board = null;
  #shown = "";

  /** @param {StageOptions} options */
  constructor(options) {
    this.options = options;
    this.element = h("div", { class: "stage" });
    // A phone may be turned while its person looks at the board.
    new ResizeObserver(() => this.#lie()).observe(this.element);
    this.tools = [
      tool("rotate", t("board.turn"), () => this.turn(1), t("board.turn.short")),
      tool("hash", t("board.names"), nameOtherwise, t("board.names.short")),
    ];
    whenChanged("coordinates", this, ({ board }) => board?.nameColumns(setting("coordinates")));
  }

  /** Show a scene, with a new board if game or size are new. @param {Scene} scene */
  async show(scene) {
    const { game, size } = scene.position;
    const wanted = `${game} ${size}`;
    if (this.#shown !== wanted) {
      this.#shown = wanted;
      this.board = null;
      const plan = await boardPlan(game, size);
      if (this.#shown !== wanted) return;
      this.board = this.#make(plan);
      fill(this.element, this.board.element);
      this.board.show(this.waiting ?? scene);
      this.waiting = null;
    } else if (this.board) {
      this.board.show(scene);
    } else {
      this.waiting = scene;
    }
  }

  /** What to show once the plan is there. @type {Scene | null | undefined} */
  waiting = null;

  /** Sit behind a colour. @param {string | undefined} side */
  sitBehind(side) {
    if (side === this.options.side) return;
    this.options.side = side;
    this.#lie();
  }

  /** Lie as is natural on this screen, for this person. */
  #lie() {
    if (!this.board) return;
    const angle = wholeAngle(this.#angle(this.board.plan));
    if (angle !== this.board.angle) this.board.turn(angle);
  }

  /** Turn the board by some steps. @param {number} steps */
  turn(steps) {
    if (!this.board) return;
    const { plan } = this.board;
    this.board.turn(this.board.angle + steps * plan.turning.step);
    prefer(`angle.${plan.game}`, this.board.angle - this.#natural(plan));
  }

  /** @param {BoardPlan} plan */
  #make(plan) {
    const Kind = STYLES[plan.style] ?? PlainBoard;
    return new Kind({
      plan,
      label: this.options.label,
      onMove: this.options.onMove,
      onPlace: this.options.onPlace,
      angle: this.#angle(plan),
      coordinates: setting("coordinates"),
      words: WORDS,
    });
  }

  /** @param {BoardPlan} plan */
  #angle(plan) {
    return this.#natural(plan) + preference(`angle.${plan.game}`, 0);
  }

  /** How the board lies if nobody turns it. @param {BoardPlan} plan */
  #natural({ turning }) {
    const forSide = turning.behind[this.options.side ?? ""] ?? 0;
    return forSide + (NARROW.matches ? turning.when_narrow : 0);
  }
}
