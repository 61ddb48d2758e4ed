/**
 * Which moves of a reviewed game are worth learning from, and how good another move is instead.
 *
 * @module
 */

/** @typedef {import("./tree.js").Node} TreeNode */
/** @typedef {import("./types.js").ReviewedMove} ReviewedMove */

const WORTH_LEARNING = ["mistake", "blunder"];
const IF_NOTHING_ELSE = ["inaccuracy"];
const AS_GOOD = ["best", "forced"];
const NEXT_TO_NOTHING = 0.05; // of the chance to win: two searches differ by so much

/**
 * The mistakes of one side in a reviewed line; where it has made none, its inaccuracies.
 *
 * @param {TreeNode[]} nodes
 * @param {string} colour
 */
export function mistakesOf(nodes, colour) {
  const own = nodes.filter(({ by, review }) => by === colour && review?.better);
  const judged = (/** @type {string[]} */ kinds) =>
    own.filter(({ review }) => review && kinds.includes(review.judgement));
  const mistakes = judged(WORTH_LEARNING);
  return mistakes.length ? mistakes : judged(IF_NOTHING_ELSE);
}

/**
 * How good an answer is that the review did not look at. Hardly worse than the best move is only
 * what gives away much less than the mistake did.
 *
 * @param {Pick<ReviewedMove, "judgement" | "chance_lost">} answer
 * @param {Pick<ReviewedMove, "chance_lost">} mistake
 */
export function howGood({ judgement, chance_lost: lost }, mistake) {
  if (AS_GOOD.includes(judgement)) return "equal";
  const bearable = Math.max(NEXT_TO_NOTHING, mistake.chance_lost / 2);
  return judgement === "good" && lost <= bearable ? "good" : "wrong";
}
