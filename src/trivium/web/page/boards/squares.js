/**
 * The shrinking board of Watch Your Back! Squares that are gone fade; corners are crosses.
 *
 * @module
 */

import { s } from "../dom.js";
import { Board } from "./board.js";
import { points, round } from "./geometry.js";
import { standStones, stone } from "./stones.js";

/** @typedef {import("./board.js").Place} Place */
/** @typedef {import("./geometry.js").Spot} Spot */
/** @typedef {import("../types.js").Position} Position */

export class SquaresBoard extends Board {
  ground() {
    return [...this.places.values()].map(({ id, name, reach }) => {
      const shade = (name.charCodeAt(0) + Number(name.slice(1))) % 2 ? "dark" : "light";
      return s("polygon", { class: `square ${shade}`, points: points(reach), "data-square": id });
    });
  }

  /** @param {Position} position */
  stand(position) {
    const { gone = [], zone = [], corners = [] } = position.phase ?? {};
    for (const square of this.layers.ground.children) {
      const id = Number(square.getAttribute("data-square"));
      square.classList.toggle("gone", gone.includes(id));
      square.classList.toggle("zone", zone.includes(id) && !corners.includes(id));
    }
    for (const id of corners) this.keep(`corner ${id}`, () => this.#cross(this.spot(id)));
    standStones(this, position);
  }

  /**
   * @param {Place} place
   * @param {string} colour
   */
  ghost(place, colour) {
    return [stone(this, place.spot, `${colour} ghost`)];
  }

  /** @param {Spot} spot */
  #cross([x, y]) {
    const arm = this.unit * 0.19;
    const [left, right, top, bottom] = [x - arm, x + arm, y - arm, y + arm].map(round);
    return s(
      "g",
      { class: "corner enter" },
      s("line", { x1: left, y1: top, x2: right, y2: bottom }),
      s("line", { x1: left, y1: bottom, x2: right, y2: top }),
    );
  }
}
