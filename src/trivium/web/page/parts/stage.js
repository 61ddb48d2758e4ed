/**
 * A board on the page with the tools that turn it. It fetches the plan of its board by itself
 * and remembers for each game how its person likes to look at it.
 *
 * @module
 */

import { boardPlan } from "../api.js";
import { FencesBoard } from "../boards/fences.js";
import { RhombusBoard } from "../boards/rhombus.js";
import { SquaresBoard } from "../boards/squares.js";
import { fill, h } from "../dom.js";
import { prefer, preference } from "../store.js";
import { tool } from "./controls.js";

/** @typedef {import("../boards/board.js").Board} Board */
/** @typedef {import("../boards/board.js").Scene} Scene */

const KINDS = {
  hexifence: FencesBoard,
  "dots-and-boxes": FencesBoard,
  cachex: RhombusBoard,
  "watch-your-back": SquaresBoard,
};

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
    this.tools = [
      tool("rotate", "Turn the board", () => this.turn(1), "Turn"),
      tool("hash", "Show or hide coordinates", () => this.#nameColumns(), "Names"),
    ];
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
    if (this.board) this.board.turn(this.#angle(this.board.plan.game));
  }

  /** Turn the board by some steps. @param {number} steps */
  turn(steps) {
    if (!this.board) return;
    this.board.turn(this.board.angle + steps * this.board.step);
    const { game } = this.board.plan;
    prefer(`angle.${game}`, this.board.angle - this.#natural(game));
  }

  #nameColumns() {
    const shown = !preference("coordinates", true);
    prefer("coordinates", shown);
    this.board?.nameColumns(shown);
  }

  /** @param {import("../types.js").BoardPlan} plan */
  #make(plan) {
    const Kind = KINDS[/** @type {keyof typeof KINDS} */ (plan.game)];
    return new Kind({
      plan,
      label: this.options.label,
      onMove: this.options.onMove,
      onPlace: this.options.onPlace,
      angle: this.#angle(plan.game),
      coordinates: preference("coordinates", true),
    });
  }

  /** @param {string} game */
  #angle(game) {
    return this.#natural(game) + preference(`angle.${game}`, 0);
  }

  /**
   * How the board lies if nobody turns it: a player of Watch Your Back! has the own rows in
   * front, and on a narrow screen the rhombus stands on its tip.
   *
   * @param {string} game
   */
  #natural(game) {
    if (game === "watch-your-back") return this.options.side === "white" ? 180 : 0;
    if (game === "cachex") return window.matchMedia("(max-width: 40rem)").matches ? 60 : 0;
    return 0;
  }
}
