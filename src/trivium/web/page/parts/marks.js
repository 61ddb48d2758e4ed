/**
 * What analysis draws on a board.
 *
 * @module
 */

import { t } from "../language.js";
import { sideName } from "./controls.js";
import { things } from "./words.js";

/** @typedef {import("../boards/marks.js").Mark} Mark */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../types.js").Nimbers} Nimbers */

const RANKS = ["first", "second", "third"];
const KINDS = /** @type {const} */ (["chain", "loop", "open", "junction"]);

/**
 * A move as a highlight, or as an arrow if it goes from one place to another.
 *
 * @param {Move} move
 * @param {string} tone
 * @returns {Mark[]}
 */
export function moveMark(move, tone) {
  if (move.place === null) return [];
  return move.origin === null
    ? [{ kind: "best", at: [move.place], tone }]
    : [{ kind: "arrow", at: [move.origin, move.place], tone }];
}

/** The engine's best moves. @param {Analysis | null} analysis @returns {Mark[]} */
export function bestMarks(analysis) {
  return (analysis?.lines ?? [])
    .slice(0, 3)
    .flatMap(({ move }, rank) => moveMark(move, RANKS[rank] ?? ""));
}

/**
 * The exact value of every move that is solved.
 *
 * @param {Analysis | null} analysis
 * @param {Position} position
 * @returns {Mark[]}
 */
export function valueMarks(analysis, position) {
  const places = new Map(position.legal.map((move) => [move.code, move.place]));
  return (analysis?.values ?? []).flatMap(({ code, value, best }) => {
    const place = places.get(code);
    if (place === null || place === undefined) return [];
    const text = value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
    return [
      {
        kind: /** @type {const} */ ("value"),
        at: [place],
        text,
        tone: best ? "good" : value < 0 ? "bad" : "",
      },
    ];
  });
}

/** What every move leaves in Nimstring. @param {Nimbers | null} nimbers @returns {Mark[]} */
export function nimberMarks(nimbers) {
  return (nimbers?.moves ?? []).map(({ place, text, good }) => ({
    kind: /** @type {const} */ ("value"),
    at: [place],
    text,
    tone: good ? "good" : "",
  }));
}

/** Chains and loops, shortest connections, threatened pieces. @param {Position} position @returns {Mark[]} */
export function featureMarks(position) {
  const { chains, connections, threats } = position.features;
  return [
    ...(isLate(position) ? chains : []).map(({ cells, kind }) => ({
      kind: /** @type {const} */ ("tint"),
      at: cells,
      tone: kind,
    })),
    ...Object.entries(connections).map(([colour, { cells }]) => ({
      kind: /** @type {const} */ ("path"),
      at: cells,
      tone: colour,
    })),
    ...threats.map(({ place }) => ({ kind: /** @type {const} */ ("threat"), at: [place] })),
  ];
}

/**
 * The same in words: the kind of mark, and what it means.
 *
 * @param {Position} position
 * @param {import("./words.js").Counted} counted
 * @returns {[string, string][]}
 */
export function featureWords(position, counted) {
  const { chains, connections, threats } = position.features;
  /** @type {[string, string][]} */
  const words = Object.entries(connections)
    .filter(([, { missing }]) => missing.length > 0)
    .map(([colour, { missing }]) => [
      colour,
      t("analyse.needs", {
        side: sideName(colour),
        things: things(missing.length, counted),
      }),
    ]);
  if (threats.length)
    words.push(["threat-key", t("analyse.danger", { things: things(threats.length, counted) })]);
  if (!isLate(position)) return words;
  for (const kind of KINDS) {
    const lengths = chains.filter((chain) => chain.kind === kind).map(({ cells }) => cells.length);
    const facts = { n: lengths.length, lengths: lengths.sort((a, b) => a - b).join(", ") };
    if (lengths.length) words.push([kind, t(`analyse.${kind}`, facts)]);
  }
  return words;
}

/** Whether there is more than junctions, which a board begins with. @param {Position} position */
function isLate({ features: { chains } }) {
  return chains.some(({ kind }) => kind !== "junction");
}
