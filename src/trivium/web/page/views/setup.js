/**
 * A new game: who plays, on what board, with how much time. Where the address names no game, or
 * says ?any, there is a choice of games, too.
 *
 * @module
 */

import { catalogue, gameEntry, newGame, position } from "../api.js";
import { fill, h, refill } from "../dom.js";
import { t } from "../language.js";
import { button, choice, selection, sign } from "../parts/controls.js";
import { reachOfLinks } from "../parts/dialog.js";
import { textPage } from "../parts/layout.js";
import { complain } from "../parts/notices.js";
import { Stage } from "../parts/stage.js";
import { sizeName } from "../parts/words.js";
import { ownName, ratingWords, standing } from "../record.js";
import { keepSeats, prefer, preference } from "../store.js";

/** @typedef {import("../types.js").GameEntry} GameEntry */
/** @typedef {import("../types.js").SeatRequest} Seat */

export const title = t("setup.title");

/**
 * @typedef {object} Wishes
 * @property {string} mode  "computer", "screen", "link", "anyone" or "watch"
 * @property {string} size
 * @property {string} side  a colour, or "random"
 * @property {Opponent[]} computers  for each seat of computers: one, or two to watch
 * @property {string} clock  "none" or "seconds+increment"
 */

/**
 * @typedef {object} Opponent
 * @property {string} level  "1", "2", …, or "named"
 * @property {string} agent
 * @property {number} seconds
 */

const MODES = [
  { value: "computer", label: t("setup.computer") },
  { value: "screen", label: t("setup.screen") },
  { value: "link", label: t("setup.link") },
  { value: "anyone", label: t("setup.anyone") },
  { value: "watch", label: t("setup.watch") },
];
/** Modes in which somebody elsewhere takes the other side. */
const ELSEWHERE = ["link", "anyone"];

const CLOCKS = [
  { value: "none", label: t("setup.clock.none") },
  { value: "60+1", label: t("setup.clock.time", { minutes: 1, seconds: 1 }) },
  { value: "300+3", label: t("setup.clock.time", { minutes: 5, seconds: 3 }) },
  { value: "900+10", label: t("setup.clock.time", { minutes: 15, seconds: 10 }) },
];

/** @type {import("../app.js").View} */
export async function show({ rest: [wanted], query, main, left }) {
  const [entry, { games, reachable }] = await Promise.all([
    wanted ? gameEntry(wanted) : firstGame(),
    catalogue(),
  ]);
  if (left()) return;
  const { name } = entry;
  const start = query.get("start");
  const wishes = wishesFor(entry, query, reachable);
  const stage = new Stage({ label: t("setup.board", { title: entry.title }) });
  const form = h("form", {
    class: "setup",
    onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
  });
  const preview = async () => {
    const line = start ? { game: name, start } : { game: name, size: wishes.size };
    stage.sitBehind(
      wishes.side === "random" || wishes.mode !== "computer" ? undefined : wishes.side,
    );
    await stage.show({ position: await position(line) });
  };
  const offered = {
    modes: MODES.filter(({ value }) => value !== "anyone" || (reachable && !start)),
    games: wanted && !query.has("any") ? [] : games,
    fixed: Boolean(start),
  };
  const redraw = () => refill(form, fields(entry, wishes, offered, redraw, preview), go);
  const go = h(
    "div",
    { class: "row" },
    button(
      "play",
      t("setup.start"),
      () => begin(entry, wishes, start).catch(complain),
      "primary large",
    ),
  );
  redraw();
  fill(
    main,
    textPage(
      entry.title,
      entry.rules,
      h(
        "div",
        { class: "table setup-table" },
        form,
        h("div", { class: "setup-board" }, stage.element),
      ),
    ),
  );
  preview().catch(complain);
}

/** The game to offer to somebody who has named none. */
async function firstGame() {
  const { games } = await catalogue();
  const [first] = games;
  if (!first) throw new Error(t("setup.nothing"));
  return first;
}

/**
 * What was wished last time, or the usual.
 *
 * @param {GameEntry} entry
 * @param {URLSearchParams} query
 * @param {boolean} reachable  whether there may be anybody else
 * @returns {Wishes}
 */
function wishesFor(entry, query, reachable) {
  /** @type {Opponent} */
  const usual = { level: entry.levels.length ? "3" : "named", agent: "champion", seconds: 1 };
  const wishes = {
    mode: "computer",
    size: entry.default_size,
    side: entry.players[0].colour,
    computers: [{ ...usual }, { ...usual, level: entry.levels.length ? "5" : "named" }],
    clock: "none",
    ...preference(`setup.${entry.name}`, {}),
  };
  if (query.has("with")) wishes.mode = query.get("with") ?? "computer";
  if (wishes.mode === "anyone" && !reachable) wishes.mode = "link";
  if (query.has("level") && wishes.computers[0])
    wishes.computers[0].level = query.get("level") ?? "";
  if (query.has("size")) wishes.size = query.get("size") ?? entry.default_size;
  for (const opponent of wishes.computers) correct(entry, opponent);
  if (!entry.sizes.includes(wishes.size)) wishes.size = entry.default_size;
  return wishes;
}

/**
 * Agents come and go between versions, and what was wished last time may be gone.
 *
 * @param {GameEntry} entry
 * @param {Opponent} opponent
 */
function correct(entry, opponent) {
  const names = entry.agents.map(({ name }) => name);
  if (!names.includes(opponent.agent)) opponent.agent = names.at(-1) ?? "random";
  if (!entry.levels.some(({ level }) => String(level) === opponent.level)) opponent.level = "named";
}

/**
 * @param {GameEntry} entry
 * @param {Wishes} wishes
 * @param {{modes: typeof MODES, games: GameEntry[], fixed: boolean}} offered  who may play, which
 *     games there are to choose from, and whether the board is given
 * @param {() => void} redraw
 * @param {() => Promise<void>} preview
 */
function fields(entry, wishes, { modes, games, fixed }, redraw, preview) {
  const update = (/** @type {Partial<Wishes>} */ change) => {
    Object.assign(wishes, change);
    redraw();
    preview().catch(complain);
  };
  const watched = wishes.mode === "watch";
  const computers = watched
    ? wishes.computers
    : wishes.mode === "computer"
      ? wishes.computers.slice(0, 1)
      : [];
  return [
    games.length > 1 && gameField(entry, games, wishes),
    choice(t("setup.who"), modes, wishes.mode, (mode) => update({ mode }), "wide"),
    ELSEWHERE.includes(wishes.mode) && reachOfLinks(),
    wishes.mode === "anyone" && h("p", { class: "soft small" }, t("setup.anyone.words")),
    ...computers.map((opponent, number) =>
      opponentFields(
        entry,
        opponent,
        watched ? (entry.players[number]?.name ?? "") : t("setup.opponent"),
        redraw,
      ),
    ),
    (wishes.mode === "computer" || ELSEWHERE.includes(wishes.mode)) &&
      sideField(entry, wishes, update),
    !fixed && sizeField(entry, wishes, update),
    !watched && choice(t("setup.clock"), CLOCKS, wishes.clock, (clock) => update({ clock })),
  ];
}

/**
 * Another game, with the same people.
 *
 * @param {GameEntry} entry
 * @param {GameEntry[]} games
 * @param {Wishes} wishes
 */
function gameField({ name }, games, wishes) {
  const options = games.map((game) => ({ value: game.name, label: game.title }));
  return choice(t("game"), options, name, (chosen) => {
    location.replace(`#/new/${chosen}?with=${wishes.mode}&any`);
  });
}

/**
 * @param {GameEntry} entry
 * @param {Wishes} wishes
 * @param {(change: Partial<Wishes>) => void} update
 */
function sideField(entry, wishes, update) {
  const [first, second] = entry.players;
  const sides = [
    { value: first.colour, label: [sign(first.colour), t("setup.begins", { side: first.name })] },
    { value: second.colour, label: [sign(second.colour), second.name] },
    { value: "random", label: t("setup.chance") },
  ];
  return choice(t("setup.you"), sides, wishes.side, (side) => update({ side }));
}

/**
 * @param {GameEntry} entry
 * @param {Wishes} wishes
 * @param {(change: Partial<Wishes>) => void} update
 */
function sizeField(entry, wishes, update) {
  if (entry.sizes.length < 2) return null;
  const sizes = entry.sizes.map((size) => ({ value: size, label: sizeName(size) }));
  return choice(t("board.size"), sizes, wishes.size, (size) => update({ size }), "chips");
}

/**
 * @param {GameEntry} entry
 * @param {Opponent} opponent
 * @param {string} legend
 * @param {() => void} redraw
 */
function opponentFields(entry, opponent, legend, redraw) {
  const levels = [
    ...entry.levels.map(({ level, title: words }) => ({
      value: String(level),
      label: String(level),
      title: words,
    })),
    { value: "named", label: t("setup.named") },
  ];
  const chosen = entry.levels.find(({ level }) => String(level) === opponent.level);
  const about =
    (chosen?.title ?? entry.agents.find((agent) => agent.name === opponent.agent)?.summary) || "";
  return h(
    "div",
    { class: "opponent" },
    entry.levels.length > 0 &&
      choice(
        t("setup.level", { who: legend }),
        levels,
        opponent.level,
        (level) => {
          opponent.level = level;
          redraw();
        },
        "chips levels",
      ),
    opponent.level === "named" && agentFields(entry, opponent, legend, redraw),
    h("p", { class: "soft small" }, about),
    legend === t("setup.opponent") && suggestion(entry, opponent, redraw),
  );
}

/**
 * The level that suits the rating of this browser's person, as soon as they have one.
 *
 * @param {GameEntry} entry
 * @param {Opponent} opponent
 * @param {() => void} redraw
 */
function suggestion(entry, opponent, redraw) {
  const { now, level } = standing(entry.name, entry);
  if (level === null) return null;
  const rating = ratingWords(now);
  if (String(level) === opponent.level)
    return h("p", { class: "small suggestion" }, t("setup.suits", { rating }));
  const take = () => {
    opponent.level = String(level);
    redraw();
  };
  return h(
    "p",
    { class: "small suggestion row" },
    t("setup.suggested", { rating }),
    button(null, t("me.level", { level }), take, "small"),
  );
}

/**
 * @param {GameEntry} entry
 * @param {Opponent} opponent
 * @param {string} legend
 * @param {() => void} redraw
 */
function agentFields(entry, opponent, legend, redraw) {
  const names = entry.agents.map(({ name }) => ({ value: name, label: name }));
  const seconds = h("input", {
    type: "number",
    min: "0.05",
    max: "30",
    step: "0.05",
    value: opponent.seconds,
    onchange: () => {
      opponent.seconds = Math.min(30, Math.max(0.05, Number(seconds.value) || 1));
    },
  });
  return h(
    "div",
    { class: "row fields" },
    selection(t("setup.agent", { who: legend }), names, opponent.agent, (agent) => {
      opponent.agent = agent;
      redraw();
    }),
    h("label", { class: "field short" }, h("span", {}, t("setup.seconds")), seconds),
  );
}

/** @param {Opponent} opponent @returns {Seat} */
function seatOf(opponent) {
  return opponent.level === "named"
    ? { kind: "agent", agent: opponent.agent, seconds: opponent.seconds }
    : { kind: "level", level: Number(opponent.level) };
}

/**
 * Make the game and go to it.
 *
 * @param {GameEntry} entry
 * @param {Wishes} wishes
 * @param {string | null} start
 */
async function begin(entry, wishes, start) {
  prefer(`setup.${entry.name}`, wishes);
  if (wishes.mode === "anyone") return challenge(entry, wishes);
  const colours = entry.players.map(({ colour }) => colour);
  const mine = wishes.side === "random" ? colours[Math.floor(Math.random() * 2)] : wishes.side;
  const person = /** @type {Seat} */ ({ kind: "person" });
  const me = /** @type {Seat} */ ({ kind: "person", name: ownName() || null });
  const [one = person, other = person] = wishes.computers.map(seatOf);
  /** @type {Record<string, [Seat, Seat]>} */
  const seatings = {
    screen: [person, person],
    link: mine === colours[0] ? [me, person] : [person, me],
    watch: [one, other],
    computer: mine === colours[0] ? [me, one] : [one, me],
  };
  const [seconds, increment] = wishes.clock.split("+").map(Number);
  const created = await newGame({
    game: entry.name,
    ...(start ? { start } : { size: wishes.size }),
    seats: seatings[wishes.mode] ?? [person, person],
    clock:
      wishes.clock === "none" || wishes.mode === "watch"
        ? null
        : { seconds: seconds ?? 300, increment: increment ?? 0 },
    pace: preference("pace", 1),
  });
  keep(created, wishes.mode, mine ?? "");
  location.hash = `#/game/${created.id}`;
}

/**
 * Go to where the challenge is posted.
 *
 * @param {GameEntry} entry
 * @param {Wishes} wishes
 */
function challenge({ name }, { size, side, clock }) {
  const terms = new URLSearchParams({
    game: name,
    size,
    ...(side === "random" ? {} : { side }),
    ...(clock === "none" ? {} : { clock }),
  });
  location.hash = `#/challenges?${terms}`;
}

/**
 * Keep the seats of this browser. By link, the other seat is only given away.
 *
 * @param {import("../types.js").Created} created
 * @param {string} mode
 * @param {string} mine
 */
function keep({ id, tokens, links }, mode, mine) {
  const given =
    mode === "link" ? Object.keys(tokens).filter((seat) => seat !== mine && seat !== "host") : [];
  keepSeats(id, {
    tokens: Object.entries(tokens).flatMap(([seat, token]) =>
      given.includes(seat) ? [] : [token],
    ),
    invitations: Object.fromEntries(given.map((seat) => [seat, links[seat] ?? ""])),
  });
}
