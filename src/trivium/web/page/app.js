/**
 * The page as a whole: the header, and which view is shown for which address.
 *
 * Addresses are in the fragment: #/game/k3Jd, #/analyse/GAME?size=5. A view is a function that
 * gets the rest of the address and fills the page; it may return a function that cleans up.
 *
 * @module
 */

import { reach, Refusal } from "./api.js";
import { showSettings } from "./comfort.js";
import { fill, h, set } from "./dom.js";
import { language, t } from "./language.js";
import { keepShell, waitForServer } from "./offline.js";
import { button, linkButton, tool } from "./parts/controls.js";
import { icon } from "./parts/icons.js";
import { connection, notices, serverIsAway } from "./parts/notices.js";
import { logo } from "./parts/pictures.js";
import { showSettingsDialog } from "./parts/settings.js";
import { listenForKeys, showShortcuts } from "./parts/shortcuts.js";

/**
 * @typedef {object} Visit
 * @property {string[]} rest  the parts of the address after the view's name
 * @property {URLSearchParams} query
 * @property {HTMLElement} main  what to fill
 * @property {() => boolean} left  whether the person has gone on to another view meanwhile
 */

/** @typedef {(visit: Visit) => void | (() => void) | Promise<void | (() => void)>} View */

/** Views are loaded when they are needed. @type {Record<string, () => Promise<{show: View, title: string}>>} */
const VIEWS = {
  "": () => import("./views/home.js"),
  new: () => import("./views/setup.js"),
  game: () => import("./views/play.js"),
  analyse: () => import("./views/analyse.js"),
  edit: () => import("./views/editor.js"),
  learn: () => import("./views/learn.js"),
  puzzles: () => import("./views/puzzles.js"),
  games: () => import("./views/stored.js"),
  league: () => import("./views/league.js"),
  me: () => import("./views/me.js"),
  challenges: () => import("./views/challenges.js"),
};

const PLACES = /** @type {const} */ ([
  ["", t("place.play"), "play"],
  ["learn", t("lessons"), "learn"],
  ["puzzles", t("puzzles"), "puzzle"],
  ["analyse", t("analyse"), "analyse"],
  ["games", t("place.games"), "games"],
  ["league", t("place.league"), "flag"],
]);

const main = h("main", { id: "main", tabindex: "-1" });
const nav = h(
  "nav",
  { class: "places", "aria-label": t("place.main") },
  PLACES.map(([name, words, picture]) =>
    h("a", { href: `#/${name}`, "data-view": name }, icon(picture), words),
  ),
);

let visits = 0;
/** @type {void | (() => void)} */
let leave;

async function route() {
  const visit = ++visits;
  leave?.();
  leave = undefined;
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [name = "", ...rest] = path.split("/").map(decoded);
  markPlace(name);
  set(document.body, { "data-view": name || "home", "data-address": location.hash });
  set(main, { "aria-busy": "true" });
  try {
    const { show, title } = await (VIEWS[name] ?? notFound)();
    if (visit !== visits) return;
    document.title = title ? `${title} – Trivium` : "Trivium";
    fill(main);
    window.scrollTo(0, 0);
    const left = () => visit !== visits;
    const cleanUp = await show({ rest, query: new URLSearchParams(query), main, left });
    if (left()) cleanUp?.();
    else leave = cleanUp;
  } catch (error) {
    if (visit === visits) showProblem(error);
  }
  if (visit === visits) set(main, { "aria-busy": "false" });
}

/** A part of an address; one that is damaged is the name of nothing. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @param {string} name */
function markPlace(name) {
  const place = { new: "", game: "", challenges: "", edit: "analyse" }[name] ?? name;
  for (const link of nav.children) {
    set(link, { "aria-current": link.getAttribute("data-view") === place ? "page" : null });
  }
}

async function notFound() {
  return { title: "", show: () => showProblem(new Error(t("problem.nowhere"))) };
}

/** @param {unknown} error */
function showProblem(error) {
  const isAway = error instanceof Refusal && error.kind === "offline";
  fill(
    main,
    h(
      "div",
      { class: "page narrow problem-page" },
      h("h1", {}, t(isAway ? "server.away" : "problem.heading")),
      h("p", {}, error instanceof Error ? error.message : String(error)),
      isAway && h("p", { class: "soft" }, t("server.away.words")),
      h(
        "div",
        { class: "row" },
        isAway && button("rotate", t("server.again"), route, "primary"),
        linkButton(null, t("home"), "#/", isAway ? "" : "primary"),
      ),
    ),
  );
}

// While the server is away it is asked again and again; then a view that could not be shown is.

reach.addEventListener("here", () => serverIsAway(false));
reach.addEventListener("away", () => {
  serverIsAway(true);
  waitForServer().then(() => {
    serverIsAway(false);
    if (main.querySelector(".problem-page")) route();
  });
});

set(document.documentElement, { lang: language });
showSettings();
listenForKeys({ "?": showShortcuts, ",": showSettingsDialog });
document.body.prepend(
  h("a", { class: "skip", href: "#main", onclick: skip }, t("skip")),
  h(
    "header",
    { class: "top" },
    h("a", { class: "brand", href: "#/" }, logo(), "Trivium"),
    nav,
    connection,
    h(
      "a",
      { class: "tool", href: "#/me", title: t("me.title"), "aria-label": t("me.title") },
      icon("person"),
    ),
    h(
      "a",
      { class: "tool", href: "/docs/", title: t("manual"), "aria-label": t("manual") },
      icon("manual"),
    ),
    tool("settings", t("settings"), showSettingsDialog),
  ),
  main,
  ...notices,
);

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  main.focus();
}

window.addEventListener("hashchange", route);
route();
keepShell();
