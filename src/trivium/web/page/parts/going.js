/**
 * Games of this browser that can be gone on with, those that ended while nobody looked, and those
 * that the server cannot show any more.
 *
 * @module
 */

import { game as fetchGame, Refusal } from "../api.js";
import { h } from "../dom.js";
import { t } from "../language.js";
import { markOver, openGames } from "../store.js";
import { sign } from "./controls.js";

/** @typedef {import("../types.js").GameState} GameState */

/**
 * @typedef {object} Going
 * @property {GameState[]} open  they go on, or have ended and nobody has seen it
 * @property {string[]} damaged
 * @property {string[]} gone  the server does not know them any more
 */

/**
 * Ask for the games of this browser, the newest first.
 *
 * @param {number} most
 * @returns {Promise<Going>}
 */
export async function goingOn(most) {
  const held = openGames().slice(0, most);
  const answers = await Promise.allSettled(held.map(fetchGame));
  const states = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  states.filter((state) => state.next || (state.watched && state.ending)).forEach(seen);
  const refused = (/** @type {string} */ kind) =>
    held.filter((_, number) => isRefused(answers[number], kind));
  return {
    open: states.filter((state) => !state.next && !state.watched),
    damaged: refused("unreadable"),
    gone: refused("not-found"),
  };
}

/** @param {GameState} state */
const seen = ({ id }) => markOver(id);

/**
 * A link to each of the games.
 *
 * @param {Going} going
 * @param {{name: string, title: string}[]} games
 */
export function goingLinks({ open, damaged }, games) {
  return h(
    "div",
    { class: "row" },
    open.map((state) =>
      h(
        "a",
        { class: "chip-link", href: `#/game/${state.id}` },
        sign(state.position.turn ?? ""),
        games.find(({ name }) => name === state.game)?.title,
        h("span", { class: "soft small" }, how(state)),
      ),
    ),
    damaged.map((id) =>
      h(
        "a",
        { class: "chip-link", href: `#/game/${id}` },
        t("home.damaged-game", { id }),
        h("span", { class: "soft small" }, t("home.damaged")),
      ),
    ),
  );
}

/** @param {GameState} state */
function how({ ending, moves }) {
  return ending ? t("home.ended") : t("home.move", { n: moves.length + 1 });
}

/** @param {PromiseSettledResult<unknown> | undefined} answer @param {string} kind */
function isRefused(answer, kind) {
  return (
    answer?.status === "rejected" && answer.reason instanceof Refusal && answer.reason.kind === kind
  );
}
