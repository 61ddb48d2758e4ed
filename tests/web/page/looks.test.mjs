// Board themes and piece sets: everybody can tell the sides from the board, and from each other.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const STYLE = new URL("../../../src/trivium/web/page/style/", import.meta.url);
const sheet = (name) => readFileSync(new URL(name, STYLE), "utf8");
const LOOKS = sheet("looks.css");
const LEAST = 3; // what WCAG asks of shapes that carry meaning

/** The value of a variable in a piece of CSS, in light or dark. */
function value(css, name, dark) {
  const found = css.match(new RegExp(`--${name}: (?:light-dark\\((#\\w+), (#\\w+)\\)|(#\\w+));`));
  assert.ok(found, name);
  return found[3] ?? found[dark ? 2 : 1];
}

function luminance(colour) {
  const long = colour.length === 4 ? colour.replace(/\w/g, "$&$&") : colour;
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(long.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The rule for a setting. */
const rule = (selector) => LOOKS.slice(LOOKS.indexOf(selector)).match(/\{[^}]*\}/)[0];

const themes = ["paper", ...Array.from(LOOKS.matchAll(/data-board="(\w+)"/g), ([, name]) => name)];
const cellOf = (theme, dark) => {
  const css = theme === "paper" ? sheet("board.css") : rule(`data-board="${theme}"`);
  return value(css, "board-cell", dark);
};

for (const theme of themes) {
  for (const dark of [false, true]) {
    test(`both sides stand out from ${theme} in ${dark ? "dark" : "light"} colours`, () => {
      for (const css of [sheet("base.css"), rule('data-pieces="ink"] {')]) {
        for (const side of ["blue", "red"]) {
          const found = contrast(value(css, side, dark), cellOf(theme, dark));
          assert.ok(found >= LEAST, `${side}: ${found.toFixed(2)}`);
        }
      }
    });
  }
}

test("every theme and piece set of the settings is drawn", () => {
  const settings = readFileSync(new URL("../parts/settings.js", STYLE), "utf8");
  const offered = (name) => settings.match(new RegExp(`${name}: named\\(\\[([^\\]]*)\\]`))[1];
  for (const theme of themes) assert.ok(offered("board").includes(`"${theme}"`), theme);
  assert.equal(offered("board").split(",").length, themes.length);
});
