/**
 * What all boards have in common: layers of SVG. A board of one kind draws its ground and what
 * stands on it. Where everything lies it learns from the server, and which moves are possible
 * too: no rules here. How people point at it is in pointing.js, what they draw on it in drawing.js,
 * what analysis adds in marks.js.
 *
 * @module
 */

import { fill, s } from "../dom.js";
import { Drawing } from "./drawing.js";
import { around, between, frame, points, round, turned, wholeAngle } from "./geometry.js";
import { drawnAbove, drawnBelow, stroke } from "./marks.js";
import { Pointing } from "./pointing.js";

/** @typedef {import("./geometry.js").Spot} Spot */
/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {import("../types.js").Board} BoardPlan */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Move} Move */

/**
 * Anything a move can be made at: an edge, a cell or a square.
 *
 * @typedef {object} Place
 * @property {number} id
 * @property {string} name
 * @property {Spot} spot  its middle
 * @property {Spot[]} reach  the outline within which a pointer means this place
 * @property {[Spot, Spot]} [ends]  of an edge
 */

/**
 * What a board shows.
 *
 * @typedef {object} Scene
 * @property {Position} position
 * @property {Move[]} [legal]  the moves the person may make now; none: only to look at
 * @property {Mark[]} [marks]
 * @property {string} [mover]  the colour of previews, if not that of the player to move
 */

/**
 * @typedef {object} BoardOptions
 * @property {BoardPlan} plan
 * @property {string} label  for screen readers
 * @property {number} [angle]  degrees clockwise
 * @property {Coordinates} [coordinates]  where names stand; around the board unless told
 * @property {(move: Move) => void} [onMove]
 * @property {Words} [words]  of its person's language
 * @property {(place: number) => void} [onPlace]  instead of moves: any place can be chosen
 */

/** Around the board, on its places, or nowhere. @typedef {"out" | "in" | "none"} Coordinates */

/**
 * What a board says to those who do not see it.
 *
 * @typedef {object} Words
 * @property {string} role
 * @property {string} free
 * @property {string} impossible
 * @property {(label: string) => string} keys  which keys do what
 * @property {(colour: string) => string} side
 */

/** @type {Words} */
const ENGLISH = {
  role: "board",
  free: "free",
  impossible: "not possible now",
  keys: (label) => `${label}. Arrow keys move, Enter plays.`,
  side: (colour) => colour,
};

const LAYERS = /** @type {const} */ ([
  "ground",
  "tints",
  "last",
  "inside",
  "standing",
  "preview",
  "marks",
  "drawn",
  "labels",
  "targets",
  "cursor",
]);

const MOST = 2.6; // a small board is not blown up further than that
const LEAVING = 320; // milliseconds, as long as the animation in board.css

/** @abstract */
export class Board {
  /** @param {BoardOptions} options */
  constructor(options) {
    this.options = options;
    this.plan = options.plan;
    this.words = options.words ?? ENGLISH;
    this.angle = wholeAngle(options.angle ?? 0);
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Map<number, Place>} */
    this.places = new Map();
    /** Of the whole picture. */
    this.width = 1;
    /** What stands on the board, by key. @type {Map<string, SVGElement>} */
    this.standing = new Map();
    /** The keys of what has been drawn this time. @type {Set<string>} */
    this.kept = new Set();
    const layers = LAYERS.map((name) => [name, s("g", { class: name })]);
    this.layers = /** @type {Record<(typeof LAYERS)[number], SVGGElement>} */ (
      Object.fromEntries(layers)
    );
    this.element = s("svg", { class: `board ${this.plan.style}` }, Object.values(this.layers));
    this.pointing = new Pointing(this);
    this.drawing = new Drawing(this);
  }

  /** The width of a cell. @returns {number} */
  get unit() {
    const outline = this.plan.cells[0]?.outline ?? [];
    const xs = outline.map(([x]) => x);
    return Math.max(...xs) - Math.min(...xs);
  }

  // To be given by the boards of one kind.

  /** Draw what never changes. @returns {SVGElement[]} */
  ground() {
    return [];
  }

  /** Draw what stands on the board, through `keep`. @param {Position} _position */
  stand(_position) {}

  /**
   * Draw what a move would put here.
   *
   * @param {Place} _place
   * @param {string} _colour
   * @returns {SVGElement[]}
   */
  ghost(_place, _colour) {
    return [];
  }

  /**
   * Let what stands on a place follow a pointer; the next `refresh` puts it back.
   *
   * @param {number} _place
   * @param {Spot} _spot
   */
  drag(_place, _spot) {}

  /** The names of places, for boards that carry them inside. @returns {SVGElement[]} */
  names() {
    const isEdge = this.plan.clickable === "edges";
    const size = round(this.unit * (isEdge ? 0.16 : 0.18));
    return [...this.places.values()].map(({ id, name, spot: [x, y] }) => {
      const at = { x: round(x), y: round(isEdge ? y : y + 0.37 * this.unit), "data-of": id };
      return s("text", { class: "inner-name", "font-size": size, ...at }, name);
    });
  }

  // Showing.

  /** @param {Scene} scene */
  show(scene) {
    this.scene = scene;
    if (this.places.size === 0) this.#layOut();
    this.pointing.follow();
    this.drawing.follow(scene.position);
    this.refresh();
  }

  /** Turn the board. @param {number} angle in degrees */
  turn(angle) {
    this.angle = wholeAngle(angle);
    this.#layOut();
    this.refresh();
  }

  /** Name columns and rows, or every place, or nothing. @param {Coordinates} where */
  nameColumns(where) {
    this.options.coordinates = where;
    this.turn(this.angle);
  }

  /** Where a spot of the plan lies now. @param {Spot} spot */
  turned(spot) {
    const { x, y, width, height } = this.plan.view;
    return turned(spot, this.angle, [x + width / 2, y + height / 2]);
  }

  /** The outline of a cell as it lies now. @param {number} id */
  outline(id) {
    return (this.plan.cells[id]?.outline ?? []).map((spot) => this.turned(spot));
  }

  /** The middle of a place as it lies now. @param {number} id @returns {Spot} */
  spot(id) {
    return this.places.get(id)?.spot ?? [0, 0];
  }

  /** Where on the plan a pointer is. @param {MouseEvent} event @returns {Spot} */
  spotAt({ clientX, clientY }) {
    const toScreen = this.element.getScreenCTM();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(toScreen?.inverse());
    return [x, y];
  }

  /** What lies under a pointer, whoever holds it. @param {MouseEvent} event */
  elementAt({ clientX, clientY }) {
    // In a notebook the board lives in a root of its own, which the document does not look into.
    const root = /** @type {Document | ShadowRoot} */ (this.element.getRootNode());
    return root.elementFromPoint(clientX, clientY);
  }

  /** Redraw everything but the ground. */
  refresh() {
    if (!this.scene) return;
    const { position, marks = [] } = this.scene;
    this.kept = new Set();
    this.stand(position);
    for (const [key, element] of this.standing) {
      if (!this.kept.has(key)) this.#leave(key, element);
    }
    const last = [position.last?.origin, position.last?.place];
    fill(
      this.layers.last,
      last.map((id) => this.#lastPlace(id)),
    );
    fill(
      this.layers.tints,
      marks.flatMap((mark) => drawnBelow(this, mark)),
    );
    fill(
      this.layers.marks,
      marks.flatMap((mark) => drawnAbove(this, mark)),
      this.pointing.marks(),
    );
    for (const name of this.layers.inside.children) {
      const owner = position.owners[Number(name.getAttribute("data-of"))];
      name.classList.toggle("hidden", this.plan.clickable === "edges" && owner !== undefined);
    }
    this.drawing.refresh();
    this.pointing.refresh();
  }

  /**
   * Keep the element of a key on the board, or make it if it is new. Elements that are not kept
   * while the board is drawn leave it.
   *
   * @param {string} key
   * @param {() => SVGElement} make
   * @param {"above" | "below"} [where] what stands there already
   * @returns {SVGElement}
   */
  keep(key, make, where = "above") {
    let element = this.standing.get(key);
    if (!element) {
      element = make();
      this.standing.set(key, element);
      if (where === "above") this.layers.standing.append(element);
      else this.layers.standing.prepend(element);
    }
    this.kept.add(key);
    return element;
  }

  /**
   * @param {string} key
   * @param {SVGElement} element
   */
  #leave(key, element) {
    this.standing.delete(key);
    element.classList.add("leave");
    setTimeout(() => element.remove(), LEAVING);
  }

  /** Lay everything out anew, at the angle of now. */
  #layOut() {
    const places = this.plan.clickable === "edges" ? this.#edges() : this.#cells();
    this.places = new Map(places.map((place) => [place.id, place]));
    this.standing.clear();
    fill(this.layers.standing);
    fill(this.layers.ground, this.ground());
    fill(this.layers.labels, this.#labels());
    fill(this.layers.inside, this.options.coordinates === "in" ? this.names() : []);
    this.pointing.layOut();
    const [left, top, width = 0, height = 0] = this.#frame();
    this.element.setAttribute("viewBox", [left, top, width, height].join(" "));
    this.width = width;
    this.element.style.maxWidth = `${MOST * width}px`;
    this.element.style.maxHeight = `${MOST * height}px`;
    this.element.classList.add("still"); // what was there before does not come again
    setTimeout(() => this.element.classList.remove("still"), 50);
  }

  /** @returns {Place[]} */
  #cells() {
    return this.plan.cells.map(({ id, name, centre }) => ({
      id,
      name,
      spot: this.turned(centre),
      reach: this.outline(id),
    }));
  }

  /** @returns {Place[]} */
  #edges() {
    return this.plan.edges.map(({ id, name, ends: [a, b] }) => {
      /** @type {[Spot, Spot]} */
      const ends = [this.turned(a), this.turned(b)];
      return { id, name, spot: between(...ends), ends, reach: around(ends, this.unit * 0.47) };
    });
  }

  /** Left, top, width and height of the picture. */
  #frame() {
    const cells = this.plan.cells.flatMap(({ id }) => this.outline(id));
    const labels = this.#named().map(({ at }) => this.turned(at));
    return frame([...cells, ...labels], this.unit * 0.24);
  }

  #named() {
    return (this.options.coordinates ?? "out") === "out" ? this.plan.labels : [];
  }

  #labels() {
    const [, , width = 0, height = 0] = this.#frame();
    const share = window.matchMedia("(max-width: 40rem), (max-height: 30rem)").matches
      ? 0.031
      : 0.022;
    const wanted = Math.max(0.13 * this.unit, share * Math.max(width, height));
    const size = round(Math.min(0.36 * this.unit, wanted));
    return this.#named().map(({ text, at }) => {
      const [x, y] = this.turned(at);
      return s("text", { x: round(x), y: round(y), class: "coordinate", "font-size": size }, text);
    });
  }

  // Marks.

  /**
   * The last move: an edge has a halo, a cell is filled.
   *
   * @param {number | null | undefined} id
   */
  #lastPlace(id) {
    const ends = this.places.get(id ?? -1)?.ends;
    return ends ? stroke(ends, this.unit * 0.26, "last-edge") : this.outlined(id, "last-place");
  }

  /**
   * The shape of a place, to mark it: a band along an edge, or the whole cell.
   *
   * @param {number | null | undefined} id
   * @param {string} className
   */
  outlined(id, className) {
    const place = id === null || id === undefined ? undefined : this.places.get(id);
    if (!place) return null;
    const shape = place.ends ? around(place.ends, this.unit * 0.13, true) : place.reach;
    return s("polygon", { class: className, points: points(shape) });
  }
}
