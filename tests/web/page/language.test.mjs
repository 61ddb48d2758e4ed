// The texts of the page: complete in every language, and in one place.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { around, chosen, LANGUAGES, t } from "../../../src/trivium/web/page/language.js";
import english from "../../../src/trivium/web/page/languages/en.js";

const PAGE = new URL("../../../src/trivium/web/page/", import.meta.url);
const SPEAKING = ["", "views/", "parts/", "league/"]; // folders whose modules say something

const modules = SPEAKING.flatMap((folder) =>
  readdirSync(new URL(folder, PAGE))
    .filter((name) => name.endsWith(".js"))
    .map((name) => [folder + name, readFileSync(new URL(folder + name, PAGE), "utf8")]),
);

/** The places of a text for values. */
const places = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

test("every language is a module, and every module a language", () => {
  const found = readdirSync(new URL("languages/", PAGE)).map((name) => name.replace(".js", ""));
  assert.deepEqual(found.sort(), Object.keys(LANGUAGES).sort());
});

for (const name of Object.keys(LANGUAGES)) {
  test(`the texts of ${name} have the keys and the places of the English ones`, async () => {
    const { default: texts } = await import(new URL(`languages/${name}.js`, PAGE));
    assert.deepEqual(Object.keys(texts), Object.keys(english));
    for (const [key, text] of Object.entries(texts)) {
      assert.equal(Array.isArray(text), Array.isArray(english[key]), key);
      [text].flat().forEach((form) => assert.notEqual(form.trim(), "", key));
      const [own, theirs] = [[text].flat().join(), [english[key]].flat().join()];
      assert.deepEqual(places(own), places(theirs), key);
    }
  });
}

test("every text is used", () => {
  const sources = modules.map(([, source]) => source).join("\n");
  const isUsed = (key) =>
    sources.includes(`"${key}"`) || sources.includes(`\`${key.replace(/[\w-]+$/, "")}\${`);
  assert.deepEqual(
    Object.keys(english).filter((key) => !isUsed(key)),
    [],
  );
});

// Words of programs that look like words of people.
const NAMES = new Set([
  "Trivium",
  "English",
  "Deutsch",
  "Authorization",
  "Bearer",
  "Enter",
  "Escape",
]);

test("no module has a text of its own", () => {
  for (const [name, source] of modules) {
    const code = source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
    const literals = code.match(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
    const words = literals
      .map((literal) => literal.slice(1, -1).replace(/\$\{[^}]*\}/g, ""))
      .filter((text) => /^\W*[A-Z][a-zé]+( |$|[.!?…])|[a-z]{2,}[,:;]? [a-z]+.*[.!?…]$/.test(text));
    assert.deepEqual(
      words.filter((text) => !NAMES.has(text.replace(/^[ –]+| +$/g, ""))),
      [],
      name,
    );
  }
});

test("no label is written where it is used", () => {
  const label = /(?:"aria-label"|\btitle|\blabel|placeholder): ["`](?!trivium)[A-Za-z]/;
  for (const [name, source] of modules) {
    const lines = source.split("\n").filter((line) => label.test(line));
    assert.deepEqual(lines, [], name);
  }
});

test("numbers choose the form of a text, and values fill its places", () => {
  assert.equal(t("games", { n: 1 }), "1 game");
  assert.equal(t("games", { n: 0 }), "0 games");
  assert.equal(t("words.to-move", { side: "Red" }), "Red to move");
  assert.equal(t("words.to-move", { side: "{n}" }), "{n} to move");
});

test("elements stand in their places", () => {
  assert.deepEqual(around("league.make.words", { command: "X" }), [
    "It needs the server's secret, which ",
    "X",
    " tells on the server's machine.",
  ]);
});

test("the language is the one that was chosen, or the first that is known", () => {
  assert.equal(chosen("de", ["en"]), "de");
  assert.equal(chosen("", ["fr-CH", "de-AT", "en"]), "de");
  assert.equal(chosen("", ["fr"]), "en");
  assert.equal(chosen("xx", []), "en");
});
