/**
 * Boards whose moves are edges, around hexagons or squares.
 *
 * Blue is drawn solid and Red hollow, so that nobody has to tell them apart by colour.
 *
 * @module
 */

import { s } from "../dom.js";
import { Board } from "./board.js";
import { points, round } from "./geometry.js";

/** @typedef {import("./board.js").Place} Place */
/** @typedef {import("../types.js").Position} Position */

export class FencesBoard extends Board {
  ground() {
    const cells = this.plan.cells.map(({ id }) =>
      s("polygon", { class: "cell", points: points(this.outline(id)) }),
    );
    const edges = [...this.places.values()].map((place) => this.#line(place, "free-edge", 0.05));
    return [...cells, ...edges, this.#dots()];
  }

  /** @param {Position} position */
  stand(position) {
    for (const [id, owner] of Object.entries(position.cells)) {
      this.keep(`cell ${id} ${owner}`, () => this.#captured(Number(id), owner), "below");
    }
    for (const [id, owner] of Object.entries(position.owners)) {
      const place = this.places.get(Number(id));
      if (place) this.keep(`edge ${id} ${owner}`, () => this.#fence(place, `${owner} enter`));
    }
  }

  /**
   * @param {Place} place
   * @param {string} colour
   */
  ghost(place, colour) {
    return [this.#fence(place, `${colour} ghost`)];
  }

  /**
   * @param {number} id
   * @param {string} owner
   */
  #captured(id, owner) {
    const [cx, cy] = this.turned(this.plan.cells[id]?.centre ?? [0, 0]).map(round);
    return s(
      "g",
      { class: `captured enter ${owner}` },
      s("polygon", { class: "captured-cell", points: points(this.outline(id)) }),
      this.#diamond(cx ?? 0, cy ?? 0),
      s("circle", {
        class: "badge",
        cx,
        cy,
        r: round(this.unit * 0.17),
        "stroke-width": round(this.unit * 0.07),
      }),
    );
  }

  /**
   * The badge of piece sets with shapes.
   *
   * @param {number} x
   * @param {number} y
   */
  #diamond(x, y) {
    const arm = this.unit * 0.22;
    const corners = /** @type {import("./geometry.js").Spot[]} */ ([
      [x, y - arm],
      [x + arm, y],
      [x, y + arm],
      [x - arm, y],
    ]);
    return s("polygon", { class: "badge-diamond", points: points(corners) });
  }

  #dots() {
    const corners = new Map();
    for (const { ends = [] } of this.places.values()) {
      for (const [x, y] of ends) corners.set(`${Math.round(x)} ${Math.round(y)}`, [x, y]);
    }
    const r = round(this.unit * 0.055);
    return s(
      "g",
      { class: "dots" },
      [...corners.values()].map(([x, y]) => s("circle", { cx: round(x), cy: round(y), r })),
    );
  }

  /**
   * @param {Place} place
   * @param {string} className
   */
  #fence(place, className) {
    return s(
      "g",
      { class: `fence ${className}` },
      this.#line(place, "fence-line", 0.12),
      this.#line(place, "fence-core", 0.04),
    );
  }

  /**
   * @param {Place} place
   * @param {string} className
   * @param {number} width as a share of the unit
   */
  #line({ ends, spot }, className, width) {
    const [[x1, y1], [x2, y2]] = ends ?? [spot, spot];
    return s("line", {
      class: className,
      pathLength: 1,
      "stroke-width": round(width * this.unit),
      x1: round(x1),
      y1: round(y1),
      x2: round(x2),
      y2: round(y2),
    });
  }
}
