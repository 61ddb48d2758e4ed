/**
 * One dialog for how its person likes the page. What is chosen holds at once.
 *
 * @module
 */

import { change, setting } from "../comfort.js";
import { h } from "../dom.js";
import { LANGUAGES, t } from "../language.js";
import { button, choice, selection, toggle } from "./controls.js";
import { dialog } from "./dialog.js";
import { picture } from "./pictures.js";
import { showShortcuts } from "./shortcuts.js";
import { sound } from "./sound.js";

/** What there is to choose from, each with its name. */
const CHOICES = {
  theme: named(["system", "light", "dark"], (value) => t(`settings.theme.${value}`)),
  board: named(["paper", "wood", "slate", "meadow", "contrast"], (value) =>
    t(`settings.board.${value}`),
  ),
  pieces: named(["rings", "shapes", "ink"], (value) => t(`settings.pieces.${value}`)),
  coordinates: named(["out", "in", "none"], (value) => t(`settings.coordinates.${value}`)),
  confirm: named(["never", "touch", "always"], (value) => t(`settings.confirm.${value}`)),
};

/**
 * @template {string} Value
 * @param {Value[]} values
 * @param {(value: Value) => string} name
 */
function named(values, name) {
  return values.map((value) => ({ value, label: name(value) }));
}

/** Show the settings. */
export function showSettingsDialog() {
  dialog(t("settings"), (close) => [
    h(
      "div",
      { class: "settings" },
      h("div", { class: "settings-sample" }, picture("rhombus"), picture("hexagons")),
      chosen("theme"),
      chosen("board"),
      chosen("pieces"),
      chosen("coordinates"),
      h("div", { class: "settings-row" }, switched("animation"), switched("sound"), loudness()),
      chosen("confirm"),
      switched("premove"),
      switched("warnings"),
      languages(),
    ),
    h(
      "div",
      { class: "row end" },
      button("keyboard", t("shortcuts"), () => {
        close();
        showShortcuts();
      }),
      button(null, t("close"), close, "primary"),
    ),
  ]);
}

/** One of a few. @param {keyof typeof CHOICES} name */
function chosen(name) {
  return choice(t(`settings.${name}`), CHOICES[name], setting(name), (value) =>
    change(name, /** @type {never} */ (value)),
  );
}

/** On or off. @param {"animation" | "sound" | "premove" | "warnings"} name */
function switched(name) {
  return toggle(t(`settings.${name}`), setting(name), (on) => {
    change(name, on);
    if (name === "sound") sound("move");
  });
}

function loudness() {
  const slider = h("input", {
    type: "range",
    min: "0",
    max: "1",
    step: "0.1",
    value: setting("volume"),
    onchange: () => {
      change("volume", Number(slider.value));
      sound("move");
    },
  });
  return h("label", { class: "volume small" }, h("span", {}, t("settings.volume")), slider);
}

/** Texts are kept by those who show them, so another language needs the page anew. */
function languages() {
  const own = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));
  const options = [{ value: "", label: t("settings.language.browser") }, ...own];
  return selection(t("settings.language"), options, setting("language"), (value) => {
    change("language", value);
    location.reload();
  });
}
