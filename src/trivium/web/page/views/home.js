/**
 * The first page: choose a game and what to do with it.
 *
 * @module
 */

import { catalogue, game as fetchGame } from "../api.js";
import { fill, h } from "../dom.js";
import { linkButton, sign } from "../parts/controls.js";
import { icon } from "../parts/icons.js";
import { complain } from "../parts/notices.js";
import { picture } from "../parts/pictures.js";
import { heldGames } from "../store.js";

export const title = "";

const SHELF = /** @type {const} */ ([
  ["hexifence", "Hexifence"],
  ["cachex", "Cachex"],
  ["watch-your-back", "Watch Your Back!"],
  ["dots-and-boxes", "Dots-and-Boxes"],
]);

const DOORS = /** @type {const} */ ([
  ["eye", "Watch", "Two computers play; you set the pace.", "#/new/hexifence?with=watch"],
  ["person", "Play a friend", "On this screen, or by a link to share.", "#/new/cachex?with=link"],
  ["learn", "Learn", "The rules, move by move.", "#/learn"],
  ["puzzle", "Puzzles", "Find the only winning move.", "#/puzzles"],
  ["analyse", "Analyse", "Ask the engine about any position.", "#/analyse"],
  ["edit", "Set up a board", "Start from any position you like.", "#/edit"],
]);

/** @type {import("../app.js").View} */
export function show({ main, left }) {
  const cards = SHELF.map(([name, words]) => card(name, words));
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
          "Three games of pure skill, with opponents from beginner to champion.",
        ),
      ),
      going,
      h(
        "section",
        { class: "shelf", "aria-label": "Games" },
        cards.map(({ element }) => element),
      ),
      h("section", { class: "doors", "aria-label": "More to do" }, DOORS.map(door)),
    ),
  );
  catalogue()
    .then(({ games }) => {
      for (const { name, rules } of cards)
        rules.textContent = games.find((game) => game.name === name)?.rules ?? "";
    })
    .catch(complain);
  showGoing(going, left);
}

/**
 * @param {string} name
 * @param {string} words
 */
function card(name, words) {
  const rules = h("p", { class: "soft card-rules" });
  const element = h(
    "article",
    { class: `card ${name}` },
    h(
      "a",
      { class: "card-picture", href: `#/new/${name}`, tabindex: "-1", "aria-hidden": "true" },
      picture(name),
    ),
    h(
      "div",
      { class: "card-words" },
      h("h2", {}, words),
      rules,
      h(
        "div",
        { class: "row" },
        linkButton("play", `Play`, `#/new/${name}`, "primary"),
        linkButton(null, "Learn", `#/learn/${name}`),
        linkButton(null, "Analyse", `#/analyse/${name}`),
      ),
    ),
  );
  return { name, rules, element };
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
 * Games of this browser that are not over yet.
 *
 * @param {HTMLElement} section
 * @param {() => boolean} left
 */
async function showGoing(section, left) {
  const found = await Promise.allSettled(heldGames().slice(0, 4).map(fetchGame));
  const states = found.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  const open = states.filter((state) => !state.ending && !state.next && !state.watched);
  if (left() || !open.length) return;
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
          SHELF.find(([name]) => name === state.game)?.[1],
          h("span", { class: "soft small" }, `move ${state.moves.length + 1}`),
        ),
      ),
    ),
  );
}
