/**
 * Small sums with spots on paper.
 *
 * @module
 */

/** @typedef {[number, number]} Spot  x to the right, y downwards */

/**
 * @param {Spot} spot
 * @param {number} degrees clockwise
 * @param {Spot} around
 * @returns {Spot}
 */
export function turned([x, y], degrees, [cx, cy]) {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos];
}

/** The same angle from 0 up to 360. @param {number} degrees */
export function wholeAngle(degrees) {
  return ((degrees % 360) + 360) % 360;
}

/**
 * @param {Spot} a
 * @param {Spot} b
 * @param {number} [share] how far from a to b
 * @returns {Spot}
 */
export function between(a, b, share = 0.5) {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
}

/**
 * @param {Spot} a
 * @param {Spot} b
 */
export function distance(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/**
 * A diamond around an edge, or with `asBand` a rectangle along it.
 *
 * @param {[Spot, Spot]} ends
 * @param {number} width from the edge to the side
 * @param {boolean} [asBand]
 * @returns {Spot[]}
 */
export function around([a, b], width, asBand = false) {
  const length = distance(a, b) || 1;
  const [x, y] = [(-(b[1] - a[1]) * width) / length, ((b[0] - a[0]) * width) / length];
  const shifted = (/** @type {Spot} */ [px, py], /** @type {number} */ sign) =>
    /** @type {Spot} */ ([px + sign * x, py + sign * y]);
  if (asBand) return [shifted(a, 1), shifted(b, 1), shifted(b, -1), shifted(a, -1)];
  const middle = between(a, b);
  return [a, shifted(middle, 1), b, shifted(middle, -1)];
}

/** @param {Spot[]} spots */
export function points(spots) {
  return spots.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");
}

/** @param {number} value */
export function round(value) {
  return Math.round(value * 100) / 100;
}

/**
 * The smallest rectangle around spots: left, top, width, height.
 *
 * @param {Spot[]} spots
 * @param {number} margin
 */
export function frame(spots, margin) {
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return [left, top, Math.max(...xs) + margin - left, Math.max(...ys) + margin - top].map(round);
}
