/**
 * What this browser remembers: the seats it holds, and how its person likes the page.
 *
 * @module
 */

/**
 * @typedef {object} HeldSeats
 * @property {string[]} tokens  secrets of the seats
 * @property {Record<string, string>} [invitations]  links to give away, by colour
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
