/**
 * The list of keys, shown by `?`.
 *
 * @module
 */

import { h } from "../dom.js";
import { t } from "../language.js";
import { button } from "./controls.js";
import { dialog } from "./dialog.js";

/** What keys do, by where they do it. */
const KEYS = /** @type {const} */ ([
  [
    "shortcuts.everywhere",
    [
      [["?"], "shortcuts.list"],
      [[","], "shortcuts.settings"],
      [[t("key.tab")], "shortcuts.tab"],
    ],
  ],
  [
    "shortcuts.board",
    [
      [["←", "↑", "→", "↓"], "shortcuts.places"],
      [[t("key.enter")], "shortcuts.choose"],
      [[t("key.escape")], "shortcuts.let-go"],
      [["C"], "shortcuts.circle"],
      [["A"], "shortcuts.arrow"],
    ],
  ],
  [
    "shortcuts.game",
    [
      [["←", "→"], "shortcuts.step"],
      [[t("key.home"), t("key.end")], "shortcuts.ends"],
      [["↑", "↓"], "shortcuts.variations"],
      [["F"], "shortcuts.turn"],
    ],
  ],
]);

/** Show the list. */
export function showShortcuts() {
  dialog(t("shortcuts"), (close) => [
    h(
      "div",
      { class: "shortcuts" },
      KEYS.map(([where, keys]) =>
        h(
          "section",
          {},
          h("h3", {}, t(where)),
          h(
            "dl",
            {},
            keys.flatMap(([names, does]) => [
              h(
                "dt",
                {},
                names.map((name) => h("kbd", {}, name)),
              ),
              h("dd", {}, t(does)),
            ]),
          ),
        ),
      ),
    ),
    h("p", { class: "small soft" }, t("shortcuts.pointer")),
    h("div", { class: "row end" }, button(null, t("close"), close, "primary")),
  ]);
}

/**
 * Keys that work everywhere, unless somebody writes or a dialog is open.
 *
 * @param {Record<string, () => void>} acts  by key
 */
export function listenForKeys(acts) {
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    const writing = target instanceof Element && target.closest("input, textarea, select, dialog");
    if (writing || event.altKey || event.ctrlKey || event.metaKey) return;
    const act = acts[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
