/**
 * What the pages of a league share: the tabs above them, tables, and looking again now and then.
 *
 * @module
 */

import { fill, h } from "../dom.js";
import { language, t } from "../language.js";
import { Refusal } from "../api.js";
import { linkButton, sideName, sign } from "../parts/controls.js";
import { complain } from "../parts/notices.js";
import { reasonWords } from "../parts/words.js";

/** @typedef {import("../types.js").LeagueState} LeagueState */
/** @typedef {import("../dom.js").Child} Child */

const LOOK_AGAIN = 2500;

/** The address of a page of a league. @param {string} league @param {string[]} rest */
export function place(league, ...rest) {
  return `#/league/${[league, ...rest].map(encodeURIComponent).join("/")}`;
}

/**
 * The frame of all pages of a league.
 *
 * @param {LeagueState} league
 * @param {string} here
 * @param {...(Child | Child[])} content
 */
export function frame(league, here, ...content) {
  const tabs = [
    ["", t("league.table")],
    ["cross", t("league.cross")],
    ["wall", t("league.live")],
    league.stage === "final" || league.stage === "over" ? ["final", t("league.final")] : null,
    league.role === "member" || league.role === "tutor" ? ["mine", t("league.mine")] : null,
    league.role === "tutor" ? ["desk", t("league.desk")] : null,
    ["enter", league.you ? `${league.you} (${roleWords(league.role)})` : t("league.sign-in")],
  ];
  return h(
    "div",
    { class: "page league" },
    h(
      "div",
      { class: "page-head" },
      h("h1", {}, league.name),
      h(
        "p",
        { class: "soft" },
        `${league.title} ${league.sizes.join(", ")} · ${league.clock} · ${stageWords(league)}`,
      ),
    ),
    h(
      "nav",
      { class: "tabs", "aria-label": t("place.league") },
      tabs.map(
        (tab) =>
          tab &&
          h(
            "a",
            {
              href: tab[0] ? place(league.name, tab[0]) : place(league.name),
              "aria-current": tab[0] === here ? "page" : null,
            },
            tab[1] ?? "",
          ),
      ),
    ),
    ...content,
  );
}

/** @param {{stage: string, deadline: string | null}} league */
export function stageWords({ stage, deadline }) {
  if (stage === "open" && deadline) return t("league.open-until", { when: moment(deadline) });
  return STAGES[stage];
}

/** @type {Record<string, string>} */
const STAGES = {
  open: t("league.open"),
  frozen: t("league.frozen"),
  final: t("league.final-on"),
  over: t("league.over"),
};

/** @type {Record<string, string>} */
const ROLES = {
  member: t("league.role.member"),
  tutor: t("league.role.tutor"),
  spectator: t("league.role.spectator"),
};

/** @param {string | null} role */
export function roleWords(role) {
  return ROLES[role ?? ""] ?? "";
}

/** @param {string} text */
export function moment(text) {
  return new Date(text).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}

/**
 * Do something now and then again, as long as the page is looked at; returns what ends it.
 *
 * @param {() => Promise<void>} look
 * @param {number} [every] milliseconds
 */
export function again(look, every = LOOK_AGAIN) {
  let ended = false;
  const round = async () => {
    if (ended) return;
    if (!document.hidden) {
      try {
        await look();
      } catch (error) {
        if (!(error instanceof Refusal && error.kind === "offline")) complain(error);
      }
    }
    if (!ended) timer = setTimeout(round, every);
  };
  let timer = setTimeout(round, every);
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/**
 * A table with headings.
 *
 * @param {string} label
 * @param {string[]} heads  those that begin with # are numbers
 * @param {HTMLElement} rows
 */
export function sheet(label, heads, rows) {
  return h(
    "div",
    { class: "sheet scroll", tabindex: "0", role: "region", "aria-label": label },
    h(
      "table",
      { class: "stored league-table" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((head) => {
            const words = head.replace("#", "");
            const kind = { class: head.startsWith("#") ? "number" : null };
            return words ? h("th", { scope: "col", ...kind }, words) : h("td", kind);
          }),
        ),
      ),
      rows,
    ),
  );
}

/** The last results as small marks. @param {string} form */
export function formMarks(form) {
  const names = /** @type {Record<string, string>} */ ({
    W: t("league.won"),
    D: t("league.drawn"),
    L: t("league.lost"),
    F: t("league.failed"),
  });
  const spoken = [...form].map((one) => names[one] ?? one).join(", ");
  return h(
    "span",
    { class: "form", role: "img", "aria-label": spoken || t("league.no-form"), title: spoken },
    [...form].map((one) => h("i", { class: `form-${one}` }, one)),
  );
}

/**
 * A rating with its error bar, drawn on a common scale.
 *
 * @param {{elo: number, error: number | null, provisional: boolean}} row
 * @param {{low: number, high: number}} scale
 */
export function ratingBar({ elo, error, provisional }, { low, high }) {
  const at = (/** @type {number} */ value) =>
    `${Math.max(0, Math.min(100, (100 * (value - low)) / (high - low || 1))).toFixed(1)}%`;
  const bar = h("span", { class: "rating-bar", "aria-hidden": "true" });
  const line = h("i", { class: "rating-line" });
  const dot = h("i", { class: "rating-dot" });
  line.style.left = at(elo - (error ?? 0));
  line.style.right = `calc(100% - ${at(elo + (error ?? 0))})`;
  dot.style.left = at(elo);
  fill(bar, line, dot);
  const words = error === null ? "–" : `${Math.round(elo)} ± ${Math.round(error)}`;
  return h(
    "span",
    { class: `rating ${provisional ? "provisional" : ""}` },
    h(
      "span",
      { class: "rating-words" },
      words,
      provisional && h("abbr", { title: t("league.provisional") }, "?"),
    ),
    bar,
  );
}

/**
 * Games with their ends, each a link to go through it.
 *
 * @param {string} league
 * @param {import("../types.js").LeagueGame[]} games
 * @param {string} [query]
 */
export function gameRows(league, games, query = "") {
  return games.map((game) => {
    const address = `#/analyse/league/${encodeURIComponent(league)}/${game.number}${query}`;
    const lost = game.winner && game.winner !== game.colour;
    return h(
      "tr",
      {},
      h("td", {}, h("a", { href: address }, game.players.join(" – "))),
      h(
        "td",
        {},
        h(
          "span",
          { class: "row nowrap" },
          game.winner ? [sign(game.winner), sideName(game.winner)] : t("draw"),
        ),
      ),
      h(
        "td",
        { class: lost ? "soft lost" : "soft" },
        reasonWords(game.reason),
        game.final && t("league.of-final"),
      ),
      h(
        "td",
        { class: "number soft" },
        game.seconds === null ? "" : `${game.seconds.toFixed(1)} s`,
      ),
      h("td", { class: "soft small" }, moment(game.began)),
    );
  });
}

/** @param {string} words @param {string} href */
export const goTo = (words, href) => linkButton(null, words, href);
