// What this browser remembers.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import {
  forgetSeats,
  heldGames,
  keepSeats,
  markOver,
  openGames,
  prefer,
  preference,
  seatsOf,
} from "../../../src/trivium/web/page/store.js";
import { Storage } from "./storage.mjs";

beforeEach(() => {
  globalThis.localStorage = new Storage();
});

test("what is preferred is remembered, and what is not is as usual", () => {
  assert.equal(preference("pace", 1), 1);
  prefer("pace", 0.3);
  assert.equal(preference("pace", 1), 0.3);
});

test("seats of a game add up, and its invitations too", () => {
  keepSeats("k3J", { tokens: ["one"], invitations: { red: "/red" } });
  keepSeats("k3J", { tokens: ["two", "one"], invitations: { blue: "/blue" } });
  assert.deepEqual(seatsOf("k3J"), {
    tokens: ["one", "two"],
    invitations: { red: "/red", blue: "/blue" },
  });
  assert.deepEqual(seatsOf("other"), { tokens: [] });
});

test("the newest games come first, and only so many are kept", () => {
  for (let number = 0; number < 203; number++) keepSeats(`game ${number}`, { tokens: ["t"] });
  keepSeats("game 50", { tokens: ["u"] });
  const held = heldGames();
  assert.equal(held.length, 200);
  assert.deepEqual(held.slice(0, 2), ["game 50", "game 202"]);
  assert.ok(!held.includes("game 2"));
});

test("games that are over are not asked for again, and seats can be given up", () => {
  for (const id of ["one", "two", "three"]) keepSeats(id, { tokens: ["t"] });
  markOver("two");
  markOver("unknown");
  keepSeats("two", { tokens: ["u"] });
  assert.deepEqual(openGames(), ["three", "one"]);
  forgetSeats(["one"]);
  assert.deepEqual(heldGames(), ["two", "three"]);
});

test("where nothing can be stored the page goes on", () => {
  globalThis.localStorage = {
    getItem: () => {
      throw new Error("forbidden");
    },
    setItem: () => {
      throw new Error("forbidden");
    },
  };
  prefer("pace", 0.3);
  assert.equal(preference("pace", 1), 1);
  assert.deepEqual(heldGames(), []);
});
