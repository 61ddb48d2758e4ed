// A person's own record: what is counted, once, and what it says about them.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import {
  changeBy,
  count,
  exported,
  imported,
  levelFor,
  ownName,
  call,
  ratings,
  reset,
  spoil,
  standing,
} from "../../../src/trivium/web/page/record.js";
import { keepSeats, openGames, results } from "../../../src/trivium/web/page/store.js";
import { Storage } from "./storage.mjs";

beforeEach(() => {
  globalThis.localStorage = new Storage();
});

/** Levels with ratings 0, 200, 400 … */
const entry = (levels = 10) => ({
  sizes: ["1", "2", "3", "4"],
  default_size: "3",
  levels: Array.from({ length: levels }, (_, number) => ({
    level: number + 1,
    rating: 200 * number,
  })),
});

/** A game that Blue, the person, has won against level 5. */
const game = (id, changes = {}) => ({
  id,
  game: "hexifence",
  size: "3",
  created: `2026-11-18T10:00:${String(id.length).padStart(2, "0")}+00:00`,
  you: ["blue"],
  casual: false,
  ending: { winner: "blue" },
  moves: [{ by: "blue", seconds: 1 }],
  seats: [
    { colour: "blue", kind: "person", name: "Ann", named: true, level: null },
    { colour: "red", kind: "level", name: "Level 5", named: true, level: 5 },
  ],
  ...changes,
});

const person = { colour: "red", kind: "person", name: "Bob", named: true, level: null };

test("a game is counted once, however often its end is seen", () => {
  count(game("a"), entry());
  count(game("a"), entry());
  count(game("bb", { ending: { winner: null } }), entry());
  count(game("ccc", { ending: { winner: "red" } }), entry());
  assert.deepEqual(
    results().map(({ id, score, against, level }) => [id, score, against, level]),
    [
      ["a", 1, 800, 5],
      ["bb", 0.5, 800, 5],
      ["ccc", 0, 800, 5],
    ],
  );
});

test("what is not over, watched, played on both sides or given up at once is not counted", () => {
  count(game("a", { ending: null }), entry());
  count(game("b", { you: [] }), entry());
  count(game("c", { you: ["blue", "red"] }), entry());
  count(game("d", { moves: [] }), entry());
  count(game("e", { moves: [{ by: "blue", seconds: null }] }), entry());
  assert.deepEqual(results(), []);
});

test("games with help, of people, on small boards and casual ones are counted but not rated", () => {
  spoil("a");
  count(game("a"), entry());
  count(game("bb", { casual: true }), entry());
  count(game("ccc", { size: "2" }), entry());
  count(game("dddd", { seats: [game("").seats[0], person] }), entry());
  assert.equal(results().length, 4);
  assert.deepEqual(new Set(results().map(({ against }) => against)), new Set([null]));
  assert.equal(standing("hexifence", entry()).level, null);
  count(game("eeeee", { size: "4" }), entry());
  assert.equal(results().at(-1).against, 800);
});

test("who beats a level is taken for stronger, who loses for weaker, with ever more certainty", () => {
  const won = Array.from({ length: 8 }, () => ({ against: 800, score: 1 }));
  const way = ratings(won, entry());
  assert.equal(way[0].rating, 400); // a quarter up the ladder
  for (let n = 1; n < way.length; n++) {
    assert.ok(way[n].rating > way[n - 1].rating);
    assert.ok(way[n].deviation < way[n - 1].deviation);
  }
  assert.ok(way.at(-1).rating > 800);
  const lost = ratings([{ against: 400, score: 0 }], entry());
  assert.ok(lost.at(-1).rating < 400);
});

test("the level is suggested that is nearest to the rating, on any ladder", () => {
  assert.equal(levelFor(-500, entry()), 1);
  assert.equal(levelFor(390, entry()), 3);
  assert.equal(levelFor(5000, entry()), 10);
  assert.equal(levelFor(5000, entry(8)), 8);
  assert.equal(levelFor(0, { levels: [{ level: 1, rating: null }] }), null);
});

test("an even score against a level leads to that level", () => {
  for (let n = 0; n < 30; n++)
    count(game("x".repeat(n + 1), { ending: { winner: n % 2 ? "blue" : "red" } }), entry());
  assert.equal(standing("hexifence", entry()).level, 5);
});

test("a game tells what it did to the rating, if it did", () => {
  count(game("a"), entry());
  count(game("bb", { casual: true }), entry());
  const [before, after] = changeBy("a", "hexifence", entry());
  assert.ok(after.rating > before.rating);
  assert.deepEqual(changeBy("bb", "hexifence", entry()), []);
  assert.deepEqual(changeBy("unknown", "hexifence", entry()), []);
});

test("the record goes to another browser as a file, and counts once there", () => {
  call("  Ann ");
  count(game("a"), entry());
  count(game("bb"), entry());
  const file = exported();
  const before = results();
  globalThis.localStorage = new Storage();
  count(game("bb"), entry());
  assert.equal(imported(file), 1);
  assert.equal(imported(file), 0);
  assert.deepEqual(results(), before);
  assert.equal(ownName(), "Ann");
});

test("a name is letters that can be seen, as the server wants it", () => {
  for (const name of ["a\u202eb", "a\nb", "a\u00a0b", "\u3164", "\ud800", "x".repeat(31)])
    assert.throws(() => call(name), /letters/);
  assert.equal(ownName(), "");
  for (const name of ["Ann", "Žofie Ω 3", "😀".repeat(30), ""]) {
    call(name);
    assert.equal(ownName(), name);
  }
});

test("a file that is no record is told in a sentence and changes nothing", () => {
  count(game("a"), entry());
  const good = JSON.parse(exported());
  const wrong = (change) => JSON.stringify({ ...good, ...change });
  const result = good.results[0];
  const files = [
    "",
    "{",
    "null",
    "[]",
    "7",
    '{"kind": "trivium-record"}',
    "x".repeat(5_000_000),
    wrong({ kind: "else" }),
    wrong({ format: 2 }),
    wrong({ name: 7 }),
    wrong({ name: "\u202e" }),
    wrong({ results: {} }),
    wrong({ results: [null] }),
    ...Object.entries({
      id: "../..",
      game: 1,
      size: null,
      kind: "ghost",
      level: "5",
      opponent: "a\nb",
      score: 2,
      against: "much",
      when: "yesterday",
    }).map(([key, value]) => wrong({ results: [{ ...result, id: "new", [key]: value }] })),
  ];
  for (const file of files) assert.throws(() => imported(file), /^Error: .+\.$/, file.slice(0, 80));
  assert.equal(results().length, 1);
  const more = wrong({ results: [{ ...result, id: "new", extra: "<script>" }] });
  assert.equal(imported(more), 1);
  assert.ok(!exported().includes("<script>"));
});

test("after a reset nothing is left, and old games are not counted again", () => {
  keepSeats("a", { tokens: ["t"] });
  count(game("a"), entry());
  reset();
  assert.deepEqual(results(), []);
  count(game("a"), entry());
  assert.deepEqual(results(), []);
  count(game("bb"), entry());
  assert.equal(results().length, 1);
});

test("a game that was seen to be over is not asked for again", () => {
  keepSeats("a", { tokens: ["t"] });
  keepSeats("b", { tokens: ["t"] });
  count(game("a"), entry());
  assert.deepEqual(openGames(), ["b"]);
});
