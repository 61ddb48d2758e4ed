/**
 * The first page: choose a game and what to do with it.
 *
 * @module
 */

import { catalogue, challenges } from "../api.js";
import { fill, h } from "../dom.js";
import { t } from "../language.js";
import { linkButton } from "../parts/controls.js";
import { goingLinks, goingOn } from "../parts/going.js";
import { icon } from "../parts/icons.js";
import { complain } from "../parts/notices.js";
import { picture } from "../parts/pictures.js";
import { prefer, preference } from "../store.js";

/**
 * What a card shows of a game.
 *
 * @typedef {Pick<import("../types.js").GameEntry, "name" | "title" | "rules" | "picture" | "taught">} Shown
 */

export const title = "";

const DOORS = /** @type {const} */ ([
  ["eye", t("door.watch"), t("door.watch.words"), "#/new?with=watch"],
  ["person", t("door.friend"), t("door.friend.words"), "#/new?with=link"],
  ["learn", t("lessons"), t("door.lessons.words"), "#/learn"],
  ["puzzle", t("puzzles"), t("door.puzzles.words"), "#/puzzles"],
  ["analyse", t("analyse"), t("door.analyse.words"), "#/analyse"],
  ["edit", t("door.edit"), t("door.edit.words"), "#/edit"],
  ["person", t("me.title"), t("door.me.words"), "#/me"],
]);
const MOST_GOING = 12;

/** @type {import("../app.js").View} */
export function show({ main, left }) {
  const shelf = h("section", { class: "shelf", "aria-label": t("home.games") });
  const doors = h("section", { class: "doors", "aria-label": t("home.more") }, DOORS.map(door));
  const going = h("section", { class: "going hidden", "aria-label": t("home.yours") });
  fill(
    main,
    h(
      "div",
      { class: "page" },
      h(
        "div",
        { class: "page-head" },
        h("h1", {}, t("home.heading")),
        h("p", { class: "lead soft" }, t("home.lead")),
      ),
      going,
      shelf,
      doors,
    ),
  );
  showGames(shelf).catch(complain);
  showGoing(going, left).catch(complain);
  showChallenges(doors).catch(complain);
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
      : h("p", { class: "soft" }, h("span", { class: "spinner" }), t("home.loading")),
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
        h("a", { href: `/docs/rules/${name}.html` }, t("home.rules")),
      ),
      h(
        "div",
        { class: "row" },
        linkButton("play", t("place.play"), `#/new/${name}`, "primary"),
        taught && linkButton(null, t("lessons"), `#/learn/${name}`),
        linkButton(null, t("analyse"), `#/analyse/${name}`),
      ),
    ),
  );
}

/** @param {readonly [import("../parts/icons.js").IconName, string, string, string]} door */
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
  const going = await goingOn(MOST_GOING);
  if (left() || !(going.open.length || going.damaged.length)) return;
  const { games } = await catalogue();
  section.classList.remove("hidden");
  fill(section, h("h2", { class: "small-title" }, t("home.going")), goingLinks(going, games));
}

/**
 * On a server that others reach, the way to those who wait for an opponent.
 *
 * @param {HTMLElement} doors
 */
async function showChallenges(doors) {
  const { reachable } = await catalogue();
  if (!reachable) return;
  const { challenges: open } = await challenges();
  const words = open.length
    ? t("door.challenges.open", { n: open.length })
    : t("door.challenges.words");
  doors.prepend(door(["people", t("challenges.title"), words, "#/challenges"]));
}
