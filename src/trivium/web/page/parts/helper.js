/**
 * Help for who plays against the computer: a hint, first the idea and then the move, and for those
 * who want it a warning before a blunder. It is said in a box that lies over what is around it, so
 * that nothing moves when the engine speaks.
 *
 * @module
 */

import { hint, warning } from "../api.js";
import { setting } from "../comfort.js";
import { fill, h } from "../dom.js";
import { t } from "../language.js";
import { seatsOf } from "../store.js";
import { button, tool } from "./controls.js";
import { icon } from "./icons.js";
import { moveMark } from "./marks.js";
import { announce, complain } from "./notices.js";

/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").Hint} Hint */
/** @typedef {import("../types.js").Move} Move */

/**
 * What is said at the moment.
 *
 * @typedef {{kind: "thinking"}
 *   | {kind: "idea", hint: Hint}
 *   | {kind: "move", hint: Hint}
 *   | {kind: "checking", move: Move | null}
 *   | {kind: "warning", move: Move, why: string[], make: () => void}} Said
 */

export class Helper {
  /** @type {GameState | null} */
  #state = null;
  /** @type {Said | null} */
  #said = null;

  /**
   * @param {string} id  of the game
   * @param {() => void} onChange  the board is to be drawn again
   * @param {() => void} onAsk  the present position is to be shown: a hint is about that one
   */
  constructor(id, onChange, onAsk) {
    this.id = id;
    this.onChange = onChange;
    this.onAsk = onAsk;
    this.element = h("section", { class: "help-box hidden", "aria-label": t("help") });
  }

  /** Hear how the game stands; what was said of another position is taken away. @param {GameState} state */
  follow(state) {
    if (state.moves.length !== this.#state?.moves.length || !helps(state)) this.#say(null);
    this.#state = state;
  }

  /** The tools of who may be helped now. @param {GameState} state */
  tools(state) {
    if (!plays(state)) return [];
    const ask = tool("lamp", t("help.hint"), () => this.#ask(), t("help.hint.short"));
    if (!helps(state)) ask.setAttribute("disabled", "");
    return [ask];
  }

  /** Say nothing more: something else is looked at. */
  hush() {
    this.#say(null);
  }

  /** What is marked on the board. @returns {import("../boards/marks.js").Mark[]} */
  marks() {
    const said = this.#said;
    if (said?.kind === "move") return moveMark(said.hint.move, "first");
    if (said?.kind === "warning" || said?.kind === "checking")
      return said.move ? moveMark(said.move, "second") : [];
    return [];
  }

  /**
   * Make a move, unless its person wants to be warned and it is a blunder: then only if they say
   * so again.
   *
   * @param {Move | string} move
   * @param {() => void} make
   */
  guard(move, make) {
    const state = this.#state;
    if (!state || !helps(state) || !setting("warnings")) return make();
    const chosen = typeof move === "string" ? null : move;
    this.#say({ kind: "checking", move: chosen });
    const { tokens } = seatsOf(this.id);
    warning(this.id, { tokens, move: chosen?.code ?? String(move) })
      .then((found) => {
        if (found.ply !== this.#state?.moves.length) return;
        this.#say(null);
        if (found.why.length)
          this.#say({ kind: "warning", move: found.move, why: found.why, make });
        else make();
      })
      .catch(() => {
        this.#say(null);
        make(); // what is wrong with the move, the game itself says
      });
  }

  /** The first time the idea, the second time the move, the third time nothing more. */
  #ask() {
    const said = this.#said;
    if (said?.kind === "idea") this.#say({ kind: "move", hint: said.hint });
    else if (said?.kind === "move") this.#say(null);
    else if (said?.kind !== "thinking") this.#think();
  }

  #think() {
    this.onAsk();
    this.#say({ kind: "thinking" });
    const { tokens } = seatsOf(this.id);
    hint(this.id, { tokens })
      .then((found) => {
        const current = found.ply === this.#state?.moves.length;
        if (this.#said?.kind === "thinking")
          this.#say(current ? { kind: "idea", hint: found } : null);
      })
      .catch((error) => {
        this.#say(null);
        complain(error);
      });
  }

  /** @param {Said | null} said */
  #say(said) {
    const marked = this.marks().length > 0;
    this.#said = said;
    this.element.classList.toggle("hidden", said === null || said.kind === "checking");
    fill(this.element, said ? this.#words(said) : []);
    if (said?.kind === "idea") announce(said.hint.idea);
    if (said?.kind === "move") announce([said.hint.move.text, ...said.hint.why].join(" "));
    if (said?.kind === "warning") announce([t("help.careful"), ...said.why].join(" "));
    if (marked || this.marks().length) this.onChange();
  }

  /** @param {Said} said */
  #words(said) {
    const close = (/** @type {string} */ words) =>
      button(null, words, () => this.#say(null), "small");
    switch (said.kind) {
      case "thinking":
        return [h("p", {}, h("span", { class: "spinner" }), t("help.thinking"))];
      case "idea":
        return [
          h("p", {}, icon("lamp"), said.hint.idea),
          h(
            "div",
            { class: "row" },
            button(null, t("help.show"), () => this.#ask(), "primary small"),
            close(t("close")),
          ),
        ];
      case "move":
        return [
          h("p", {}, icon("lamp"), h("strong", {}, said.hint.move.text)),
          ...said.hint.why.map((words) => h("p", {}, words)),
          h("div", { class: "row" }, close(t("close"))),
        ];
      case "warning":
        return [
          h("p", {}, icon("shield"), h("strong", {}, t("help.careful"))),
          ...said.why.map((words) => h("p", {}, words)),
          h(
            "div",
            { class: "row" },
            button(null, t("help.anyway"), () => this.#insist(said.make), "small"),
            button(null, t("help.again"), () => this.#say(null), "primary small"),
          ),
        ];
      default:
        return [];
    }
  }

  /** @param {() => void} make */
  #insist(make) {
    this.#say(null);
    make();
  }
}

/** Whether this person plays against a computer. @param {GameState} state */
function plays({ you, seats, ending }) {
  return !ending && you.length === 1 && seats.some(({ kind }) => kind !== "person");
}

/** Whether it is also their turn. @param {GameState} state */
function helps(state) {
  return plays(state) && state.position.turn !== null && state.you.includes(state.position.turn);
}
