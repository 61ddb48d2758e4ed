/**
 * The texts of the page, in the language of its person. Each language is a module in languages/
 * with the same keys; English is the one that decides which there are.
 *
 * A text may have places for values, {name}; where it depends on a number {n}, it is a pair: for
 * one, and for all other numbers. What the server says comes in this language already
 * (`Accept-Language`), see docs/web.md.
 *
 * Whoever imports this module waits until the texts are there. Another language is shown by
 * loading the page again, so texts may be kept in constants.
 *
 * @module
 */

import en from "./languages/en.js";
import { preference } from "./store.js";

/** @typedef {keyof typeof en} Key */
/** @typedef {string | [string, string]} Text */
/** @typedef {Record<Key, Text>} Texts */

/** The languages there are, with their own names for themselves. */
export const LANGUAGES = /** @type {const} */ ({ en: "English", de: "Deutsch" });

/** @type {Record<string, () => Promise<{default: Texts}>>} */
const OTHERS = { de: () => import("./languages/de.js") };

/** The language of the page: the one that was chosen, or the first that the browser knows. */
export const language = chosen(preference("language", ""), globalThis.navigator?.languages ?? []);

const texts = await load(language);

/**
 * A text of the page.
 *
 * @param {Key} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = texts[key];
  const form = typeof text === "string" ? text : text[values["n"] === 1 ? 0 : 1];
  return form.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/**
 * A text with elements in its places.
 *
 * @param {Key} key
 * @param {Record<string, Node | string>} values
 * @returns {(Node | string)[]}
 */
export function around(key, values) {
  return t(key, Object.fromEntries(Object.keys(values).map((name) => [name, `{${name}}`])))
    .split(/(\{\w+\})/)
    .map((part) => values[part.slice(1, -1)] ?? part);
}

/**
 * @param {string} wish
 * @param {readonly string[]} known  what the browser's person reads, the best first
 */
export function chosen(wish, known) {
  const wanted = [wish, ...known.map((tag) => tag.split("-")[0] ?? "")];
  return wanted.find((name) => name in LANGUAGES) ?? "en";
}

/** @param {string} name @returns {Promise<Texts>} */
async function load(name) {
  return (await OTHERS[name]?.())?.default ?? /** @type {Texts} */ (en);
}
