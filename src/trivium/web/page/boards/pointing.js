/**
 * How people point at a board: mouse, touch and keyboard come to the same thing, a place that is
 * chosen. A move that goes from one place to another is chosen in two steps, or by dragging what
 * stands there.
 *
 * With the keyboard, arrow keys go from place to place, Enter chooses, Escape lets go.
 *
 * @module
 */

import { fill, s, set } from "../dom.js";
import { distance, points, round } from "./geometry.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Place} Place */
/** @typedef {import("./geometry.js").Spot} Spot */
/** @typedef {import("../types.js").Move} Move */

/** @type {Record<string, Spot>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const FINGER = 26; // pixels; smaller places are touched twice
const TREMBLE = 4; // pixels that a pointer may move without dragging

let boardsMade = 0;

export class Pointing {
  /** The place that a move has been begun at. @type {number | null} */
  chosen = null;
  /** Where the keyboard is. @type {number | null} */
  cursor = null;
  /** @type {number | null} */
  #previewed = null;
  /** Where the pointer went down, and what was chosen before. @type {[number | null, number | null]} */
  #pressed = [null, null];
  /** Where on the screen that was; null if nothing can be dragged. @type {Spot | null} */
  #grip = null;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.id = `board${++boardsMade}`;
    const { onMove, onPlace, label } = board.options;
    const active = Boolean(onMove || onPlace);
    set(board.element, {
      tabindex: active ? 0 : null,
      role: active ? "application" : "img",
      "aria-roledescription": active ? board.words.role : null,
      "aria-label": active ? board.words.keys(label) : label,
    });
    if (!active) return;
    set(board.element, {
      // The keyboard's focus comes by the keyboard: after a click arrow keys go through the game.
      onmousedown: (/** @type {Event} */ event) => event.preventDefault(),
      onpointerdown: this.#press.bind(this),
      onpointerup: this.#release.bind(this),
      onpointercancel: () => this.letGo(),
      onpointermove: this.#hover.bind(this),
      onpointerleave: () => this.preview(this.#touched),
      onkeydown: this.#key.bind(this),
      onblur: () => this.#moveCursor(null),
    });
    // A finger carries what it has taken up, and does not scroll the page.
    board.element.addEventListener(
      "touchmove",
      (event) => {
        if (this.#grip && event.cancelable) event.preventDefault();
      },
      { passive: false },
    );
  }

  get #legal() {
    return this.board.scene?.legal ?? [];
  }

  /** The moves that begin at a place. @param {number} id */
  #from(id) {
    return this.#legal.filter((move) => move.origin === id);
  }

  /** The move that choosing a place makes now, if any. @param {number} id */
  #moveTo(id) {
    const begun =
      this.chosen === null ? undefined : this.#from(this.chosen).find((move) => move.place === id);
    return begun ?? this.#legal.find((move) => move.place === id && move.origin === null);
  }

  /** Forget a beginning that the new scene does not allow. */
  follow() {
    if (this.chosen !== null && !this.#from(this.chosen).length) this.chosen = null;
  }

  /** Make the areas that pointers mean places by. */
  layOut() {
    const active = this.board.options.onMove || this.board.options.onPlace;
    const areas = [...this.board.places.values()].map((place) =>
      s("polygon", {
        id: `${this.id}-${place.id}`,
        class: "target",
        points: points(place.reach),
        "data-place": place.id,
        "data-name": place.name,
        role: "button",
      }),
    );
    fill(this.board.layers.targets, active ? areas : []);
  }

  /** Where a begun move can end. @returns {SVGElement[]} */
  marks() {
    if (this.chosen === null) return [];
    return this.#from(this.chosen).map((move) => {
      const [cx, cy] = this.board.spot(move.place ?? -1).map(round);
      return s("circle", { class: "target-dot", cx, cy, r: round(this.board.unit * 0.15) });
    });
  }

  /** Tell the areas what can be done with them. */
  refresh() {
    const any = Boolean(this.board.options.onPlace);
    const open = new Set(this.#legal.map((move) => move.origin ?? move.place));
    if (this.chosen !== null) for (const move of this.#from(this.chosen)) open.add(move.place);
    const owners = this.board.scene?.position.owners ?? {};
    const movable = new Set(this.#legal.map((move) => move.origin));
    for (const area of this.board.layers.targets.children) {
      const id = Number(area.getAttribute("data-place"));
      const possible = any || open.has(id);
      area.classList.toggle("open", possible);
      area.classList.toggle("chosen", id === this.chosen);
      area.classList.toggle("movable", movable.has(id));
      const { words } = this.board;
      const owner = owners[id];
      const told = [
        area.getAttribute("data-name"),
        owner === undefined ? words.free : words.side(owner),
        possible ? "" : words.impossible,
      ];
      area.setAttribute("aria-label", told.filter(Boolean).join(", "));
    }
    this.preview(null);
  }

  /** Show what choosing a place would do. @param {number | null} id */
  preview(id) {
    if (this.#previewed === id) return;
    this.#previewed = id;
    const place = id === null ? undefined : this.board.places.get(id);
    const scene = this.board.scene;
    const possible = place && (this.board.options.onPlace || this.#moveTo(place.id));
    const colour = scene?.mover ?? scene?.position.turn ?? "";
    fill(this.board.layers.preview, possible && colour ? this.board.ghost(place, colour) : []);
  }

  /** A place was clicked, touched or chosen by key. @param {number} id */
  choose(id) {
    const { onMove, onPlace } = this.board.options;
    if (onPlace) return onPlace(id);
    const move = this.#moveTo(id);
    if (move) {
      this.chosen = null;
      this.preview(null);
      onMove?.(move);
    } else {
      this.chosen = this.#from(id).length && id !== this.chosen ? id : null;
      this.board.refresh();
    }
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button > 0) return;
    const id = placeAt(event.target);
    this.#pressed = [id, this.chosen];
    if (event.target instanceof Element && event.pointerType !== "mouse") {
      event.target.releasePointerCapture?.(event.pointerId);
    }
    if (id === null || !this.#from(id).length) return;
    this.#grip = [event.clientX, event.clientY];
    if (id !== this.chosen && !this.#moveTo(id)) this.choose(id);
  }

  /** Forget the press that is going on, as if it had never begun. */
  letGo() {
    const [pressed, before] = this.#pressed;
    this.#pressed = [null, null];
    this.#grip = null;
    if (pressed === null) return;
    this.chosen = before;
    this.board.refresh();
  }

  /** Carry what stands where the pointer went down. @param {PointerEvent} event */
  #drag(event) {
    const [pressed] = this.#pressed;
    if (pressed === null || !this.#grip || this.chosen !== pressed) return;
    const far = distance(this.#grip, [event.clientX, event.clientY]);
    if (far < TREMBLE && !this.board.element.hasPointerCapture(event.pointerId)) return;
    this.board.element.setPointerCapture(event.pointerId);
    this.board.drag(pressed, this.board.spotAt(event));
    this.preview(placeAt(this.board.elementAt(event)));
  }

  /**
   * Where fingers are wider than places, the first touch only shows what the second will do.
   *
   * @param {PointerEvent} event
   * @param {number} id
   */
  #needsSecondTouch({ pointerType }, id) {
    if (pointerType !== "touch" || this.#touched === id) return false;
    const scale = this.board.element.getBoundingClientRect().width / this.board.width;
    const share = this.board.plan.clickable === "edges" ? 0.55 : 1;
    return scale * this.board.unit * share < FINGER && Boolean(this.#moveTo(id));
  }

  /** The place that was touched first, and waits for the second touch. @type {number | null} */
  #touched = null;

  /** @param {PointerEvent} event */
  #release(event) {
    if (event.button > 0) return;
    const id = placeAt(this.board.elementAt(event));
    const [pressed, chosenBefore] = this.#pressed;
    const held = this.#grip !== null && this.chosen === pressed;
    this.#pressed = [null, null];
    this.#grip = null;
    if (pressed === null) return;
    if (pressed !== id) {
      if (held) this.#drop(pressed, id);
    } else if (this.#needsSecondTouch(event, id)) {
      this.#touched = id;
      this.#moveCursor(id);
    } else if (this.chosen !== id || chosenBefore === id) {
      this.#touched = null;
      this.#moveCursor(null);
      this.choose(id);
    }
  }

  /**
   * What was carried is let go over a place, or over none.
   *
   * @param {number} from
   * @param {number | null} id
   */
  #drop(from, id) {
    if (id === null || !this.#moveTo(id)) return this.board.refresh();
    this.board.drag(from, this.board.spot(id));
    this.choose(id);
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    if (this.#grip) this.#drag(event);
    else if (event.pointerType === "mouse") this.preview(placeAt(event.target));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const way = ARROWS[event.key];
    if (way) this.#moveCursor(this.#beside(way));
    else if ((event.key === "Enter" || event.key === " ") && this.cursor !== null)
      this.choose(this.cursor);
    else if (event.key === "Escape" && this.board.drawing.clear()) this.preview(this.cursor);
    else if (event.key === "Escape" && (this.chosen !== null || this.cursor !== null)) {
      this.chosen = null;
      this.board.refresh();
      this.#moveCursor(null);
    } else if (!this.board.drawing.key(event.key, this.cursor)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number | null} id */
  #moveCursor(id) {
    this.cursor = id;
    fill(this.board.layers.cursor, this.board.outlined(id, "cursor-place"));
    set(this.board.element, { "aria-activedescendant": id === null ? null : `${this.id}-${id}` });
    this.preview(id);
  }

  /** The place that the keyboard goes to next. @param {Spot} way */
  #beside(way) {
    const open = this.#reachable();
    const from = this.cursor === null ? undefined : this.board.places.get(this.cursor);
    if (!from) return open.length ? nearest(open, this.#middle()) : null;
    let [best, least] = [from.id, Infinity];
    for (const { id, spot } of open) {
      const [dx, dy] = [spot[0] - from.spot[0], spot[1] - from.spot[1]];
      const along = dx * way[0] + dy * way[1];
      const aside = Math.abs(dx * way[1] - dy * way[0]);
      if (along > 1 && aside <= 2.5 * along && along + 2 * aside < least) {
        [best, least] = [id, along + 2 * aside];
      }
    }
    return best;
  }

  /** @returns {Spot} */
  #middle() {
    const { x, y, width, height } = this.board.plan.view;
    return this.board.turned([x + width / 2, y + height / 2]);
  }

  #reachable() {
    const all = [...this.board.places.values()];
    if (this.board.options.onPlace || !this.#legal.length) return all;
    const ids = new Set(this.#legal.map((move) => move.origin ?? move.place));
    if (this.chosen !== null) for (const move of this.#from(this.chosen)) ids.add(move.place);
    return all.filter(({ id }) => ids.has(id));
  }
}

/** The place that an element of a board stands for. @param {EventTarget | null} target */
export function placeAt(target) {
  const id = target instanceof Element ? target.getAttribute("data-place") : null;
  return id === null ? null : Number(id);
}

/**
 * @param {Place[]} places
 * @param {Spot} spot
 */
function nearest(places, spot) {
  const apart = (/** @type {Place} */ place) => distance(place.spot, spot);
  return places.reduce((best, place) => (apart(place) < apart(best) ? place : best)).id;
}
