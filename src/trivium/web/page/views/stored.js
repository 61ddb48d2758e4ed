/**
 * Stored games: all games of the database, to be found, looked at and taken away.
 *
 * @module
 */

import { catalogue, readRecords, storedGames } from "../api.js";
import { fill, h } from "../dom.js";
import { language, t } from "../language.js";
import { askForText } from "../parts/asking.js";
import { button, selection, sideName, sign } from "../parts/controls.js";
import { textPage } from "../parts/layout.js";
import { complain, note } from "../parts/notices.js";
import { reasonWords, sizeName } from "../parts/words.js";

/** @typedef {import("../types.js").StoredGame} StoredGame */
/** @typedef {import("../types.js").GameEntry} GameEntry */

export const title = t("stored.title");

/** @type {import("../app.js").View} */
export async function show({ query, main, left }) {
  const { games } = await catalogue();
  if (left()) return;
  const shelf = new Shelf(games, query.get("game") ?? "", query.get("player") ?? "");
  fill(main, textPage(title, t("stored.words"), shelf.element));
  await shelf.load(null);
}

class Shelf {
  /** Where the next page begins; null if this is the last. @type {number | null} */
  #older = null;
  #asked = 0;

  /**
   * @param {GameEntry[]} games
   * @param {string} game
   * @param {string} player
   */
  constructor(games, game, player) {
    this.titles = new Map(games.map((entry) => [entry.name, entry.title]));
    this.filters = { game, player };
    this.rows = h("tbody");
    this.sheet = h("div", { class: "sheet scroll hidden" }, table(this.rows));
    this.amount = h("p", { class: "soft small", role: "status" });
    this.more = button(null, t("stored.older"), () => this.load(this.#older).catch(complain));
    this.element = h(
      "section",
      { class: "found" },
      this.#fields(games),
      this.amount,
      this.sheet,
      h("div", { class: "row" }, this.more),
    );
  }

  /** @param {GameEntry[]} games */
  #fields(games) {
    const filter = (/** @type {Partial<typeof this.filters>} */ change) => {
      Object.assign(this.filters, change);
      this.load(null).catch(complain);
    };
    const entries = games.map(({ name, title: label }) => ({ value: name, label }));
    const choices = [{ value: "", label: t("stored.all") }, ...entries];
    const player = h("input", {
      type: "search",
      value: this.filters.player,
      placeholder: t("stored.any"),
      oninput: () => filter({ player: player.value.trim() }),
    });
    return h(
      "div",
      { class: "row fields stored-filters" },
      selection(t("game"), choices, this.filters.game, (game) => filter({ game })),
      h("label", { class: "field" }, h("span", {}, t("player")), player),
      button("upload", t("stored.open"), askForText),
      importButton(() => this.load(null)),
    );
  }

  /** Show the games before a number, or the newest. @param {number | null} before */
  async load(before) {
    const asked = ++this.#asked;
    const wishes = { ...this.filters, before: String(before ?? ""), limit: "30" };
    const given = Object.entries(wishes).filter(([, value]) => value);
    const { games, total, older } = await storedGames(Object.fromEntries(given));
    if (asked !== this.#asked) return;
    this.#older = older;
    const rows = games.map((game) => row(game, this.titles));
    if (before === null) fill(this.rows, rows);
    else this.rows.append(...rows);
    this.amount.textContent = total ? t("games", { n: total }) : t("stored.empty");
    this.sheet.classList.toggle("hidden", !total);
    this.more.classList.toggle("hidden", older === null);
  }
}

/** @param {HTMLElement} rows */
function table(rows) {
  const heads = [t("game"), t("stored.players"), t("stored.result"), t("stored.when")];
  return h(
    "table",
    { class: "stored" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        heads.map((words) => h("th", { scope: "col" }, words)),
      ),
    ),
    rows,
  );
}

/**
 * @param {StoredGame} game
 * @param {Map<string, string>} titles
 */
function row(game, titles) {
  const winner = game.winner && [sign(game.winner), sideName(game.winner)];
  const when = new Date(game.began).toLocaleString(language, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  const address = `#/analyse/stored/${game.number}`;
  const name = `${titles.get(game.game) ?? game.game} ${sizeName(game.size)}`;
  return h(
    "tr",
    {},
    h("td", {}, h("a", { href: address }, name)),
    h(
      "td",
      {},
      game.players.join(" – "),
      game.event ? h("div", { class: "soft small" }, game.event) : null,
    ),
    h(
      "td",
      {},
      h("span", { class: "row nowrap" }, winner || t("draw")),
      h("div", { class: "soft small reason" }, reasonWords(game.reason)),
      game.shortened && h("a", { class: "small", href: address }, t("reason.all")),
    ),
    h("td", { class: "soft small" }, when),
  );
}

/** Add the games of a file to the database. @param {() => Promise<void>} onDone */
function importButton(onDone) {
  const store = async () => {
    const text = (await file.files?.[0]?.text()) ?? "";
    file.value = "";
    const { stored, problems } = await readRecords(text, true);
    const [first] = problems;
    if (first) note(t("stored.import.problem", { ...first }), "problem");
    else note(t("stored.import.done", { n: stored }));
    await onDone();
  };
  const file = h("input", {
    type: "file",
    class: "unseen",
    accept: ".json,.jsonl",
    tabindex: "-1",
    "aria-label": t("stored.import.label"),
    onchange: () => store().catch(complain),
  });
  return h(
    "span",
    {},
    file,
    button("add", t("stored.import"), () => file.click()),
  );
}
