/**
 * Positions and games from outside: pasted text, and files.
 *
 * @module
 */

import { position, readRecords } from "../api.js";
import { h } from "../dom.js";
import { button } from "./controls.js";
import { dialog } from "./dialog.js";

/** @typedef {import("../types.js").ReplayableGame} ReplayableGame */

/**
 * What a text is: the address of a view that shows it. Throws the server's complaint if it is
 * neither a position nor a game.
 *
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function addressOf(text) {
  if (looksLikeRecords(text)) {
    const { games, problems } = await readRecords(text, false);
    const [first] = games;
    if (!first) throw new Error(problems[0]?.error ?? "There is no game in this text.");
    return analysisAddress(
      first.game,
      first.start,
      first.moves.map(({ text: move }) => move),
    );
  }
  const game = guessGame(text);
  const read = await position({ game, start: text });
  return analysisAddress(read.game, read.text, []);
}

/**
 * Where the line of an address begins: at the position it tells, or on an empty board.
 *
 * @param {import("../types.js").GameEntry} entry
 * @param {URLSearchParams} query
 * @returns {import("../types.js").Line}
 */
export function lineFrom({ name, default_size: usual }, query) {
  const start = query.get("start");
  return start ? { game: name, start } : { game: name, size: query.get("size") ?? usual };
}

/**
 * A link that carries a whole line.
 *
 * @param {string} game
 * @param {string | null} start text of the first position; null for the start of a size
 * @param {string[]} moves
 * @param {{size?: string, at?: number}} [more]
 */
export function analysisAddress(game, start, moves, { size, at } = {}) {
  const query = new URLSearchParams();
  if (start) query.set("start", start);
  else if (size) query.set("size", size);
  if (moves.length) query.set("moves", moves.join(","));
  if (at !== undefined) query.set("at", String(at));
  return `#/analyse/${game}?${query}`;
}

/** @param {string} text */
function looksLikeRecords(text) {
  return /"moves"\s*:/.test(text);
}

/** The game whose text format this looks like. @param {string} text */
function guessGame(text) {
  const first = text.trim().split("\n")[0] ?? "";
  if (text.trim().startsWith("{")) return "cachex";
  if (/^\d+\s*$/.test(first)) return "hexifence";
  if (/^\d+\s*[xX× ]\s*\d+\s*$/.test(first)) return "dots-and-boxes";
  return "watch-your-back";
}

/** Ask for a text or a file, and go to what it shows. */
export function askForText() {
  const text = h("textarea", {
    "aria-label": "Position or game record",
    spellcheck: "false",
    placeholder: "A board in the text format of its rules, or a game record",
  });
  const problem = h("p", { class: "notice problem hidden", role: "alert" });
  const file = h("input", {
    type: "file",
    class: "unseen",
    accept: ".txt,.json,.jsonl",
    tabindex: "-1",
  });
  dialog("Open a position or a game", (close) => {
    const open = async () => {
      try {
        location.hash = await addressOf(text.value);
        close();
      } catch (error) {
        problem.textContent = error instanceof Error ? error.message : String(error);
        problem.classList.remove("hidden");
      }
    };
    file.addEventListener("change", async () => {
      text.value = (await file.files?.[0]?.text()) ?? "";
      await open();
    });
    return [
      h("p", { class: "soft small" }, "The game is recognised from the text."),
      text,
      problem,
      file,
      h(
        "div",
        { class: "row end" },
        button("upload", "Choose a file", () => file.click()),
        button(null, "Cancel", close),
        button("check", "Open", open, "primary"),
      ),
    ];
  });
}
