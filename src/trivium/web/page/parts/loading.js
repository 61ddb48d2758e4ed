/**
 * Positions and games from outside, as lines and addresses of the page.
 *
 * @module
 */

import { t } from "../language.js";
import { catalogue, position, readRecords } from "../api.js";

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
    if (!first) throw new Error(problems[0]?.error ?? t("open.no-game"));
    return analysisAddress(
      first.game,
      first.start,
      first.moves.map(({ text: move }) => move),
    );
  }
  const { games } = await catalogue();
  const game = gameOf(text, games);
  if (!game) throw new Error(t("open.unknown"));
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

/**
 * The game whose positions begin like this text.
 *
 * @param {string} text
 * @param {Pick<import("../types.js").GameEntry, "name" | "text_begins">[]} games
 */
export function gameOf(text, games) {
  const first = text.trim().split("\n")[0] ?? "";
  return games.find(({ text_begins: begins }) => begins && new RegExp(begins).test(first))?.name;
}
