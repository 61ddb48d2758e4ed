/**
 * Positions in words, for eyes and ears.
 *
 * @module
 */

import { sideName } from "./controls.js";

/** @typedef {import("../types.js").Position} Position */
/** What a game counts, one and several of it. @typedef {Pick<import("../types.js").GameEntry, "thing" | "counts">} Counted */

/**
 * What is to be done now.
 *
 * @param {Position} position
 * @param {boolean} [mine] whether the reader is to move
 */
export function describe(position, mine = false) {
  if (!position.turn) return position.ending?.text ?? position.status;
  const who = mine ? "Your turn" : `${sideName(position.turn)} to move`;
  const { phase } = position;
  if (position.moves_again) {
    const [mineAgain, theirs] = position.last?.captured.length
      ? ["Captured! You move again", "captured and moves again"]
      : ["You move again", "moves again"];
    return mine ? mineAgain : `${sideName(position.turn)} ${theirs}`;
  }
  if (phase?.name === "placing")
    return mine ? "Your turn: place a piece" : `${sideName(position.turn)} to place a piece`;
  if (phase && phase.shrinks_in !== null)
    return `${who} · the board shrinks in ${count(phase.shrinks_in, "turn")}`;
  return who;
}

/**
 * What the last move did.
 *
 * @param {Position} position
 * @param {Counted} counted
 */
export function whatHappened({ last }, { thing, counts }) {
  if (!last) return "";
  const took = last.captured.length + last.removed.length;
  const effect = took ? `, taking ${count(took, thing, counts)}` : "";
  const shrink = last.shrank ? " The board shrank." : "";
  return `${sideName(last.by)} played ${last.text}${effect}.${shrink}`;
}

/**
 * @param {number} number
 * @param {string} thing
 * @param {string} [things] several of it
 */
export function count(number, thing, things) {
  return `${number} ${many(number, thing, things)}`;
}

/**
 * The word alone.
 *
 * @param {number} number
 * @param {string} thing
 * @param {string} [things] several of it
 */
export function many(number, thing, things = `${thing}s`) {
  return number === 1 ? thing : things;
}

/**
 * That the server compiles something for its first use, and how far it is; nobody knows how much
 * there will be.
 *
 * @param {{compiled: number}} progress
 */
export function compilingWords({ compiled }) {
  return `First use: compiling, ${count(compiled, "function")} so far…`;
}
