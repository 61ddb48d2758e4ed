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
import { again } from "../league/parts.js";
import { showCross, showFinal, showTable } from "../league/standings.js";
import { showWall } from "../league/wall.js";
import { Refusal } from "../api.js";
import { keepToken, tokenOf } from "../store.js";

export const title = t("place.league");

const LOOK_AT_STAGE = 5000;

/** @type {import("../app.js").View} */
export async function show({ rest: [name = "", part = "", bot = ""], main, left }) {
  if (!name) return showLeagues(main, left);
  const league = await known(name);
  if (left()) return;
  const end = await showPart(league, part, bot, main);
  const endToo = again(() => followStage(league), LOOK_AT_STAGE);
  return () => {
    end?.();
    endToo();
  };
}

/**
 * Begin anew when the league has come to its next stage: other buttons and tabs are there then.
 * Whoever is being told something, or is writing, is not disturbed.
 *
 * @param {import("../types.js").LeagueState} league
 */
async function followStage(league) {
  const { stage } = await fetchLeague(league.name);
  const busy =
    document.querySelector("dialog[open]") ?? document.activeElement?.matches("input, textarea");
  if (stage !== league.stage && !busy) dispatchEvent(new HashChangeEvent("hashchange"));
}

/**
 * @param {import("../types.js").LeagueState} league
 * @param {string} part
 * @param {string} bot
 * @param {HTMLElement} main
 * @returns {Promise<void | (() => void)>}
 */
async function showPart(league, part, bot, main) {
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
