/**
 * The board of a game that brings no drawing: a grid with a cell for each move. A cell carries the
 * name of its move, and a badge of whoever made that move last.
 *
 * @module
 */

import { s } from "../dom.js";
import { Board } from "./board.js";
import { points, round } from "./geometry.js";

/** @typedef {import("./board.js").Place} Place */
/** @typedef {import("../types.js").Position} Position */

const ASIDE = 0.2; // how far from the middle name and badge stand, as a share of a cell

export class PlainBoard extends Board {
  ground() {
    return [...this.places.values()].map(({ reach }) =>
      s("polygon", { class: "cell", points: points(reach) }),
    );
  }

  /** They are always there. @returns {SVGElement[]} */
  names() {
    return [];
  }

  /** @param {Position} position */
  stand(position) {
    for (const place of this.places.values()) {
      this.keep(`name ${place.id}`, () => this.#name(place));
    }
    for (const [id, owner] of Object.entries(position.owners)) {
      const place = this.places.get(Number(id));
      if (place) this.keep(`badge ${id} ${owner}`, () => this.#badge(place, `${owner} enter`));
    }
  }

  /**
   * @param {Place} place
   * @param {string} colour
   */
  ghost(place, colour) {
    return [this.#badge(place, `${colour} ghost`)];
  }

  /** @param {Place} place */
  #name({ name, spot: [x, y] }) {
    const size = round(Math.min(0.26, 1.3 / name.length) * this.unit);
    const at = { x: round(x), y: round(y - ASIDE * this.unit) };
    return s("text", { class: "place-name", "font-size": size, ...at }, name);
  }

  /**
   * @param {Place} place
   * @param {string} className
   */
  #badge({ spot: [x, y] }, className) {
    return s(
      "g",
      { class: `captured ${className}` },
      s("circle", {
        class: "badge",
        cx: round(x),
        cy: round(y + ASIDE * this.unit),
        r: round(this.unit * 0.14),
        "stroke-width": round(this.unit * 0.06),
      }),
    );
  }
}
