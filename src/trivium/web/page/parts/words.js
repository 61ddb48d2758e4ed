/**
 * Positions in words, for eyes and ears.
 *
 * @module
 */

import { t } from "../language.js";
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
  if (!position.turn) return position.ending ? howItEnded(position.ending) : position.status;
  const side = sideName(position.turn);
  const { phase } = position;
  if (position.moves_again && position.last?.captured.length)
    return mine ? t("words.you-captured") : t("words.captured", { side });
  if (position.moves_again) return mine ? t("words.you-again") : t("words.again", { side });
  if (phase?.name === "placing") return mine ? t("words.you-place") : t("words.place", { side });
  const who = mine ? t("words.your-turn") : t("words.to-move", { side });
  if (phase && phase.shrinks_in !== null) return t("words.shrinks", { who, n: phase.shrinks_in });
  return who;
}

/** Reasons for an end that have a text; others, such as what an agent did wrong, are told as they are. */
const REASONS = /** @type {const} */ ({
  cells: "ending.cells",
  connection: "ending.connection",
  eliminated: "ending.eliminated",
  repetition: "ending.repetition",
  "turn limit": "ending.turn-limit",
  "move limit": "ending.move-limit",
  solved: "ending.solved",
  agreement: "ending.agreement",
  resignation: "ending.resignation",
  time: "ending.time",
});

/**
 * Who has won, and by which rule.
 *
 * @param {import("../types.js").Ending} ending
 */
export function howItEnded({ winner, reason, text }) {
  if (!isKnown(reason)) return text;
  const words = t(REASONS[reason]);
  return winner
    ? t("ending.won", { side: sideName(winner), reason: words })
    : t("ending.drawn", { reason: words });
}

/** Why a game ended. @param {string} reason */
export function reasonWords(reason) {
  return isKnown(reason) ? t(REASONS[reason]) : reason;
}

/** @param {string} reason @returns {reason is keyof typeof REASONS} */
function isKnown(reason) {
  return Object.hasOwn(REASONS, reason);
}

/**
 * What the last move did.
 *
 * @param {Position} position
 * @param {Counted} counted
 */
export function whatHappened({ last }, counted) {
  if (!last) return "";
  const side = sideName(last.by);
  const lost = last.removed.filter(({ colour }) => colour === last.by).length;
  const took = last.captured.length + last.removed.length - lost;
  return [
    took
      ? t("words.played-taking", { side, move: last.text, things: things(took, counted) })
      : t("words.played", { side, move: last.text }),
    lost ? t("words.lost", { side, things: things(lost, counted) }) : "",
    last.shrank ? t("words.shrank") : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * So many of what a game counts.
 *
 * @param {number} n
 * @param {Counted} counted
 */
export function things(n, { thing, counts }) {
  return t("things", { n, thing: n === 1 ? thing : counts });
}

/** The name of a board's size, as people write it. @param {string} size */
export function sizeName(size) {
  return size.replace("x", " × ");
}

/**
 * That the server compiles something for its first use, and how far it is; nobody knows how much
 * there will be.
 *
 * @param {{compiled: number}} progress
 */
export function compilingWords({ compiled }) {
  return t("words.compiling", { n: compiled });
}

/**
 * That machine code is still on its way, and how far it is.
 *
 * @param {import("../types.js").GettingReady} progress
 */
export function gettingReadyWords(progress) {
  return t("words.getting-ready", { percent: percentReady(progress) });
}

/** @param {import("../types.js").GettingReady} progress */
export function percentReady({ done, total }) {
  return total ? Math.floor((100 * done) / total) : 0;
}
