/**
 * What this browser knows of a person's puzzles: a rating for each game, what was solved and what
 * was not, the streak, and the daily puzzles. Only the first try of a puzzle counts.
 *
 * @module
 */

import { rated, unrated } from "./glicko.js";
import { prefer, preference } from "./store.js";

/** @typedef {import("./glicko.js").Rating} Rating */

/**
 * One try of a puzzle.
 *
 * @typedef {object} Try
 * @property {string} id
 * @property {boolean} solved
 * @property {string} day  such as 2026-11-18
 * @property {number} [rating]  the rating after it, if it counted
 */

/**
 * A person's puzzles of one game.
 *
 * @typedef {object} Standing
 * @property {Rating} rating
 * @property {number} streak  solved in a row
 * @property {number} best  the longest streak
 * @property {Try[]} tries  the newest last
 * @property {string[]} days  on which the daily puzzle was solved
 */

const BEGINNING = 900; // a puzzle that somebody who knows the rules has a fair chance at
const MOST_TRIES = 3000;
const MOST_DAYS = 400;

/** @param {string} game @returns {Standing} */
export function standing(game) {
  const nothing = { rating: unrated(BEGINNING), streak: 0, best: 0, tries: [], days: [] };
  return { ...nothing, ...preference(`puzzles.${game}`, {}) };
}

/**
 * Keep how a try went; returns by how much the rating changed, null if it did not count.
 *
 * @param {string} game
 * @param {{id: string, rating: number, deviation: number}} puzzle
 * @param {boolean} solved
 * @param {string} day
 * @param {boolean} [isDaily]
 */
export function keepTry(game, { id, rating, deviation }, solved, day, isDaily = false) {
  const before = standing(game);
  const first = !before.tries.some((known) => known.id === id);
  const after = first
    ? rated(before.rating, [{ rating, deviation, score: solved ? 1 : 0 }])
    : before.rating;
  const streak = first ? (solved ? before.streak + 1 : 0) : before.streak;
  /** @type {Try} */
  const made = { id, solved, day, ...(first && { rating: Math.round(after.rating) }) };
  const days = isDaily && solved ? [...new Set([...before.days, day])] : before.days;
  prefer(`puzzles.${game}`, {
    rating: after,
    streak,
    best: Math.max(before.best, streak),
    tries: [...before.tries, made].slice(-MOST_TRIES),
    days: days.slice(-MOST_DAYS),
  });
  return first ? Math.round(after.rating) - Math.round(before.rating.rating) : null;
}

/** The puzzles that were tried last without success, the oldest first. @param {Standing} known */
export function failed({ tries }) {
  const last = new Map(tries.map(({ id, solved }) => [id, solved]));
  return [...last].filter(([, solved]) => !solved).map(([id]) => id);
}

/** @param {Standing} known */
export function solvedOnes({ tries }) {
  return new Set(tries.filter(({ solved }) => solved).map(({ id }) => id));
}

/** How many days in a row the daily puzzle was solved, up to today or yesterday. @param {Standing} known @param {string} today */
export function daysInARow({ days }, today) {
  const solved = new Set(days);
  let day = solved.has(today) ? today : before(today);
  let count = 0;
  for (; solved.has(day); day = before(day)) count += 1;
  return count;
}

/** The day as everybody has it at the same time, wherever they are. */
export function today(now = new Date()) {
  return now.toISOString().slice(0, 10);
}

/** @param {string} day */
function before(day) {
  return today(new Date(Date.parse(day) - 86_400_000));
}
