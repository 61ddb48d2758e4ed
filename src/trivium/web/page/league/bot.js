/**
 * A bot's page for everybody: versions, the curve of its rating, opponents, games with their ends.
 *
 * @module
 */

import { fill, h, refill } from "../dom.js";
import { t } from "../language.js";
import { curve } from "../parts/curve.js";
import { bot as fetchBot, crossTable } from "./api.js";
import { again, frame, gameRows, moment, sheet } from "./parts.js";

/** @typedef {import("../types.js").LeagueState} LeagueState */
/** @typedef {import("../types.js").BotVersion} BotVersion */

/** @param {HTMLElement} main @param {LeagueState} league @param {string} name */
export async function showBot(main, league, name) {
  const content = h("div", { class: "page" });
  const look = async () => {
    const [page, { pairs }] = await Promise.all([
      fetchBot(league.name, name),
      crossTable(league.name),
    ]);
    const played = page.versions.filter((version) => version.history.length > 1);
    refill(
      content,
      h("h2", {}, name),
      played.length > 0 && ratingCurve(played),
      versionsTable(page.versions),
      opponents(pairs, page.versions),
      h("h3", {}, t("league.games")),
      page.games.length
        ? sheet(
            t("league.games"),
            [
              t("stored.players"),
              t("league.winner"),
              t("league.end"),
              `#${t("league.time")}`,
              t("stored.when"),
            ],
            h("tbody", {}, gameRows(league.name, page.games)),
          )
        : h("p", { class: "soft" }, t("league.no-games")),
    );
  };
  await look();
  fill(main, frame(league, "bot", content));
  return again(look, 6000);
}

/** @type {Record<string, string>} */
const STATES = {
  waiting: t("league.waiting"),
  trying: t("league.trying"),
  passed: t("league.passed"),
  failed: t("league.failed"),
};

/** @param {string} state */
const stateOf = (state) => STATES[state] ?? state;

/** @param {BotVersion[]} versions */
function versionsTable(versions) {
  return sheet(
    t("league.versions"),
    [
      t("league.version"),
      t("league.how"),
      t("league.state"),
      `#${t("league.rating")}`,
      `#${t("league.games")}`,
      t("stored.when"),
    ],
    h(
      "tbody",
      {},
      versions.map((version) => {
        const last = version.history.at(-1);
        const state = version.benched
          ? t("league.benched")
          : version.current
            ? t("league.plays")
            : stateOf(version.state);
        return h(
          "tr",
          {},
          h("td", {}, `v${version.number}`),
          h(
            "td",
            { class: "soft" },
            t(version.kind === "upload" ? "league.handed-in" : "league.connected"),
          ),
          h("td", {}, state),
          h(
            "td",
            { class: "number" },
            last ? `${Math.round(last.elo)} ± ${Math.round(last.error)}` : "",
          ),
          h("td", { class: "number" }, last?.games ?? ""),
          h("td", { class: "soft small" }, moment(version.submitted)),
        );
      }),
    ),
  );
}

/**
 * @param {[string, string, number, number, number][]} pairs
 * @param {BotVersion[]} versions
 */
function opponents(pairs, versions) {
  const own = versions.find((version) => version.current)?.label;
  /** @type {Map<string, [number, number, number]>} */
  const met = new Map();
  for (const [first, second, wins, draws, losses] of pairs) {
    if (first !== own && second !== own) continue;
    const [other, won, lost] = first === own ? [second, wins, losses] : [first, losses, wins];
    const [w, d, l] = met.get(other) ?? [0, 0, 0];
    met.set(other, [w + won, d + draws, l + lost]);
  }
  if (!met.size) return null;
  const rows = [...met].sort(([a], [b]) => a.localeCompare(b));
  return sheet(
    t("league.opponents"),
    [t("league.opponents-of", { name: own ?? "" }), "#+", "#=", "#−"],
    h(
      "tbody",
      {},
      rows.map(([other, results]) =>
        h(
          "tr",
          {},
          h("td", {}, other),
          results.map((number) => h("td", { class: "number" }, number)),
        ),
      ),
    ),
  );
}

/** @param {BotVersion[]} versions */
function ratingCurve(versions) {
  return curve(
    t("league.curve", { name: versions[0]?.label ?? "" }),
    versions.map(({ label, history, current }) => ({ label, points: history, faint: !current })),
  );
}
