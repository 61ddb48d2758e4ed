/**
 * A rhombus of hexagons. Its sides carry the colours of the players who have to join them. Red
 * stones are rings, blue ones solid.
 *
 * @module
 */

import { s } from "../dom.js";
import { Board } from "./board.js";
import { points, round } from "./geometry.js";
import { dragStone, standStones, stone } from "./stones.js";

/** @typedef {import("./board.js").Place} Place */
/** @typedef {import("./geometry.js").Spot} Spot */
/** @typedef {import("../types.js").Position} Position */

export class RhombusBoard extends Board {
  ground() {
    const sides = this.plan.sides.map(({ colour, path }) =>
      s("polyline", {
        class: `border ${colour}`,
        points: points(path.map((spot) => this.turned(spot))),
        "stroke-width": round(this.unit * 0.3),
      }),
    );
    const cells = [...this.places.values()].map(({ reach }) =>
      s("polygon", { class: "cell", points: points(reach) }),
    );
    return [...sides, ...cells];
  }

  /** @param {Position} position */
  stand(position) {
    if (position.path.length) {
      const way = points(position.path.map((id) => this.spot(id)));
      this.keep(
        `path ${way}`,
        () =>
          s("polyline", {
            class: `won ${position.ending?.winner}`,
            points: way,
            "stroke-width": round(this.unit * 0.34),
          }),
        "below",
      );
    }
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
}
