/**
 * Analysis: any position with the engine's opinion, variations, and a review of whole games.
 *
 * #/analyse/GAME?size=5&moves=a1,b2     a line in the address itself
 * #/analyse/game/ID                     a game played here
 * #/analyse/stored/NUMBER               a game of the database
 * #/analyse/league/NAME/NUMBER          a game of a league; with ?review, its review
 *
 * @module
 */

import {
  catalogue,
  game as fetchGame,
  gameEntry,
  position as fetchPosition,
  storedGame,
} from "../api.js";
import { fill, h } from "../dom.js";
import { t } from "../language.js";
import { leagueGame } from "../league/api.js";
import { askForText } from "../parts/asking.js";
import { button, linkButton } from "../parts/controls.js";
import { gameTiles, textPage } from "../parts/layout.js";
import { lineFrom } from "../parts/loading.js";
import { nameOfSeat } from "../parts/players.js";
import { Workbench } from "../parts/workbench.js";
import { spoil } from "../record.js";
import { Tree, treeOf } from "../tree.js";

export const title = t("analyse");

/** @type {import("../app.js").View} */
export async function show({ rest, query, main, left }) {
  if (!rest[0]) return choose(main, left);
  const { tree, at, ...known } = await load(rest, query);
  const entry = await gameEntry(tree.start.game);
  if (left()) return;
  const bench = new Workbench(entry, tree, { ...known, isLinked: rest[0] === entry.name });
  fill(main, bench.element);
  bench.go(tree.main()[at] ?? tree.root);
  if (query.has("review")) bench.reviewer.invitation.click();
  return () => bench.leave();
}

/**
 * @param {HTMLElement} main
 * @param {() => boolean} left
 */
async function choose(main, left) {
  const { games } = await catalogue();
  if (left()) return;
  fill(
    main,
    textPage(
      title,
      t("analyse.words"),
      gameTiles("#/analyse", games),
      h(
        "div",
        { class: "row" },
        button("upload", t("open.title"), askForText, "primary"),
        linkButton("edit", t("door.edit"), "#/edit"),
        linkButton("games", t("stored.title"), "#/games"),
      ),
    ),
  );
}

/**
 * @param {string[]} address
 * @param {URLSearchParams} query
 * @returns {Promise<{tree: Tree, at: number} & import("../parts/workbench.js").Known>}
 */
async function load([kind = "", id = "", number = ""], query) {
  if (kind === "game") {
    const state = await fetchGame(id);
    if (!state.ending) spoil(id);
    const names = state.seats.map(nameOfSeat);
    return {
      tree: treeOf({ game: state.game, start: state.start }, state.moves),
      at: state.moves.length,
      names,
      ending: state.ending,
    };
  }
  if (kind === "stored" || kind === "league") {
    const stored = await (kind === "league" ? leagueGame(id, number) : storedGame(id));
    return {
      tree: treeOf({ game: stored.game, start: stored.start }, stored.moves),
      at: 0,
      names: stored.players,
      ending: stored.ending,
    };
  }
  const entry = await gameEntry(kind);
  const line = lineFrom(entry, query);
  const moves = (query.get("moves") ?? "").split(",").filter(Boolean);
  const tree = await grown(new Tree(line), moves);
  return { tree, at: Number(query.get("at") ?? moves.length), names: [], ending: null };
}

/**
 * The tree with the moves of a line, which only the server can read; it refuses what is none.
 *
 * @param {Tree} tree
 * @param {string[]} moves
 */
async function grown(tree, moves) {
  let node = tree.root;
  const lines = [[], ...moves.map((_, ply) => moves.slice(0, ply + 1))];
  const positions = await Promise.all(
    lines.map((line) => fetchPosition({ ...tree.start, moves: line })),
  );
  for (const { last } of positions) {
    if (last) node = tree.add(node, last, last.by);
  }
  return tree;
}
