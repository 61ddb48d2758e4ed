/**
 * A move that a person holds in their hand: chosen, but not played. Either they want to be asked
 * once more, or it is not their turn yet and the move is to be played as soon as it is.
 *
 * @module
 */

import { confirmsMoves, setting } from "../comfort.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { button } from "./controls.js";
import { moveMark } from "./marks.js";
import { announce, note } from "./notices.js";
import { granted, wishes } from "./premove.js";

/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").Move} Move */

export class Hand {
  /** @type {Move | null} */
  #held = null;
  /** The position it was taken up in, by the number of moves before. */
  #ply = -1;
  /** @type {GameState | null} */
  #state = null;
  /** The position that a move is on its way from, by the number of moves before; -1 for none. */
  #left = -1;

  /**
   * @param {(move: Move) => void} play
   * @param {() => void} redraw
   */
  constructor(play, redraw) {
    this.play = play;
    this.redraw = redraw;
  }

  /** A move was sent: the turn is over, unless the server refuses it. @param {GameState} state */
  sent(state) {
    this.#left = state.moves.length;
  }

  refused() {
    this.#left = -1;
  }

  /** The game has gone on: play what was wished for, if that is possible. @param {GameState} state */
  follow(state) {
    this.#state = state;
    if (state.moves.length !== this.#left) this.#left = -1;
    if (!this.#held || (state.moves.length === this.#ply && !state.ending)) return;
    const wish = this.#held;
    const waits = state.moves.length > this.#ply && !state.ending;
    this.#held = waits && this.#mayWish(state) ? wish : null;
    if (this.#held) {
      this.#ply = state.moves.length;
      return;
    }
    if (!waits || !this.#isTheirs(state)) return;
    const move = granted(wish, state.position.legal);
    if (move) this.play(move);
    else note(t("premove.impossible", { move: wish.text }));
  }

  /**
   * What can be chosen on the board now.
   *
   * @param {GameState} state
   * @param {import("../types.js").Board} plan
   * @returns {Move[]}
   */
  choices(state, plan) {
    if (this.#isTheirs(state)) return state.position.legal;
    return this.#mayWish(state) ? wishes(state.position, state.you[0] ?? "", plan) : [];
  }

  /** What is held, drawn on the board. */
  marks() {
    return this.#held ? moveMark(this.#held, "held") : [];
  }

  /** A move was chosen on the board. @param {Move} move */
  choose(move) {
    const state = this.#state;
    if (!state) return;
    const again = this.#held && granted(this.#held, [move]) === move;
    if (this.#isTheirs(state)) {
      if (again || !confirmsMoves()) return this.#playNow(move);
      this.#hold(move, t("confirm.held", { move: move.text }));
    } else if (again) this.drop();
    else if (this.#mayWish(state)) this.#hold(move, t("premove.held", { move: move.text }));
  }

  drop() {
    this.#held = null;
    this.redraw();
  }

  /** What there is to say and to decide about it. @param {GameState} state */
  notice(state) {
    const move = this.#held;
    if (!move) return null;
    const mine = this.#isTheirs(state);
    return h(
      "div",
      { class: "notice offer held" },
      h("p", {}, t(mine ? "confirm.held" : "premove.held", { move: move.text })),
      h(
        "div",
        { class: "row" },
        mine && button("check", t("confirm.play"), () => this.#playNow(move), "primary"),
        button(null, t("cancel"), () => this.drop()),
      ),
    );
  }

  /** @param {Move} move */
  #playNow(move) {
    this.#held = null;
    this.play(move);
    this.redraw();
  }

  /** @param {Move} move @param {string} words */
  #hold(move, words) {
    this.#held = move;
    this.#ply = this.#state?.moves.length ?? 0;
    announce(words);
    this.redraw();
  }

  /** Whether a move may be chosen for later: against a clock, by who plays one side. @param {GameState} state */
  #mayWish(state) {
    return (
      state.clock !== null &&
      state.you.length === 1 &&
      !state.ending &&
      !this.#isTheirs(state) &&
      setting("premove")
    );
  }

  /** Whether the person at this browser is to move. @param {GameState} state */
  #isTheirs({ position: { turn }, you, ending, moves }) {
    return turn !== null && you.includes(turn) && !ending && moves.length !== this.#left;
  }
}
