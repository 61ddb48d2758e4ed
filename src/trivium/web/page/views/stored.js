/**
 * Stored games: all games of the database, to be found, looked at and taken away.
 *
 * @module
 */

import { catalogue, readRecords, storedGames } from "../api.js";
import { fill, h } from "../dom.js";
import { button, selection, sideName, sign } from "../parts/controls.js";
import { askForText } from "../parts/loading.js";
import { complain, note } from "../parts/notices.js";
import { count } from "../parts/words.js";

/** @typedef {import("../types.js").StoredGame} StoredGame */

export const title = "Stored games";

/** @type {import("../app.js").View} */
export async function show({ query, main, left }) {
  const { games } = await catalogue();
  if (left()) return;
  const titles = new Map(games.map((game) => [game.name, game.title]));
  const rows = h("tbody");
  const amount = h("p", { class: "soft small", role: "status" });
  const more = button(null, "Older games", () => load(older).catch(complain));
  /** @type {string | null} */
  let older = null;
  /** @type {Record<string, string>} */
  const filters = { game: query.get("game") ?? "", player: query.get("player") ?? "" };

  const load = async (/** @type {string | null} */ before) => {
    const given = Object.fromEntries(
      Object.entries({ ...filters, before: before ?? "", limit: "30" }).filter(
        ([, value]) => value,
      ),
    );
    const page = await storedGames(given);
    if (left()) return;
    older = page.older === null ? null : String(page.older);
    const found = page.games.map((game) => row(game, titles));
    if (before) rows.append(...found);
    else fill(rows, found);
    amount.textContent = page.total
      ? count(page.total, "game")
      : "No games yet. Games of matches and tournaments, and finished games played here, are kept.";
    more.classList.toggle("hidden", older === null);
  };
  const filter = (/** @type {string} */ name, /** @type {string} */ value) => {
    filters[name] = value;
    load(null).catch(complain);
  };
  const player = h("input", {
    type: "search",
    value: filters.player,
    placeholder: "any",
    oninput: () => filter("player", player.value.trim()),
  });
  const choices = [
    { value: "", label: "All games" },
    ...games.map((game) => ({ value: game.name, label: game.title })),
  ];
  fill(
    main,
    h(
      "div",
      { class: "page" },
      h(
        "div",
        { class: "page-head" },
        h("h1", {}, "Stored games"),
        h("p", { class: "soft" }, "Pick one to go through it with the engine."),
      ),
      h(
        "section",
        { class: "found" },
        h(
          "div",
          { class: "row fields stored-filters" },
          selection("Game", choices, filters.game ?? "", (value) => filter("game", value)),
          h("label", { class: "field" }, h("span", {}, "Player"), player),
          button("upload", "Open a game", askForText),
          importButton(() => load(null)),
        ),
        amount,
        h(
          "div",
          { class: "sheet scroll" },
          h(
            "table",
            { class: "stored" },
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                ["Game", "Players", "Result", "When"].map((words) =>
                  h("th", { scope: "col" }, words),
                ),
              ),
            ),
            rows,
          ),
        ),
        h("div", { class: "row" }, more),
      ),
    ),
  );
  await load(null);
}

/**
 * @param {StoredGame} game
 * @param {Map<string, string>} titles
 */
function row(game, titles) {
  const result = game.winner
    ? [sign(game.winner), `${sideName(game.winner)} (${game.reason})`]
    : [`Draw (${game.reason})`];
  return h(
    "tr",
    {},
    h(
      "td",
      {},
      h(
        "a",
        { href: `#/analyse/stored/${game.number}` },
        `${titles.get(game.game) ?? game.game} ${game.size}`,
      ),
    ),
    h(
      "td",
      {},
      game.players.join(" – "),
      game.event ? h("div", { class: "soft small" }, game.event) : null,
    ),
    h("td", {}, h("span", { class: "row nowrap" }, result)),
    h(
      "td",
      { class: "soft small" },
      new Date(game.began).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }),
    ),
  );
}

/** Add the games of a file to the database. @param {() => Promise<void>} onDone */
function importButton(onDone) {
  const file = h("input", {
    type: "file",
    class: "unseen",
    accept: ".json,.jsonl",
    tabindex: "-1",
    onchange: async () => {
      try {
        const { stored, problems } = await readRecords((await file.files?.[0]?.text()) ?? "", true);
        const [first] = problems;
        note(
          first ? `Line ${first.line}: ${first.error}` : `${count(stored, "new game")} stored.`,
          first ? "problem" : "plain",
        );
        await onDone();
      } catch (error) {
        complain(error);
      }
      file.value = "";
    },
  });
  return h(
    "span",
    {},
    file,
    button("add", "Store games from a file", () => file.click()),
  );
}
