/**
 * Glicko-2: a rating that knows how sure it is.
 *
 * After Mark Glickman, "Example of the Glicko-2 system". A rating is a number on the scale of Elo,
 * its deviation tells how far off it may be (about two thirds of the time less than that), and its
 * volatility how steady the results are. Results count in periods: everything that is handed to
 * `rated` at once is one.
 *
 * @module
 */

/**
 * @typedef {object} Rating
 * @property {number} rating
 * @property {number} deviation
 * @property {number} volatility
 */

/**
 * @typedef {object} Result
 * @property {number} rating  of the opponent
 * @property {number} deviation  of the opponent's rating
 * @property {number} score  1 for a win, 0.5 for a draw, 0 for a loss
 */

const MIDDLE = 1500;
const SCALE = 173.7178; // ratings for one unit of the system's own scale: 400 / ln 10
const MOST_DEVIATION = 350;
const EXACT_ENOUGH = 1e-6;

/** Somebody of whom nothing is known yet. @returns {Rating} */
export function unrated(rating = MIDDLE) {
  return { rating, deviation: MOST_DEVIATION, volatility: 0.06 };
}

/**
 * The rating after a period. A period without results only makes it less sure.
 *
 * @param {Rating} before
 * @param {Result[]} results
 * @param {number} [tau]  how much the volatility may change: 0.3 to 1.2
 * @returns {Rating}
 */
export function rated(before, results, tau = 0.5) {
  const mu = (before.rating - MIDDLE) / SCALE;
  const phi = before.deviation / SCALE;
  const games = results.map(({ rating, deviation, score }) => {
    const g = weight(deviation / SCALE);
    return { g, score, expected: 1 / (1 + Math.exp(-g * (mu - (rating - MIDDLE) / SCALE))) };
  });
  if (!games.length) return { ...before, deviation: spread(phi, before.volatility) };
  const variance = 1 / sum(games.map(({ g, expected }) => g * g * expected * (1 - expected)));
  const gain = sum(games.map(({ g, expected, score }) => g * (score - expected)));
  const volatility = unsteadiness(before.volatility, phi, variance, variance * gain, tau);
  const precision = 1 / (phi * phi + volatility * volatility) + 1 / variance;
  return {
    rating: MIDDLE + SCALE * (mu + gain / precision),
    deviation: Math.min(MOST_DEVIATION, SCALE / Math.sqrt(precision)),
    volatility,
  };
}

/**
 * The share of the points that one player is expected to get from another.
 *
 * @param {Pick<Rating, "rating" | "deviation">} player
 * @param {Pick<Rating, "rating" | "deviation">} opponent
 */
export function expectedScore(player, opponent) {
  const g = weight(Math.hypot(player.deviation, opponent.deviation) / SCALE);
  return 1 / (1 + Math.exp((-g * (player.rating - opponent.rating)) / SCALE));
}

/** How much a result against somebody counts whose rating is unsure. @param {number} phi */
function weight(phi) {
  return 1 / Math.sqrt(1 + (3 * phi * phi) / (Math.PI * Math.PI));
}

/** @param {number} phi @param {number} volatility */
function spread(phi, volatility) {
  return Math.min(MOST_DEVIATION, SCALE * Math.hypot(phi, volatility));
}

/**
 * The new volatility: the zero of a falling function of its logarithm, found by the Illinois
 * variant of regula falsi (step 5 of the paper).
 *
 * @param {number} before
 * @param {number} phi
 * @param {number} variance
 * @param {number} change  of the rating, if only the results counted
 * @param {number} tau
 */
function unsteadiness(before, phi, variance, change, tau) {
  const start = Math.log(before * before);
  const f = (/** @type {number} */ x) => {
    const grown = phi * phi + variance + Math.exp(x);
    const pull = (Math.exp(x) * (change * change - grown)) / (2 * grown * grown);
    return pull - (x - start) / (tau * tau);
  };
  let [low, high] = [start, Math.log(change * change - phi * phi - variance)];
  if (!(change * change > phi * phi + variance)) {
    high = start - tau;
    while (f(high) < 0) high -= tau;
  }
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > EXACT_ENOUGH) {
    const next = low + ((low - high) * atLow) / (atHigh - atLow);
    const atNext = f(next);
    if (atNext * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [next, atNext];
  }
  return Math.exp(low / 2);
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((one, other) => one + other, 0);
}
