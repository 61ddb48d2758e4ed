/**
 * How views are laid out: a page of text with its heading, tiles of the games to pick from, and
 * the table of a board with a panel beside it.
 *
 * @module
 */

import { h } from "../dom.js";
import { picture } from "./pictures.js";

/** @typedef {import("../dom.js").Child} Child */

/**
 * A page with a heading and a sentence below it.
 *
 * @param {string} heading
 * @param {Child} words
 * @param {...(Child | Child[])} content
 */
export function textPage(heading, words, ...content) {
  const head = h(
    "div",
    { class: "page-head" },
    h("h1", {}, heading),
    h("p", { class: "soft" }, words),
  );
  return h("div", { class: "page" }, head, ...content);
}

/**
 * A tile with a picture for each game, which leads to its address below another.
 *
 * @param {string} base
 * @param {{name: string, title: string, picture: string, note?: string}[]} tiles
 */
export function gameTiles(base, tiles) {
  return h(
    "div",
    { class: "tiles" },
    tiles.map(({ name, title, picture: drawn, note }) =>
      h(
        "a",
        { class: "tile", href: `${base}/${name}` },
        picture(drawn),
        h("strong", {}, title),
        note && h("span", { class: "soft small" }, note),
      ),
    ),
  );
}

/**
 * A board, or what is to stand in its column, and beside it a panel.
 *
 * @param {Child | Child[]} column
 * @param {...(Child | Child[])} panel
 */
export function boardTable(column, ...panel) {
  return h(
    "div",
    { class: "table" },
    h("div", { class: "stage-column" }, column),
    h("div", { class: "panel" }, ...panel),
  );
}

/**
 * A board at which something is to be done: where one is, what it is about, the task, and the
 * rest. Beside the board these are one panel; on a narrow screen the board stands between the
 * words and the task.
 *
 * @param {import("./exercise.js").Exercise} exercise
 * @param {Child[]} place
 * @param {Child[]} words
 * @param {...(Child | Child[])} rest
 */
export function exerciseTable({ stage, task }, place, words, ...rest) {
  const head = h(
    "div",
    { class: "row between nowrap" },
    h("p", { class: "small soft" }, place),
    h("div", { class: "tools" }, stage.tools),
  );
  const table = boardTable(
    stage.element,
    h("div", { class: "words" }, head, ...words),
    task,
    h("div", { class: "rest" }, ...rest),
  );
  table.classList.add("exercise");
  return table;
}
