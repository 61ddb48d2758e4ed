/**
 * What people draw on a board to think or to show: circles and arrows. The right button of a mouse
 * draws, or a finger that stays for a moment: at one place a circle, from one to another an arrow.
 * With the keyboard, C circles the place where one is, and A begins and ends an arrow. The same
 * once more takes it away; a new position takes away all.
 *
 * @module
 */

import { fill, set } from "../dom.js";
import { drawnAbove } from "./marks.js";
import { placeAt } from "./pointing.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("../types.js").Position} Position */

const LONG = 450; // milliseconds after which a finger draws
const STILL = 8; // pixels that it may tremble meanwhile

export class Drawing {
  /** What is drawn: the places of each shape. @type {Map<string, number[]>} */
  #shapes = new Map();
  /** Where a shape was begun. @type {number | null} */
  #from = null;
  #shown = "";
  #timer = 0;
  /** Where the finger went down. @type {[number, number]} */
  #touched = [0, 0];

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    set(board.element, {
      oncontextmenu: (/** @type {Event} */ event) => event.preventDefault(),
      onpointerdown: this.#press.bind(this),
      onpointermove: this.#move.bind(this),
      onpointerup: this.#release.bind(this),
      onpointercancel: () => this.#giveUp(),
    });
    // While a finger draws, the page does not scroll.
    board.element.addEventListener(
      "touchmove",
      (event) => {
        if (this.#from !== null && event.cancelable) event.preventDefault();
      },
      { passive: false },
    );
  }

  /** Forget the drawings of another position. @param {Position} position */
  follow({ text, last }) {
    const now = `${last?.text} ${text}`;
    if (now !== this.#shown) this.#shapes.clear();
    this.#shown = now;
  }

  refresh() {
    const marks = [...this.#shapes.values()].map((at) => ({
      kind: /** @type {"arrow" | "ring"} */ (at.length > 1 ? "arrow" : "ring"),
      at,
      tone: "drawn",
    }));
    fill(
      this.board.layers.drawn,
      marks.flatMap((mark) => drawnAbove(this.board, mark)),
    );
  }

  /**
   * A key was pressed while the keyboard is at a place; returns whether it draws.
   *
   * @param {string} key
   * @param {number | null} place
   */
  key(key, place) {
    if (place === null || !"ca".includes(key)) return false;
    if (key === "c") this.#toggle([place]);
    else if (this.#from === null) this.#from = place;
    else this.#end(place);
    return true;
  }

  /** Take everything away; returns whether there was anything. */
  clear() {
    const any = this.#shapes.size > 0 || this.#from !== null;
    this.#shapes.clear();
    this.#giveUp();
    this.refresh();
    return any;
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const place = placeAt(event.target);
    clearTimeout(this.#timer);
    if (event.pointerType === "touch") {
      this.#touched = [event.clientX, event.clientY];
      this.#timer = window.setTimeout(() => {
        this.board.pointing.letGo();
        this.#from = place;
      }, LONG);
    } else if (event.button === 2) this.#from = place;
  }

  /** @param {PointerEvent} event */
  #move({ clientX, clientY }) {
    const [x, y] = this.#touched;
    if (Math.hypot(clientX - x, clientY - y) > STILL) clearTimeout(this.#timer);
  }

  /** @param {PointerEvent} event */
  #release(event) {
    clearTimeout(this.#timer);
    if (event.pointerType === "mouse" && event.button !== 2) return;
    const place = placeAt(this.board.elementAt(event));
    if (place === null) this.#giveUp();
    else this.#end(place);
  }

  /** @param {number} place */
  #end(place) {
    if (this.#from !== null) this.#toggle([...new Set([this.#from, place])]);
    this.#giveUp();
  }

  #giveUp() {
    clearTimeout(this.#timer);
    this.#from = null;
  }

  /** @param {number[]} at */
  #toggle(at) {
    const key = at.join(" ");
    if (!this.#shapes.delete(key)) this.#shapes.set(key, at);
    this.refresh();
  }
}
