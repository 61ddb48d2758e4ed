// Positions and games from outside: which game a text is of, and the address that shows it.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import {
  addressOf,
  analysisAddress,
  gameOf,
  lineFrom,
} from "../../../src/trivium/web/page/parts/loading.js";

const GAMES = [
  { name: "numbers", text_begins: "^\\d+\\s*$" },
  { name: "braces", text_begins: "^\\{" },
  { name: "silent", text_begins: null },
];

const realFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = realFetch;
});

/** Let the server answer by path; what was asked is written down. */
function answering(answers) {
  const asked = [];
  globalThis.fetch = async (path, { body } = {}) => {
    asked.push([path, body && JSON.parse(body)]);
    const { status = 200, ...content } = answers[path];
    return { ok: status === 200, status, json: async () => content };
  };
  return asked;
}

const parsed = (address) => {
  const [path, query] = address.split("?");
  return [path, Object.fromEntries(new URLSearchParams(query))];
};

test("a text is of the game whose positions begin like its first line", () => {
  assert.equal(gameOf("12 \n+ + -", GAMES), "numbers");
  assert.equal(gameOf('\n  {"n": 3}', GAMES), "braces");
  assert.equal(gameOf("anything else\n12", GAMES), undefined);
  assert.equal(gameOf("", GAMES), undefined);
});

test("a link carries the start, the moves and where one is, whatever they contain", () => {
  assert.deepEqual(parsed(analysisAddress("any", "a b\n+&=", ["x1", "y-2"], { at: 1 })), [
    "#/analyse/any",
    { start: "a b\n+&=", moves: "x1,y-2", at: "1" },
  ]);
});

test("a size is told only if no text tells it, and no moves are not told", () => {
  assert.deepEqual(parsed(analysisAddress("any", null, [], { size: "5", at: 0 })), [
    "#/analyse/any",
    { size: "5", at: "0" },
  ]);
  assert.deepEqual(parsed(analysisAddress("any", "text", [], { size: "5" }))[1], { start: "text" });
});

test("a line begins at the text of the address, at its size, or at the usual size", () => {
  const entry = { name: "any", default_size: "9" };
  const from = (query) => lineFrom(entry, new URLSearchParams(query));
  assert.deepEqual(from({ start: "text", size: "5" }), { game: "any", start: "text" });
  assert.deepEqual(from({ size: "5" }), { game: "any", size: "5" });
  assert.deepEqual(from({}), { game: "any", size: "9" });
});

test("a game record leads to its first game", async () => {
  const moves = [{ text: "a1" }, { text: "b2" }];
  const asked = answering({
    "/api/records": { games: [{ game: "any", start: "3", moves }], problems: [] },
  });
  const address = await addressOf('{"moves": []}');
  assert.deepEqual(parsed(address), ["#/analyse/any", { start: "3", moves: "a1,b2" }]);
  assert.deepEqual(asked, [["/api/records", { text: '{"moves": []}', store: false }]]);
});

test("a record that cannot be read is refused with the server's words", async () => {
  const problems = [{ line: 1, error: "Move 3 is illegal." }];
  answering({ "/api/records": { games: [], problems } });
  await assert.rejects(addressOf('{"moves" : 1}'), /Move 3 is illegal/);
});

test("a position leads to itself as the server writes it, or is refused", async () => {
  answering({
    "/api/catalogue": { games: GAMES },
    "/api/positions": { game: "numbers", text: "12\n" },
  });
  assert.deepEqual(parsed(await addressOf("12")), ["#/analyse/numbers", { start: "12\n" }]);
  await assert.rejects(addressOf("what is this?"), /No game/);
  answering({
    "/api/positions": { status: 400, error: "line 2: too short.", kind: "bad-request" },
  });
  await assert.rejects(addressOf("13"), /line 2: too short/);
});
