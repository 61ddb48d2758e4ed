/**
 * How its person likes the page: every setting with what it is if nobody has chosen, kept in this
 * browser. What style sheets do is told them by attributes of the page's root.
 *
 * @module
 */

import { prefer, preference } from "./store.js";

/**
 * @typedef {object} Settings
 * @property {"system" | "light" | "dark"} theme
 * @property {string} language  empty: the browser's
 * @property {"paper" | "wood" | "slate" | "meadow" | "contrast"} board
 * @property {"rings" | "shapes" | "ink"} pieces
 * @property {"out" | "in" | "none"} coordinates  around the board, or on its places
 * @property {boolean} animation
 * @property {boolean} sound
 * @property {number} volume  from 0 to 1
 * @property {"never" | "touch" | "always"} confirm  whether a move is asked about before it is played
 * @property {boolean} premove
 * @property {boolean} warnings  before a blunder in games against the computer
 */

/** @type {Settings} */
const USUAL = {
  theme: "system",
  language: "",
  board: "paper",
  pieces: "rings",
  coordinates: "out",
  animation: true,
  sound: false,
  volume: 0.6,
  confirm: "never",
  premove: true,
  warnings: false,
};

/** Those that a style sheet follows, by the attribute that tells it. */
const SHOWN = /** @type {const} */ (["theme", "board", "pieces", "animation"]);

/** Tells of changes: an event with the name of each setting. */
const changes = new EventTarget();

/**
 * @template {keyof Settings} Name
 * @param {Name} name
 * @returns {Settings[Name]}
 */
export function setting(name) {
  const kept = preference(name, /** @type {unknown} */ (USUAL[name]));
  if (typeof kept === typeof USUAL[name]) return /** @type {Settings[Name]} */ (kept);
  // Coordinates were once only there or not.
  return name === "coordinates" && kept === false
    ? /** @type {Settings[Name]} */ ("none")
    : USUAL[name];
}

/**
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} value
 */
export function change(name, value) {
  prefer(name, value);
  showSettings();
  changes.dispatchEvent(new Event(name));
}

/**
 * Let something follow a setting, as long as anybody needs it.
 *
 * @template {object} Follower
 * @param {keyof Settings} name
 * @param {Follower} follower
 * @param {(follower: Follower) => void} act
 */
export function whenChanged(name, follower, act) {
  const weak = new WeakRef(follower); // what has left the page is not kept for this
  const heard = () => {
    const here = weak.deref();
    if (here) act(here);
    else changes.removeEventListener(name, heard);
  };
  changes.addEventListener(name, heard);
}

/** Tell the style sheets what is wanted; what is usual has no attribute. */
export function showSettings() {
  const { dataset } = document.documentElement;
  for (const name of SHOWN) {
    const value = setting(name);
    if (value === USUAL[name]) delete dataset[name];
    else dataset[name] = String(value);
  }
}

/** Whether a move is to be asked about before it is played. */
export function confirmsMoves() {
  const wish = setting("confirm");
  return wish === "always" || (wish === "touch" && window.matchMedia("(pointer: coarse)").matches);
}
