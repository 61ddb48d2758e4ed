/**
 * Buttons and choices.
 *
 * @module
 */

import { h } from "../dom.js";
import { t } from "../language.js";
import { icon } from "./icons.js";

/** @typedef {import("./icons.js").IconName} IconName */

/**
 * A button with an icon and words.
 *
 * @param {IconName | null} picture
 * @param {string} words
 * @param {() => void} onclick
 * @param {string} [className]
 */
export function button(picture, words, onclick, className = "") {
  return h(
    "button",
    { class: `button ${className}`, type: "button", onclick },
    picture && icon(picture),
    words,
  );
}

/**
 * A small button: an icon, with a short caption below if there is one.
 *
 * @param {IconName} picture
 * @param {string} words what it does
 * @param {() => void} onclick
 * @param {string} [caption]
 */
export function tool(picture, words, onclick, caption) {
  return h(
    "button",
    {
      class: `tool ${caption ? "captioned" : ""}`,
      type: "button",
      title: words,
      "aria-label": words,
      onclick,
    },
    icon(picture),
    caption && h("span", { class: "caption" }, caption),
  );
}

/**
 * A link that looks like a button.
 *
 * @param {IconName | null} picture
 * @param {string} words
 * @param {string} href
 * @param {string} [className]
 */
export function linkButton(picture, words, href, className = "") {
  return h("a", { class: `button ${className}`, href }, picture && icon(picture), words);
}

/**
 * @typedef {object} Option
 * @property {string} value
 * @property {string | Node | (string | Node)[]} label
 * @property {string} [title]
 */

/**
 * One of a few, all of them visible.
 *
 * @param {string} legend
 * @param {Option[]} options
 * @param {string} value
 * @param {(value: string) => void} onChange
 * @param {string} [className]
 */
export function choice(legend, options, value, onChange, className = "") {
  const name = legend;
  return h(
    "fieldset",
    { class: `choice ${className}` },
    h("legend", {}, legend),
    h(
      "div",
      { class: "choice-options" },
      options.map((option) =>
        h(
          "label",
          { title: option.title },
          h("input", {
            type: "radio",
            name,
            value: option.value,
            checked: option.value === value,
            onchange: () => onChange(option.value),
          }),
          h("span", {}, option.label),
        ),
      ),
    ),
  );
}

/**
 * One of many.
 *
 * @param {string} label
 * @param {Option[]} options
 * @param {string} value
 * @param {(value: string) => void} onChange
 */
export function selection(label, options, value, onChange) {
  const list = h(
    "select",
    { onchange: () => onChange(list.value) },
    options.map((option) =>
      h("option", { value: option.value, selected: option.value === value }, option.label),
    ),
  );
  return h("label", { class: "field" }, h("span", {}, label), list);
}

/**
 * On or off.
 *
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} onChange
 */
export function toggle(label, on, onChange) {
  const box = h("input", {
    type: "checkbox",
    role: "switch",
    checked: on,
    onchange: () => onChange(box.checked),
  });
  return h("label", { class: "toggle" }, box, h("span", {}, label));
}

/**
 * A field to type moves into, for those who prefer names to clicks.
 *
 * @param {(text: string) => void} onMove
 */
export function moveField(onMove) {
  const field = h("input", {
    class: "move-field",
    placeholder: t("move.placeholder"),
    title: t("move.type.how"),
    "aria-label": t("move.type"),
    autocomplete: "off",
    spellcheck: "false",
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" || !field.value.trim()) return;
      onMove(field.value.trim());
      field.value = "";
    },
  });
  return field;
}

/** The sign of a side: solid for Blue, hollow for Red. @param {string} colour */
export function sign(colour) {
  return h("span", { class: `sign ${colour}`, "aria-hidden": "true" });
}

/** @type {Record<string, import("../language.js").Key>} */
const SIDES = { red: "side.red", blue: "side.blue", white: "side.white", black: "side.black" };

/** @param {string} colour */
export function sideName(colour) {
  const key = SIDES[colour];
  return key ? t(key) : colour.charAt(0).toUpperCase() + colour.slice(1);
}
