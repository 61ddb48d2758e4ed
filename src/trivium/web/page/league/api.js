/**
 * Questions about leagues. The token that this browser holds for a league goes with each.
 *
 * @module
 */

import { ask, askText, segment } from "../api.js";
import { tokenOf } from "../store.js";

/** @returns {Promise<import("../types.js").LeagueEntry[]>} */
export const leagues = () => ask("leagues");

/**
 * @param {string} name
 * @param {string} [part]
 */
const about = (name, part = "") => ask(`leagues/${segment(name)}${part}`, undefined, tokenOf(name));

/** @param {string} name @returns {Promise<import("../types.js").LeagueState>} */
export const league = (name) => about(name);

/** @param {string} name @returns {Promise<import("../types.js").LeagueTable>} */
export const table = (name) => about(name, "/table");

/** @param {string} name @returns {Promise<import("../types.js").CrossTable>} */
export const crossTable = (name) => about(name, "/cross");

/** @param {string} name @returns {Promise<import("../types.js").RunningGame[]>} */
export const running = (name) => about(name, "/running");

/** @param {string} name @returns {Promise<import("../types.js").FinalTable[]>} */
export const final = (name) => about(name, "/final");

/**
 * @param {string} name
 * @param {string} bot
 * @returns {Promise<import("../types.js").BotPage>}
 */
export const bot = (name, bot) => about(name, `/bots/${segment(bot)}`);

/**
 * @param {string} name
 * @param {string} number
 * @returns {Promise<import("../types.js").ReplayableGame>}
 */
export const leagueGame = (name, number) => about(name, `/games/${segment(number)}`);

/** @param {string} token @returns {Promise<import("../types.js").Me>} */
export const me = (token) => ask("league/me", undefined, token);

/** @param {string} name @returns {Promise<import("../types.js").OwnBot>} */
export const mine = (name) => ask("league/mine", undefined, tokenOf(name));

/**
 * @param {string} name
 * @param {Blob} file
 * @returns {Promise<import("../types.js").OwnVersion>}
 */
export const handIn = (name, file) => ask("league/uploads", file, tokenOf(name));

/** @param {string} name @returns {Promise<import("../types.js").TutorDesk>} */
export const desk = (name) => ask("league/desk", undefined, tokenOf(name));

/**
 * What a tutor does: freeze, thaw, final, bench, pardon, members/revoke.
 *
 * @param {string} name
 * @param {string} what
 * @param {object} [body]
 * @returns {Promise<import("../types.js").TutorDesk>}
 */
export const act = (name, what, body = {}) => ask(`league/${what}`, body, tokenOf(name));

/**
 * @param {string} name
 * @param {string} text
 * @returns {Promise<import("../types.js").NewToken[]>}
 */
export const addMembers = (name, text) => ask("league/members", { text }, tokenOf(name));

/**
 * @param {string} name
 * @param {string} member
 * @returns {Promise<import("../types.js").NewToken>}
 */
export const renew = (name, member) => ask("league/members/renew", { name: member }, tokenOf(name));

/**
 * @param {import("../types.js").NewLeague} wish
 * @param {string} secret
 * @returns {Promise<import("../types.js").MadeLeague>}
 */
export const make = (wish, secret) => ask("league/new", wish, secret);

/** @param {string} name @param {string} kind csv, jsonl or html */
export const exported = (name, kind) => askText(`league/export.${kind}`, tokenOf(name));
