/**
 * Which puzzle comes next: one of about a person's own rating that they have not seen, the one of
 * the day, one of a theme, or one that they have failed at.
 *
 * @module
 */

/** @typedef {Pick<import("./types.js").PuzzleEntry, "id" | "rating" | "themes">} Entry */

const NEAREST = 8; // puzzles that chance chooses from

/**
 * A puzzle that was not tried yet, of about this rating; when all were tried, one of those. Null
 * only where there is none at all, or none but the last one.
 *
 * @template {Entry} Known
 * @param {Known[]} entries
 * @param {number} rating
 * @param {Set<string>} tried
 * @param {string} [last]  the one before, which does not come again at once
 * @param {number} [chance]  from 0 to 1
 * @returns {Known | null}
 */
export function nextPuzzle(entries, rating, tried, last, chance = Math.random()) {
  const others = entries.filter(({ id }) => id !== last);
  const fresh = others.filter(({ id }) => !tried.has(id));
  const distance = (/** @type {Known} */ entry) => Math.abs(entry.rating - rating);
  const near = (fresh.length ? fresh : others)
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, NEAREST);
  return near[Math.floor(chance * near.length)] ?? near[0] ?? null;
}

/**
 * The puzzle of a day: the same one for everybody who has the same book.
 *
 * @template {Entry} Known
 * @param {Known[]} entries
 * @param {string} day  such as 2026-11-18
 * @returns {Known | null}
 */
export function dailyPuzzle(entries, day) {
  const sorted = entries.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return sorted[scattered(day) % sorted.length] ?? null;
}

/** A number that looks like chance, and is always the same for a text. @param {string} text */
function scattered(text) {
  let mixed = 2166136261;
  for (const letter of text) {
    mixed = Math.imul(mixed ^ letter.charCodeAt(0), 16777619) >>> 0;
    mixed = (mixed ^ (mixed >>> 13)) >>> 0;
  }
  return Math.imul(mixed ^ (mixed >>> 16), 2246822507) >>> 0;
}
