/**
 * A person's own record, without an account: how their games have ended, and a rating for each
 * game by Glicko-2. It is kept in this browser, and can be taken along as a file.
 *
 * Games against levels are rated, because it was measured how strong those are. Games against
 * others are only counted. So are games that say little: with help, with moves taken back, from a
 * position of one's own, or on a board smaller than the usual one, where levels differ less.
 *
 * @module
 */

import { rated, unrated } from "./glicko.js";
import { t } from "./language.js";
import {
  forgetResults,
  heldGames,
  keepResult,
  markOver,
  prefer,
  preference,
  resultOf,
  results,
} from "./store.js";

/** @typedef {import("./store.js").Result} Result */
/** @typedef {import("./types.js").GameState} GameState */
/** @typedef {Pick<import("./types.js").GameEntry, "sizes" | "default_size" | "levels">} Entry */
/** @typedef {import("./glicko.js").Rating & {games: number}} Point */

/** How far off the measured rating of a level may be. */
const LEVEL_DEVIATION = 50;
const LONGEST_NAME = 30;
const MOST_SPOILED = 200;
const FORMAT = 1;
const LARGEST_FILE = 4_000_000;
const MOST_RESULTS = 20_000;

// The person.

/** What this browser's person is called; empty if they have not said. */
export const ownName = () => preference("name", "");

/**
 * Change the name; an empty one is none. The server would refuse letters that cannot be seen, so
 * they are refused here.
 *
 * @param {string} name
 */
export function call(name) {
  if (!isName(name)) throw new Error(t("me.name.wrong", { n: LONGEST_NAME }));
  prefer("name", name.trim());
}

/** Control and format characters, halves of letters, odd spaces, and letters that show nothing. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|(?! )\p{Zs}/u;

/** @param {unknown} name */
const isName = (name) =>
  typeof name === "string" && [...name.trim()].length <= LONGEST_NAME && !UNSEEN.test(name.trim());

// Counting.

/**
 * Say that a game tells little about how strong its person is: they had help.
 *
 * @param {string} id
 */
export function spoil(id) {
  const spoiled = preference("spoiled", /** @type {string[]} */ ([]));
  if (!spoiled.includes(id)) prefer("spoiled", [...spoiled, id].slice(-MOST_SPOILED));
}

/** @param {string} id */
const isSpoiled = (id) => preference("spoiled", /** @type {string[]} */ ([])).includes(id);

/**
 * Count a game that is over, once, if this browser's person has played one side of it.
 *
 * @param {GameState} state
 * @param {Entry} entry  of its game
 */
export function count(state, entry) {
  if (!state.ending) return;
  markOver(state.id);
  const [mine, ...more] = state.you;
  const moved = state.moves.some(({ by, seconds }) => by === mine && seconds !== null);
  const known = resultOf(state.id) || isForgotten(state.id);
  if (!mine || more.length || !moved || known) return;
  const opponent = state.seats.find(({ colour }) => colour !== mine);
  if (!opponent) return;
  const { winner } = state.ending;
  keepResult({
    id: state.id,
    game: state.game,
    size: state.size,
    kind: opponent.kind,
    level: opponent.level,
    opponent: opponent.named ? opponent.name : "",
    score: winner === null ? 0.5 : Number(winner === mine),
    against: counts(state, entry) ? ratingOf(entry, opponent.level) : null,
    when: state.created,
  });
}

/** Whether a game says something about strength. @param {GameState} state @param {Entry} entry */
function counts(state, { sizes, default_size }) {
  const isSmall = sizes.indexOf(state.size) < sizes.indexOf(default_size);
  return !state.casual && !isSpoiled(state.id) && !isSmall;
}

/** @param {Pick<Entry, "levels">} entry @param {number | null} wanted */
function ratingOf({ levels }, wanted) {
  return levels.find(({ level }) => level === wanted)?.rating ?? null;
}

// Rating.

/**
 * The rating in a game after each of its rated games; the first point is before any of them.
 *
 * @param {Result[]} played  of one game, the oldest first
 * @param {Pick<Entry, "levels">} entry
 * @returns {Point[]}
 */
export function ratings(played, entry) {
  /** @type {Point[]} */
  const way = [{ ...unrated(beginning(entry)), games: 0 }];
  for (const { against, score } of played) {
    const before = way.at(-1);
    if (against === null || !before) continue;
    const result = { rating: against, deviation: LEVEL_DEVIATION, score };
    way.push({ ...rated(before, [result]), games: before.games + 1 });
  }
  return way;
}

/** Where somebody begins of whom nothing is known: among the lower levels. @param {Pick<Entry, "levels">} entry */
function beginning({ levels }) {
  return levels[Math.floor(levels.length / 4)]?.rating ?? 0;
}

/**
 * The level that is about as strong as a rating: the nearest one.
 *
 * @param {number} rating
 * @param {Pick<Entry, "levels">} entry
 * @returns {number | null} null if nobody has measured the levels
 */
export function levelFor(rating, { levels }) {
  const distance = (/** @type {number | null} */ theirs) => Math.abs((theirs ?? NaN) - rating);
  const measured = levels.filter((level) => level.rating !== null);
  measured.sort((one, other) => distance(one.rating) - distance(other.rating));
  return measured[0]?.level ?? null;
}

/**
 * What is known of a person's strength in a game.
 *
 * @param {string} game
 * @param {Pick<Entry, "levels">} entry
 */
export function standing(game, entry) {
  const played = results().filter((result) => result.game === game);
  const way = ratings(played, entry);
  const now = /** @type {Point} */ (way.at(-1));
  return { played, way, now, level: now.games ? levelFor(now.rating, entry) : null };
}

/**
 * The rating before and after a game, if it was rated.
 *
 * @param {string} id
 * @param {string} game
 * @param {Pick<Entry, "levels">} entry
 * @returns {Point[]}
 */
export function changeBy(id, game, entry) {
  const { played } = standing(game, entry);
  const place = played.findIndex((result) => result.id === id);
  if (place < 0 || played[place]?.against === null) return [];
  return ratings(played.slice(0, place + 1), entry).slice(-2);
}

/** A rating with its error, of which 95 % of the truth is within. @param {Point} point */
export const ratingWords = ({ rating, deviation }) =>
  `${Math.round(rating)} ± ${Math.round(1.96 * deviation)}`;

// Taking it along.

/** Everything as a file. */
export function exported() {
  return JSON.stringify(
    { kind: "trivium-record", format: FORMAT, name: ownName(), results: results() },
    null,
    1,
  );
}

/**
 * Take over what a file has; what is known stays as it is. Nothing changes if the file is wrong.
 *
 * @param {string} text
 * @returns {number} how many results are new
 */
export function imported(text) {
  const { name, results: brought } = checked(text);
  const fresh = brought.filter(({ id }) => !resultOf(id));
  fresh.forEach(keepResult);
  if (!ownName()) call(name);
  return fresh.length;
}

/** Begin anew. Games that have been played so far are not counted again. */
export function reset() {
  forgetResults();
  prefer("record.forgotten", heldGames());
}

/** @param {string} id */
const isForgotten = (id) =>
  preference("record.forgotten", /** @type {string[]} */ ([])).includes(id);

/**
 * @param {string} text
 * @returns {{name: string, results: Result[]}}
 */
function checked(text) {
  const file = text.length > LARGEST_FILE ? null : parsed(text);
  if (!isObject(file) || file["kind"] !== "trivium-record")
    throw new Error(t("me.import.no-record"));
  const { format, name, results: brought } = file;
  if (format !== FORMAT) throw new Error(t("me.import.format"));
  if (!Array.isArray(brought) || brought.length > MOST_RESULTS || !isName(name))
    throw new Error(t("me.import.no-record"));
  const wrong = brought.findIndex((result) => !isResult(result));
  if (wrong >= 0) throw new Error(t("me.import.wrong", { n: wrong + 1 }));
  return { name: String(name), results: brought.map(known) };
}

/** A result with what belongs to it and nothing else. @param {Result} result @returns {Result} */
function known({ id, game, size, kind, level, opponent, score, against, when }) {
  return { id, game, size, kind, level, opponent, score, against, when };
}

/** @param {string} text @returns {unknown} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} value @param {number} longest */
const isText = (value, longest) =>
  typeof value === "string" && value.length <= longest && !/\p{C}/u.test(value);

/** @param {unknown} value @param {number} most */
const isNumber = (value, most) =>
  value === null || (typeof value === "number" && Math.abs(value) <= most);

/** @param {unknown} value @returns {value is Result} */
function isResult(value) {
  if (!isObject(value)) return false;
  const { id, game, size, kind, level, opponent, score, against, when } = value;
  return (
    typeof id === "string" &&
    /^[\w-]{1,40}$/.test(id) &&
    isText(game, 60) &&
    isText(size, 20) &&
    isText(opponent, 200) &&
    (kind === "person" || kind === "level" || kind === "agent") &&
    isNumber(level, 1000) &&
    isNumber(against, 10_000) &&
    (score === 0 || score === 0.5 || score === 1) &&
    typeof when === "string" &&
    when.length < 40 &&
    !Number.isNaN(Date.parse(when))
  );
}
