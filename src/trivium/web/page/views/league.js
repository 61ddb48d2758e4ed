/**
 * Leagues: #/league lists them, #/league/NAME is the table of one, and below it are cross, wall,
 * final, bot/BOT, mine, desk and enter.
 *
 * @module
 */

import { t } from "../language.js";
import { league as fetchLeague } from "../league/api.js";
import { showBot } from "../league/bot.js";
import { showDesk } from "../league/desk.js";
import { showEntrance, showLeagues } from "../league/entrance.js";
import { showMine } from "../league/mine.js";
import { showCross, showFinal, showTable } from "../league/standings.js";
import { showWall } from "../league/wall.js";
import { Refusal } from "../api.js";
import { keepToken, tokenOf } from "../store.js";

export const title = t("place.league");

/** @type {import("../app.js").View} */
export async function show({ rest: [name = "", part = "", bot = ""], main, left }) {
  if (!name) return showLeagues(main, left);
  const league = await known(name);
  if (left()) return;
  switch (part) {
    case "":
      return showTable(main, league);
    case "cross":
      return showCross(main, league);
    case "wall":
      return showWall(main, league);
    case "final":
      return showFinal(main, league);
    case "bot":
      return showBot(main, league, bot);
    case "mine":
      return showMine(main, league);
    case "desk":
      return showDesk(main, league);
    case "enter":
      return showEntrance(main, league);
  }
  throw new Error(t("problem.nowhere"));
}

/** The league; a token that is worth nothing any more is forgotten. @param {string} name */
async function known(name) {
  try {
    return await fetchLeague(name);
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== "role" || !tokenOf(name)) throw error;
    keepToken(name, null);
    return fetchLeague(name);
  }
}
