/**
 * A board of squares with pieces that move. It may shrink: squares that are gone fade, corners are
 * crosses.
 *
 * @module
 */

import { s } from "../dom.js";
import { Board } from "./board.js";
import { points, round } from "./geometry.js";
import { dragStone, slideStones, standStones, stone } from "./stones.js";

/** @typedef {import("./board.js").Place} Place */
/** @typedef {import("./geometry.js").Spot} Spot */
/** @typedef {import("../types.js").Position} Position */

const WARNING = 12; // so many turns before a shrink its squares are marked

export class SquaresBoard extends Board {
  ground() {
    return [...this.places.values()].map(({ id, name, reach }) => {
      const shade = (name.charCodeAt(0) + Number(name.slice(1))) % 2 ? "dark" : "light";
      return s("polygon", { class: `square ${shade}`, points: points(reach), "data-square": id });
    });
  }

  /** @param {Position} position */
  stand(position) {
    const { gone = [], zone = [], corners = [], shrinks_in: left } = position.phase ?? {};
    const doomed = left !== null && left !== undefined && left <= WARNING ? this.#rim(gone) : [];
    for (const square of this.layers.ground.children) {
      const id = Number(square.getAttribute("data-square"));
      square.classList.toggle("gone", gone.includes(id));
      square.classList.toggle("doomed", doomed.includes(id));
      square.classList.toggle("zone", zone.includes(id) && !corners.includes(id));
    }
    for (const id of corners) this.keep(`corner ${id}`, () => this.#cross(this.spot(id)));
    slideStones(this, position);
    standStones(this, position);
  }

  /**
   * @param {Place} place
   * @param {string} colour
   */
  ghost(place, colour) {
    return [stone(this, place.spot, `${colour} ghost`)];
  }

  /**
   * @param {number} place
   * @param {Spot} spot
   */
  drag(place, spot) {
    dragStone(this, place, spot);
  }

  /** The squares that the next shrink takes. @param {number[]} gone */
  #rim(gone) {
    const left = this.plan.cells.filter(({ id }) => !gone.includes(id));
    const [xs, ys] = [left.map(({ centre }) => centre[0]), left.map(({ centre }) => centre[1])];
    const isBorder = (/** @type {number} */ value, /** @type {number[]} */ all) =>
      value === Math.min(...all) || value === Math.max(...all);
    return left
      .filter(({ centre: [x, y] }) => isBorder(x, xs) || isBorder(y, ys))
      .map(({ id }) => id);
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
