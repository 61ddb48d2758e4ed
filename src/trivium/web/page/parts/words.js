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
  const key = REASONS[/** @type {keyof typeof REASONS} */ (reason)];
  if (!key) return text;
  return winner
    ? t("ending.won", { side: sideName(winner), reason: t(key) })
    : t("ending.drawn", { reason: t(key) });
}

/**
 * What the last move did.
 *
 * @param {Position} position
 * @param {Counted} counted
 */
export function whatHappened({ last }, counted) {
  if (!last) return "";
  const took = last.captured.length + last.removed.length;
  const move = { side: sideName(last.by), move: last.text };
  const played = took
    ? t("words.played-taking", { ...move, things: things(took, counted) })
    : t("words.played", move);
  return last.shrank ? `${played} ${t("words.shrank")}` : played;
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
export function gettingReadyWords({ done, total }) {
  const percent = total ? Math.floor((100 * done) / total) : 0;
  return t("words.getting-ready", { percent });
}
