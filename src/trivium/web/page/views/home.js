/**
 * The first page: choose a game and what to do with it.
 *
 * @module
 */

import { catalogue, game as fetchGame, Refusal } from "../api.js";
import { fill, h } from "../dom.js";
import { linkButton, sign } from "../parts/controls.js";
import { icon } from "../parts/icons.js";
import { complain } from "../parts/notices.js";
import { picture } from "../parts/pictures.js";
import { heldGames, prefer, preference } from "../store.js";

/**
 * What a card shows of a game.
 *
 * @typedef {Pick<import("../types.js").GameEntry, "name" | "title" | "rules" | "picture" | "taught">} Shown
 */

export const title = "";

const DOORS = /** @type {const} */ ([
  ["eye", "Watch", "Two computers play; you set the pace.", "#/new?with=watch"],
  ["person", "Play a friend", "On this screen, or by a link to share.", "#/new?with=link"],
  ["learn", "Lessons", "The rules, move by move.", "#/learn"],
  ["puzzle", "Puzzles", "Find the only winning move.", "#/puzzles"],
  ["analyse", "Analyse", "Ask the engine about any position.", "#/analyse"],
  ["edit", "Set up a board", "Start from any position you like.", "#/edit"],
]);

/** @type {import("../app.js").View} */
export function show({ main, left }) {
  const shelf = h("section", { class: "shelf", "aria-label": "Games" });
  const going = h("section", { class: "going hidden", "aria-label": "Your games" });
  fill(
    main,
    h(
      "div",
      { class: "page" },
      h(
        "div",
        { class: "page-head" },
        h("h1", {}, "Pick a game. Play anyone."),
        h(
          "p",
          { class: "lead soft" },
          "Games of pure skill, with opponents from beginner to champion.",
        ),
      ),
      going,
      shelf,
      h("section", { class: "doors", "aria-label": "More to do" }, DOORS.map(door)),
    ),
  );
  showGames(shelf).catch(complain);
  showGoing(going, left).catch(complain);
}

/**
 * Show the games of last time at once, because a server that was just started is still loading,
 * and those of now as soon as they are known.
 *
 * @param {HTMLElement} shelf
 */
async function showGames(shelf) {
  const before = preference("shelf", /** @type {Shown[]} */ ([]));
  fill(
    shelf,
    before.length
      ? before.map(card)
      : h("p", { class: "soft" }, h("span", { class: "spinner" }), " Getting the games ready…"),
  );
  const { games } = await catalogue();
  const now = games.map(({ name, title: words, rules, picture: drawn, taught }) => ({
    name,
    title: words,
    rules,
    picture: drawn,
    taught,
  }));
  if (JSON.stringify(now) === JSON.stringify(before)) return;
  prefer("shelf", now);
  fill(shelf, now.map(card));
}

/** @param {Shown} game */
function card({ name, title: words, rules, picture: drawn, taught }) {
  return h(
    "article",
    { class: "card" },
    h(
      "a",
      { class: "card-picture", href: `#/new/${name}`, tabindex: "-1", "aria-hidden": "true" },
      picture(drawn),
    ),
    h(
      "div",
      { class: "card-words" },
      h("h2", {}, words),
      h(
        "p",
        { class: "soft card-rules" },
        rules,
        " ",
        h("a", { href: `/docs/rules/${name}.html` }, "All rules"),
      ),
      h(
        "div",
        { class: "row" },
        linkButton("play", `Play`, `#/new/${name}`, "primary"),
        taught && linkButton(null, "Lessons", `#/learn/${name}`),
        linkButton(null, "Analyse", `#/analyse/${name}`),
      ),
    ),
  );
}

/** @param {(typeof DOORS)[number]} door */
function door([picture, words, text, href]) {
  return h(
    "a",
    { class: "door", href },
    icon(picture),
    h("span", {}, h("strong", {}, words), h("span", { class: "soft small" }, text)),
  );
}

/**
 * Games of this browser that are not over yet, and those that the server cannot read any more.
 *
 * @param {HTMLElement} section
 * @param {() => boolean} left
 */
async function showGoing(section, left) {
  const held = heldGames().slice(0, 4);
  const found = await Promise.allSettled(held.map(fetchGame));
  const states = found.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  const open = states.filter((state) => !state.ending && !state.next && !state.watched);
  const damaged = held.filter((_, number) => isDamaged(found[number]));
  if (left() || !(open.length || damaged.length)) return;
  const { games } = await catalogue();
  section.classList.remove("hidden");
  fill(
    section,
    h("h2", { class: "small-title" }, "Go on playing"),
    h(
      "div",
      { class: "row" },
      open.map((state) =>
        h(
          "a",
          { class: "chip-link", href: `#/game/${state.id}` },
          sign(state.position.turn ?? ""),
          games.find(({ name }) => name === state.game)?.title,
          h("span", { class: "soft small" }, `move ${state.moves.length + 1}`),
        ),
      ),
      damaged.map((id) =>
        h(
          "a",
          { class: "chip-link", href: `#/game/${id}` },
          `Game ${id}`,
          h("span", { class: "soft small" }, "damaged"),
        ),
      ),
    ),
  );
}

/** @param {PromiseSettledResult<unknown> | undefined} answer */
function isDamaged(answer) {
  return (
    answer?.status === "rejected" &&
    answer.reason instanceof Refusal &&
    answer.reason.kind === "unreadable"
  );
}
