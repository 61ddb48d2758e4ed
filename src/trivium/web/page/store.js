/**
 * What this browser remembers: the seats it holds, and how its person likes the page.
 *
 * @module
 */

/**
 * @typedef {object} HeldSeats
 * @property {string[]} tokens  secrets of the seats
 * @property {Record<string, string>} [invitations]  links to give away, by colour
 * @property {boolean} [over]  whether the game was seen to be over
 */

/**
 * @template Value
 * @param {string} key
 * @param {Value} otherwise
 * @returns {Value}
 */
function read(key, otherwise) {
  try {
    const text = localStorage.getItem(`trivium.${key}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
function write(key, value) {
  try {
    localStorage.setItem(`trivium.${key}`, JSON.stringify(value));
  } catch {
    // Private windows may forbid it: then this page forgets when it is closed.
  }
}

const MOST_GAMES = 200;

/** @param {string} game @returns {HeldSeats} */
export function seatsOf(game) {
  return read("seats", /** @type {Record<string, HeldSeats>} */ ({}))[game] ?? { tokens: [] };
}

/**
 * Remember seats of a game, added to those held already.
 *
 * @param {string} game
 * @param {HeldSeats} seats
 */
export function keepSeats(game, seats) {
  const all = read("seats", /** @type {Record<string, HeldSeats>} */ ({}));
  const held = all[game] ?? { tokens: [] };
  delete all[game];
  all[game] = {
    ...held,
    tokens: [...new Set([...held.tokens, ...seats.tokens])],
    invitations: { ...held.invitations, ...seats.invitations },
  };
  const old = Object.keys(all).slice(0, -MOST_GAMES);
  for (const name of old) delete all[name];
  write("seats", all);
}

/** Games this browser has a seat in, the newest first. */
export function heldGames() {
  return Object.keys(read("seats", /** @type {Record<string, HeldSeats>} */ ({}))).reverse();
}

/** Those of them that have not been seen to be over. */
export function openGames() {
  return heldGames().filter((game) => !seatsOf(game).over);
}

/** Remember that a game is over, so that nobody asks for it again. @param {string} game */
export function markOver(game) {
  const all = read("seats", /** @type {Record<string, HeldSeats>} */ ({}));
  if (!all[game] || all[game].over) return;
  all[game].over = true;
  write("seats", all);
}

/** Give up the seats of games. @param {string[]} games */
export function forgetSeats(games) {
  const all = read("seats", /** @type {Record<string, HeldSeats>} */ ({}));
  for (const game of games) delete all[game];
  write("seats", all);
}

/**
 * @template Value
 * @param {string} name
 * @param {Value} otherwise
 * @returns {Value}
 */
export function preference(name, otherwise) {
  return read(`preference.${name}`, otherwise);
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function prefer(name, value) {
  write(`preference.${name}`, value);
}

/** The token that this browser holds for a league. @param {string} league @returns {string} */
export function tokenOf(league) {
  return read("tokens", /** @type {Record<string, string>} */ ({}))[league] ?? "";
}

/**
 * @param {string} league
 * @param {string | null} token  null to forget it
 */
export function keepToken(league, token) {
  const all = read("tokens", /** @type {Record<string, string>} */ ({}));
  if (token === null) delete all[league];
  else all[league] = token;
  write("tokens", all);
}

/** All leagues that this browser holds a token for. */
export function leaguesWithToken() {
  return Object.keys(read("tokens", /** @type {Record<string, string>} */ ({})));
}

/**
 * How a game of this browser's person has ended. Each is kept by itself, under the name of its
 * game: two tabs that see the same end write the same, and those of different games do not meet.
 *
 * @typedef {object} Result
 * @property {string} id  of the game
 * @property {string} game  which one it was, by its name in the catalogue
 * @property {string} size
 * @property {"level" | "agent" | "person"} kind  of the opponent
 * @property {number | null} level  of the opponent; null for all others
 * @property {string} opponent  their name; empty if they have none
 * @property {number} score  1 for a win, 0.5 for a draw, 0 for a loss
 * @property {number | null} against  the rating of the opponent if the game counts, else null
 * @property {string} when  the game began
 */

const RESULT = "trivium.result.";

/** All results, the oldest first. @returns {Result[]} */
export function results() {
  return resultKeys()
    .map((key) => read(key.replace("trivium.", ""), /** @type {Result | null} */ (null)))
    .filter((result) => result !== null)
    .sort((one, other) => one.when.localeCompare(other.when) || (one.id < other.id ? -1 : 1));
}

/** @param {string} id @returns {Result | null} */
export function resultOf(id) {
  return read(`result.${id}`, null);
}

/** @param {Result} result */
export function keepResult(result) {
  write(`result.${result.id}`, result);
}

/** Forget all results. */
export function forgetResults() {
  for (const key of resultKeys()) localStorage.removeItem(key);
}

function resultKeys() {
  try {
    return Array.from({ length: localStorage.length }, (_, number) => localStorage.key(number))
      .filter((key) => key !== null)
      .filter((key) => key.startsWith(RESULT));
  } catch {
    return [];
  }
}
