/**
 * The own record: a name, ratings and results by game, games to go on with, and the file that
 * takes all of it to another browser.
 *
 * @module
 */

import { catalogue } from "../api.js";
import { fill, h } from "../dom.js";
import { language, t } from "../language.js";
import { button, linkButton } from "../parts/controls.js";
import { curve } from "../parts/curve.js";
import { confirm, download } from "../parts/dialog.js";
import { goingLinks, goingOn } from "../parts/going.js";
import { textPage } from "../parts/layout.js";
import { complain, note } from "../parts/notices.js";
import { sizeName } from "../parts/words.js";
import { call, exported, imported, ownName, ratingWords, reset, standing } from "../record.js";
import { forgetSeats, results } from "../store.js";

/** @typedef {import("../types.js").GameEntry} GameEntry */
/** @typedef {import("../store.js").Result} Result */

export const title = t("me.title");

const MOST_GOING = 40;
const LAST_GAMES = 15;

/** @type {import("../app.js").View} */
export async function show({ main, left }) {
  const { games } = await catalogue();
  if (left()) return;
  const going = h("section", { class: "hidden", "aria-label": t("home.yours") });
  const record = h("div", { class: "record" });
  const redraw = () => fill(record, ...sections(games), files(redraw));
  redraw();
  fill(main, textPage(title, t("me.words"), nameField(), going, record));
  showGoing(going, games, left).catch(complain);
}

function nameField() {
  const field = h("input", {
    value: ownName(),
    maxlength: "30",
    autocomplete: "nickname",
    placeholder: t("player.guest"),
    onchange: () => {
      try {
        call(field.value);
        note(t("me.name.kept"));
      } catch (error) {
        complain(error);
      }
      field.value = ownName();
    },
  });
  return h(
    "label",
    { class: "field own-name" },
    h("span", {}, t("me.name")),
    field,
    h("span", { class: "small soft" }, t("me.name.words")),
  );
}

/**
 * @param {HTMLElement} section
 * @param {GameEntry[]} games
 * @param {() => boolean} left
 */
async function showGoing(section, games, left) {
  const going = await goingOn(MOST_GOING);
  if (left() || !(going.open.length || going.damaged.length || going.gone.length)) return;
  section.classList.remove("hidden");
  const forget = () => {
    forgetSeats(going.gone);
    showGoing(section, games, left).catch(complain);
    section.classList.add("hidden");
  };
  fill(
    section,
    h("h2", { class: "small-title" }, t("home.going")),
    goingLinks(going, games),
    going.gone.length > 0 &&
      h(
        "div",
        { class: "row gone-games" },
        h("p", { class: "small soft" }, t("me.gone", { n: going.gone.length })),
        button(null, t("me.gone.forget"), forget, "small"),
      ),
  );
}

/** What is known of each game that was played, and the last games. @param {GameEntry[]} games */
function sections(games) {
  const all = results();
  if (!all.length) return [empty()];
  const played = games.filter(({ name }) => all.some(({ game }) => game === name));
  return [...played.map(gameSection), lastGames(all, games)];
}

function empty() {
  return h(
    "div",
    { class: "sheet padded" },
    h("p", {}, t("me.empty")),
    h("div", { class: "row" }, linkButton("play", t("play.a-game"), "#/new", "primary")),
  );
}

/** @param {GameEntry} entry */
function gameSection(entry) {
  const { played, way, now, level } = standing(entry.name, entry);
  const points = way.map(({ games, rating, deviation }) => ({
    games,
    elo: rating,
    error: 1.96 * deviation,
  }));
  return h(
    "section",
    { class: "sheet padded own-game", "aria-label": entry.title },
    h(
      "div",
      { class: "row between" },
      h("h2", {}, entry.title),
      h("strong", { class: "own-rating" }, now.games ? ratingWords(now) : t("me.unrated")),
    ),
    level !== null &&
      h(
        "div",
        { class: "row between" },
        h("p", { class: "soft" }, t("me.suits", { level })),
        linkButton(
          "play",
          t("me.play-level", { level }),
          `#/new/${entry.name}?with=computer&level=${level}`,
          "primary",
        ),
      ),
    h(
      "div",
      { class: "own-results" },
      points.length > 2 &&
        curve(t("me.curve", { title: entry.title }), [{ label: entry.title, points }]),
      opponentsTable(played, t("me.table", { title: entry.title })),
    ),
  );
}

/** @param {Result[]} played @param {string} label */
function opponentsTable(played, label) {
  const levels = [...new Set(played.flatMap(({ level }) => level ?? []))].sort((a, b) => a - b);
  const groups = [
    ...levels.map((level) => ({
      words: t("me.level", { level }),
      games: played.filter((one) => one.level === level),
    })),
    { words: t("me.people"), games: played.filter(({ kind }) => kind === "person") },
    { words: t("me.agents"), games: played.filter(({ kind }) => kind === "agent") },
  ].filter(({ games }) => games.length > 0);
  return table(
    label,
    [
      t("setup.opponent"),
      `#${t("me.games")}`,
      `#${t("me.won")}`,
      `#${t("me.drawn")}`,
      `#${t("me.lost")}`,
    ],
    groups.map(({ words, games }) => [
      words,
      games.length,
      ...[1, 0.5, 0].map((score) => games.filter((one) => one.score === score).length),
    ]),
  );
}

/** @param {Result[]} all @param {GameEntry[]} games */
function lastGames(all, games) {
  const rows = all
    .slice(-LAST_GAMES)
    .reverse()
    .map((one) => [
      new Date(one.when).toLocaleDateString(language, { dateStyle: "medium" }),
      h(
        "a",
        { href: `#/game/${one.id}` },
        `${games.find(({ name }) => name === one.game)?.title ?? one.game} ${sizeName(one.size)}`,
      ),
      { 1: t("me.win"), 0.5: t("draw"), 0: t("me.loss") }[one.score] ?? "",
      one.level === null ? one.opponent || t("player.guest") : t("me.level", { level: one.level }),
      one.against === null ? t("me.casual") : t("me.rated"),
    ]);
  return h(
    "section",
    { class: "last-games" },
    h("h2", { class: "small-title" }, t("me.last")),
    table(
      t("me.last"),
      [t("stored.when"), t("game"), t("stored.result"), t("setup.opponent"), t("me.counts")],
      rows,
    ),
    h("p", { class: "small soft" }, t("me.casual.why")),
  );
}

/**
 * @param {string} label
 * @param {string[]} heads  those that begin with # are numbers
 * @param {import("../dom.js").Child[][]} rows
 */
function table(label, heads, rows) {
  const kind = (/** @type {number} */ column) => (heads[column]?.startsWith("#") ? "number" : null);
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
    h(
      "table",
      { class: "stored own-table" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((words, column) =>
            h("th", { scope: "col", class: kind(column) }, words.replace("#", "")),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((cells) =>
          h(
            "tr",
            {},
            cells.map((cell, column) => h("td", { class: kind(column) }, cell)),
          ),
        ),
      ),
    ),
  );
}

/** Taking the record along, and beginning anew. @param {() => void} redraw */
function files(redraw) {
  const some = results().length > 0;
  const chooser = h("input", {
    type: "file",
    class: "unseen",
    tabindex: "-1",
    accept: ".json,application/json",
    "aria-label": t("me.import"),
    onchange: async () => {
      const file = chooser.files?.[0];
      chooser.value = "";
      if (!file) return;
      try {
        note(t("me.import.done", { n: imported(await file.text()) }));
        redraw();
      } catch (error) {
        complain(error);
      }
    },
  });
  return h(
    "section",
    { class: "row", "aria-label": t("me.files") },
    some && button("download", t("me.export"), () => download("trivium-record.json", exported())),
    button("upload", t("me.import"), () => chooser.click()),
    chooser,
    h("span", { class: "gap" }),
    some &&
      button("trash", t("me.reset"), () =>
        confirm(t("me.reset.ask"), t("me.reset.words"), t("me.reset"), () => {
          reset();
          redraw();
        }),
      ),
  );
}
