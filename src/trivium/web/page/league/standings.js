/**
 * The table of a league, which moves by itself, the cross table, and the final.
 *
 * @module
 */

import { fill, h, refill } from "../dom.js";
import { t } from "../language.js";
import { crossTable, final, table } from "./api.js";
import { again, formMarks, frame, place, ratingBar, sheet } from "./parts.js";

/** @typedef {import("../types.js").LeagueState} LeagueState */
/** @typedef {import("../types.js").TableRow} TableRow */

const MOST_IN_CROSS_TABLE = 30;

/** @param {HTMLElement} main @param {LeagueState} league */
export async function showTable(main, league) {
  const rows = h("tbody");
  const games = h("p", { class: "soft small", role: "status" });
  const heads = [
    "#",
    t("league.bot"),
    t("league.rating"),
    `#${t("league.games")}`,
    "#+",
    "#=",
    "#−",
    `#${t("league.failures")}`,
    t("league.form"),
    `#${t("league.time")}`,
  ];
  const look = async () => {
    const told = await table(league.name);
    const shown = told.rows.filter((row) => row.current);
    const rated = shown.filter((row) => row.games);
    const scale = {
      low: Math.min(...rated.map(({ elo, error }) => elo - Math.min(error ?? 0, 400)), 0),
      high: Math.max(...rated.map(({ elo, error }) => elo + Math.min(error ?? 0, 400)), 1),
    };
    games.textContent = told.games
      ? t("league.so-far", { n: told.games })
      : t("league.no-games-yet");
    refill(rows, ...shown.map((row) => tableRow(league, row, scale)));
  };
  await look();
  fill(main, frame(league, "", games, sheet(t("league.table"), heads, rows)));
  return again(look);
}

/**
 * @param {LeagueState} league
 * @param {TableRow} row
 * @param {{low: number, high: number}} scale
 */
function tableRow(league, row, scale) {
  const state = row.benched
    ? "benched"
    : row.kind === "connect"
      ? row.here
        ? "connected"
        : "away"
      : "";
  const name = row.reference
    ? h("span", { class: "soft" }, row.name)
    : h("a", { href: place(league.name, "bot", row.name) }, row.name);
  return h(
    "tr",
    { class: row.reference ? "reference" : row.name === league.you ? "mine" : "" },
    h("td", { class: "number" }, row.rank ?? ""),
    h(
      "td",
      {},
      name,
      !row.reference && h("span", { class: "soft small" }, ` v${row.version}`),
      state && h("span", { class: `state ${state}` }, t(`league.${state}`)),
    ),
    h("td", {}, ratingBar(row, scale)),
    h("td", { class: "number" }, row.games),
    h("td", { class: "number" }, row.wins),
    h("td", { class: "number" }, row.draws),
    h("td", { class: "number" }, row.losses),
    h("td", { class: `number ${row.faults ? "bad" : ""}` }, row.faults || ""),
    h("td", {}, formMarks(row.form)),
    h("td", { class: "number soft" }, seconds(row.seconds)),
  );
}

/** @param {number} taken */
function seconds(taken) {
  if (taken < 120) return `${taken.toFixed(0)} s`;
  return taken < 7200 ? `${(taken / 60).toFixed(0)} min` : `${(taken / 3600).toFixed(1)} h`;
}

/** @param {HTMLElement} main @param {LeagueState} league */
export async function showCross(main, league) {
  const body = h("tbody");
  const head = h("tr");
  const words = h("p", { class: "soft small" });
  const sheet = h(
    "div",
    { class: "sheet scroll", tabindex: "0", role: "region", "aria-label": t("league.cross") },
    h("table", { class: "stored cross" }, h("thead", {}, head), body),
  );
  const look = async () => {
    const [{ pairs }, { rows }] = await Promise.all([crossTable(league.name), table(league.name)]);
    const shown = rows.filter((row) => row.current && row.games).slice(0, MOST_IN_CROSS_TABLE);
    words.textContent = t(shown.length ? "league.cross.words" : "league.no-games-yet");
    sheet.classList.toggle("hidden", !shown.length);
    /** @type {Map<string, [number, number]>} */
    const points = new Map();
    const add = (
      /** @type {string} */ key,
      /** @type {number} */ own,
      /** @type {number} */ all,
    ) => {
      const [before, games] = points.get(key) ?? [0, 0];
      points.set(key, [before + own, games + all]);
    };
    for (const [first, second, wins, draws, losses] of pairs) {
      const all = wins + draws + losses;
      add(`${first}\n${second}`, wins + draws / 2, all);
      add(`${second}\n${first}`, losses + draws / 2, all);
    }
    fill(
      head,
      h("td"),
      shown.map((_, number) => h("th", { scope: "col", class: "number" }, number + 1)),
    );
    fill(
      body,
      shown.map((row, number) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, `${number + 1} ${row.label}`),
          shown.map((other) => crossCell(row, other, points.get(`${row.label}\n${other.label}`))),
        ),
      ),
    );
  };
  await look();
  fill(main, frame(league, "cross", words, sheet));
  return again(look, 5000);
}

/**
 * @param {TableRow} row
 * @param {TableRow} other
 * @param {[number, number] | undefined} found
 */
function crossCell(row, other, found) {
  if (row === other || !found) return h("td", { class: "number soft" }, row === other ? "" : "–");
  const [points, games] = found;
  const share = points / games;
  const tone = share > 0.5 ? "better" : share < 0.5 ? "worse" : "";
  const title = t("league.cross.cell", {
    name: row.label,
    other: other.label,
    points,
    games: t("games", { n: games }),
  });
  return h("td", { class: `number ${tone}`, title }, `${points}/${games}`);
}

/** @param {HTMLElement} main @param {LeagueState} league */
export async function showFinal(main, league) {
  const place = h("div", { class: "found" });
  const look = async () => {
    const tables = await final(league.name);
    refill(
      place,
      ...tables.map(finalTable),
      !tables.length && h("p", { class: "soft" }, t("league.final.empty")),
    );
  };
  await look();
  fill(main, frame(league, "final", place));
  return again(look, 4000);
}

/** @param {import("../types.js").FinalTable} told */
function finalTable({ title, played, expected, rows }) {
  const marks = Object.keys(rows[0]?.marks ?? {});
  const heads = [
    "#",
    t("league.bot"),
    ...marks.map((mark) => `#${mark}`),
    "#+",
    "#=",
    "#−",
    `#${t("league.failures")}`,
  ];
  const progress =
    expected === null
      ? t("games", { n: played })
      : t("league.final.progress", { played, n: expected });
  return h(
    "section",
    { class: "found" },
    h("h2", {}, title),
    h("p", { class: "soft small" }, t("league.final.games", { games: progress })),
    sheet(
      title,
      heads,
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            h("td", { class: "number" }, row.rank),
            h("td", {}, row.name),
            marks.map((mark) => h("td", { class: "number" }, row.marks[mark] ?? "")),
            [row.wins, row.draws, row.losses, row.faults || ""].map((one) =>
              h("td", { class: "number" }, one),
            ),
          ),
        ),
      ),
    ),
  );
}
