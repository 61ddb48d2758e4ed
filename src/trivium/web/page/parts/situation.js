/**
 * What a person at a game has to know or to decide now: whose turn it is, a move without a place,
 * an offer of the other player, the result, a link to send.
 *
 * @module
 */

import { h } from "../dom.js";
import { around, t } from "../language.js";
import { changeBy } from "../record.js";
import { seatsOf } from "../store.js";
import { button, linkButton, sideName, sign } from "./controls.js";
import { address, copyable, reachOfLinks } from "./dialog.js";
import { qr } from "./qr.js";
import { specialMoves } from "./specials.js";
import { compilingWords, describe, gettingReadyWords, howItEnded } from "./words.js";

/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {(action: import("../types.js").Action) => void} Act */

/**
 * @param {GameState} state
 * @param {import("../types.js").GameEntry} entry  of its game
 * @param {import("../types.js").Board | null} plan  of its board
 * @param {boolean} looking  whether an earlier position is shown
 * @param {Act} act
 */
export function situation(state, entry, plan, looking, act) {
  const { turn } = state.position;
  const mine = turn !== null && state.you.includes(turn) && !state.ending;
  return [
    state.problem && h("p", { class: "notice problem" }, state.problem),
    !state.stored && h("p", { class: "notice problem" }, t("situation.unstored")),
    state.compiling &&
      h("p", { class: "notice" }, h("span", { class: "spinner" }), compilingWords(state)),
    !state.compiling &&
      state.getting_ready &&
      h(
        "p",
        { class: "notice" },
        gettingReadyWords(state.getting_ready),
        " ",
        t("words.meanwhile"),
      ),
    ...state.offers.map((offer) => offered(state, offer, act)),
    state.ending ? result(state, entry, act) : whoseTurn(state, mine),
    ...(mine && !looking ? offeredMoves(state, plan, act) : []),
    ...invitations(state),
    ...state.seats.filter(({ listed }) => listed).map((seat) => written(state, seat)),
  ];
}

/**
 * What an agent of the server's owner has written to standard error about its last move.
 *
 * @param {GameState} state
 * @param {GameState["seats"][number]} seat
 */
function written({ moves }, { colour, name }) {
  const said = moves.findLast(({ by }) => by === colour)?.info;
  return h(
    "details",
    { class: "notice written", open: true },
    h("summary", {}, t("situation.stderr", { name })),
    h("pre", { class: "small" }, said || t("situation.stderr.none")),
  );
}

/**
 * @param {GameState} state
 * @param {boolean} mine
 */
function whoseTurn({ position }, mine) {
  const tones = `${mine ? "mine" : ""} ${position.moves_again ? "again" : ""}`;
  return h(
    "p",
    { class: `notice turn ${tones}` },
    sign(position.turn ?? ""),
    describe(position, mine),
  );
}

/**
 * Moves that have no place on the board to click at.
 *
 * @param {GameState} state
 * @param {import("../types.js").Board | null} plan
 * @param {Act} act
 */
function offeredMoves({ position, moves }, plan, act) {
  return specialMoves(plan, position).map(({ code, title, words }) => {
    const make = () => act({ action: "move", move: code, ply: moves.length });
    return h(
      "div",
      { class: "notice offer" },
      h("p", {}, words),
      button("swap", title, make, "primary"),
    );
  });
}

/**
 * @param {GameState} state
 * @param {import("../types.js").Offer} offer
 * @param {Act} act
 */
function offered(state, offer, act) {
  if (state.you.includes(offer.by)) {
    return h("p", { class: "notice" }, t(`situation.asked.${offer.kind}`));
  }
  if (!state.you.length) return null;
  return h(
    "div",
    { class: "notice offer" },
    h("p", {}, t(`situation.wish.${offer.kind}`, { side: sideName(offer.by) })),
    h(
      "div",
      { class: "row" },
      button("check", t("situation.agree"), () => act({ action: "accept" }), "primary"),
      button(null, t("situation.decline"), () => act({ action: "decline" })),
    ),
  );
}

/**
 * @param {GameState} state
 * @param {import("../types.js").GameEntry} entry
 * @param {Act} act
 */
function result(state, entry, act) {
  const winner = state.ending?.winner ?? null;
  const text = state.ending ? howItEnded(state.ending) : "";
  const personal = winner && state.you.length === 1;
  const words = state.you.includes(winner ?? "") ? t("situation.won") : t("situation.lost");
  const again = () => act({ action: "rematch", swap: !state.watched });
  return h(
    "div",
    { class: "notice result" },
    h(
      "p",
      { class: "result-words" },
      winner && sign(winner),
      h("strong", {}, personal ? words : text),
    ),
    personal && h("p", { class: "soft small" }, text),
    ratingChange(state, entry),
    h(
      "div",
      { class: "row" },
      state.moves.length > 1 &&
        linkButton("analyse", t("review"), `#/analyse/game/${state.id}?review`, "primary"),
      state.next
        ? linkButton("next", t("situation.next"), `#/game/${state.next}`)
        : (state.you.length > 0 || state.host) && button("rotate", t("situation.again"), again),
    ),
  );
}

/**
 * What a game has done to the rating of who played it here.
 *
 * @param {GameState} state
 * @param {import("../types.js").GameEntry} entry
 */
function ratingChange({ id, game }, entry) {
  const [before, after] = changeBy(id, game, entry);
  if (!before || !after) return null;
  const values = { before: Math.round(before.rating), after: Math.round(after.rating) };
  return h(
    "p",
    { class: "soft small" },
    around("situation.rating", {
      before: String(values.before),
      after: h("a", { href: "#/me" }, String(values.after)),
    }),
  );
}

/** Links for friends who have not come yet. @param {GameState} state */
function invitations(state) {
  const { invitations: links = {} } = seatsOf(state.id);
  if (state.ending || state.moves.length > 1) return [];
  return state.seats
    .filter((seat) => seat.kind === "person" && !seat.present && links[seat.colour])
    .map((seat) =>
      h(
        "div",
        { class: "notice invitation" },
        h("p", {}, t("situation.invite", { side: sideName(seat.colour) })),
        copyable(t("situation.link"), address(links[seat.colour] ?? "")),
        qr(address(links[seat.colour] ?? "")),
        reachOfLinks(),
      ),
    );
}
