/**
 * A bot's page for everybody: versions, the curve of its rating, opponents, games with their ends.
 *
 * @module
 */

import { fill, h, s } from "../dom.js";
import { t } from "../language.js";
import { bot as fetchBot, crossTable } from "./api.js";
import { again, frame, gameRows, moment, sheet } from "./parts.js";

/** @typedef {import("../types.js").LeagueState} LeagueState */
/** @typedef {import("../types.js").BotVersion} BotVersion */

const WIDTH = 640;
const HEIGHT = 200;
const EDGE = 44;

/** @param {HTMLElement} main @param {LeagueState} league @param {string} name */
export async function showBot(main, league, name) {
  const content = h("div", { class: "page" });
  const look = async () => {
    const [page, { pairs }] = await Promise.all([
      fetchBot(league.name, name),
      crossTable(league.name),
    ]);
    const played = page.versions.filter((version) => version.history.length > 1);
    fill(
      content,
      h("h2", {}, name),
      played.length > 0 && curve(played),
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

/** The curve of the ratings, with a band for the error. @param {BotVersion[]} versions */
function curve(versions) {
  const points = versions.flatMap((version) => version.history);
  const most = Math.max(...points.map((point) => point.games));
  const low = Math.min(...points.map((point) => point.elo - Math.min(point.error, 300)));
  const high = Math.max(...points.map((point) => point.elo + Math.min(point.error, 300)));
  const x = (/** @type {number} */ games) => EDGE + (games / most) * (WIDTH - EDGE - 8);
  const y = (/** @type {number} */ elo) =>
    Math.max(8, Math.min(HEIGHT - 24, 8 + ((high - elo) / (high - low || 1)) * (HEIGHT - 32)));
  const line = (/** @type {[number, number][]} */ way) =>
    way.map(([games, elo]) => `${x(games).toFixed(1)},${y(elo).toFixed(1)}`).join(" ");
  const marks = [low, (low + high) / 2, high].map((elo) =>
    s("text", { x: EDGE - 6, y: y(elo) + 4, class: "curve-mark end" }, Math.round(elo)),
  );
  return h(
    "figure",
    {
      class: "sheet padded",
      role: "img",
      "aria-label": t("league.curve", { name: versions[0]?.label ?? "" }),
    },
    s(
      "svg",
      { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
      marks,
      s("text", { x: WIDTH - 8, y: HEIGHT - 6, class: "curve-mark end" }, t("games", { n: most })),
      versions
        .slice()
        .reverse()
        .map(({ history, current, label }) => {
          const upper = history.map(
            ({ games, elo, error }) => /** @type {[number, number]} */ ([games, elo + error]),
          );
          const lower = history.map(
            ({ games, elo, error }) => /** @type {[number, number]} */ ([games, elo - error]),
          );
          return s(
            "g",
            { class: current ? "curve-current" : "curve-old" },
            s("title", {}, label),
            s("polygon", { class: "curve-band", points: line([...upper, ...lower.reverse()]) }),
            s("polyline", {
              class: "curve-line",
              points: line(history.map(({ games, elo }) => [games, elo])),
            }),
          );
        }),
    ),
  );
}
