/**
 * Moves for later: what a person may wish to play once the other side has moved. Nobody knows what
 * will be possible then, and no rules are here; so everything is offered that the moves of now
 * let one expect, and what was wished is played if the rules allow it when the time comes.
 *
 * @module
 */

/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Board} BoardPlan */
/** @typedef {import("../boards/geometry.js").Spot} Spot */

/**
 * The moves that a side may wish for while the other one is to move.
 *
 * @param {Position} position
 * @param {string} side
 * @param {BoardPlan} plan
 * @returns {Move[]}
 */
export function wishes(position, side, plan) {
  const steps = position.legal.filter(({ origin, place }) => origin !== null && place !== null);
  return steps.length ? pieceMoves(position, side, plan, steps) : freePlaces(position, plan);
}

/**
 * The move that was wished for, if it is possible now.
 *
 * @param {Move} wish
 * @param {Move[]} legal
 */
export function granted(wish, legal) {
  return legal.find(({ origin, place }) => origin === wish.origin && place === wish.place);
}

/** Where nothing stands yet. @param {Position} position @param {BoardPlan} plan @returns {Move[]} */
function freePlaces({ owners }, plan) {
  const places = plan.clickable === "edges" ? plan.edges : plan.cells;
  return places
    .filter(({ id }) => owners[id] === undefined)
    .map(({ id, name }) => ({ code: -1, text: name, origin: null, place: id, over: null }));
}

/**
 * The own pieces, each as far and in such directions as those of the other side go now.
 *
 * @param {Position} position
 * @param {string} side
 * @param {BoardPlan} plan
 * @param {Move[]} steps  moves of the other side
 * @returns {Move[]}
 */
function pieceMoves({ owners }, side, plan, steps) {
  const ways = new Map();
  for (const { origin, place } of steps) {
    const [dx, dy] = apart(plan, origin ?? 0, place ?? 0);
    for (const way of turns([dx, dy])) ways.set(way.map(Math.round).join(), way);
  }
  const cells = new Map(plan.cells.map(({ id, centre }) => [near(centre), id]));
  return plan.cells
    .filter(({ id }) => owners[id] === side)
    .flatMap(({ id, name, centre: [x, y] }) =>
      [...ways.values()].flatMap(([dx, dy]) => {
        const place = cells.get(near([x + dx, y + dy]));
        if (place === undefined) return [];
        const text = `${name}-${plan.cells[place]?.name}`;
        return [{ code: -1, text, origin: id, place, over: null }];
      }),
    );
}

/** @param {BoardPlan} plan @param {number} from @param {number} to @returns {Spot} */
function apart({ cells }, from, to) {
  const [[x1, y1], [x2, y2]] = [cells[from]?.centre ?? [0, 0], cells[to]?.centre ?? [0, 0]];
  return [x2 - x1, y2 - y1];
}

/** A way, and the same to the other sides. @param {Spot} way @returns {Spot[]} */
function turns([dx, dy]) {
  return [
    [dx, dy],
    [-dx, -dy],
    [dy, -dx],
    [-dy, dx],
  ];
}

/** @param {Spot} spot */
function near(spot) {
  return spot.map((value) => Math.round(value)).join();
}
