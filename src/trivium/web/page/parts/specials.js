/**
 * Moves that have no place on the board to point at, such as a steal or a pass: they are offered
 * beside it.
 *
 * @module
 */

/** @typedef {import("../types.js").SpecialMove} SpecialMove */

/**
 * Those that are possible now.
 *
 * @param {Pick<import("../types.js").Board, "specials"> | null} plan  of the board, once it is known
 * @param {Pick<import("../types.js").Position, "legal">} position
 * @returns {SpecialMove[]}
 */
export function specialMoves(plan, { legal }) {
  const possible = new Set(legal.map(({ code }) => code));
  return (plan?.specials ?? []).filter(({ code }) => possible.has(code));
}
