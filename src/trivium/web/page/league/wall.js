/**
 * Games as they are played: several boards at once, or one of them large.
 *
 * @module
 */

import { fill, h } from "../dom.js";
import { t } from "../language.js";
import { sign } from "../parts/controls.js";
import { Stage } from "../parts/stage.js";
import { gameEntry } from "../api.js";
import { running } from "./api.js";
import { again, frame } from "./parts.js";

/** @typedef {import("../types.js").LeagueState} LeagueState */

const MOST_BOARDS = 9;
const LOOK = 1000;

/** @param {HTMLElement} main @param {LeagueState} league */
export async function showWall(main, league) {
  const entry = await gameEntry(league.game);
  const boards = h("div", { class: "wall" });
  const words = h("p", { class: "soft", role: "status" });
  /** @type {Map<string, {element: HTMLElement, stage: Stage}>} */
  const shown = new Map();
  const look = async () => {
    const games = (await running(league.name)).slice(0, MOST_BOARDS);
    words.textContent = games.length ? "" : t("league.wall.none");
    for (const key of shown.keys()) {
      if (!games.some((game) => game.key === key)) {
        shown.get(key)?.element.remove();
        shown.delete(key);
      }
    }
    for (const { key, players, position } of games) {
      let board = shown.get(key);
      if (!board) {
        const stage = new Stage({
          label: t("league.wall.label", { first: players[0], second: players[1] }),
        });
        const names = entry.players.map(({ colour }, side) =>
          h("span", { class: "row nowrap" }, sign(colour), players[side] ?? ""),
        );
        const element = h(
          "figure",
          { class: "sheet wall-board" },
          h("figcaption", { class: "row between" }, names),
          stage.element,
        );
        board = { element, stage };
        shown.set(key, board);
        boards.append(element);
      }
      await board.stage.show({ position });
    }
  };
  await look();
  fill(main, frame(league, "wall", words, boards));
  return again(look, LOOK);
}
