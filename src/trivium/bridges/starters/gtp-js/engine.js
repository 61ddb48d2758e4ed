#!/usr/bin/env node
// NAME: an agent for GAME that speaks the Go Text Protocol. Change `choose`.
"use strict";

let worth = []; // what the referee says of every legal move: [move, worth]

/** Return a move: here one of those that bring most at once, captures less what is given away. */
function choose() {
  const best = Math.max(...worth.map(([, points]) => points));
  const good = worth.filter(([, points]) => points === best);
  console.error(`${good.length} of the moves are worth ${best}`);
  return good[Math.floor(Math.random() * good.length)][0];
}

const commands = {
  protocol_version: () => "2",
  name: () => "NAME",
  version: () => "1",
  list_commands: () => Object.keys(commands).join("\n"),
  boardsize: () => "", // a new game on a board of this size
  clear_board: () => "",
  play: () => "", // "play blue d1": a move of either side; keep a board of your own here
  undo: () => "",
  "trivium-setup": () => "", // a board to begin with, as text
  // "trivium-moves d1:2 e1:0 …": all legal moves, told by Trivium before each genmove
  "trivium-moves": (...words) => {
    worth = words.map((word) => [
      word.slice(0, word.lastIndexOf(":")),
      Number(word.slice(word.lastIndexOf(":") + 1)),
    ]);
    return "";
  },
  genmove: () => choose(),
  quit: () => process.exitCode = 0,
};

let rest = "";
process.stdin.on("data", (data) => {
  const lines = (rest + data).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const [name, ...words] = line.trim().split(/\s+/);
    if (!name) continue;
    const known = Object.hasOwn(commands, name);
    const answer = known ? `= ${commands[name](...words)}` : "? unknown command";
    process.stdout.write(`${answer}\n\n`, () => name === "quit" && process.exit());
  }
});
