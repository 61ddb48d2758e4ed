/**
 * Open challenges: who waits for an opponent on this server. One's own challenge stands as long
 * as this view is open; its terms are in the address: #/challenges?game=NAME&size=…
 *
 * @module
 */

import { catalogue } from "../api.js";
import { fill, h, refill, set } from "../dom.js";
import { t } from "../language.js";
import { Live } from "../live.js";
import { button, linkButton, sideName, sign } from "../parts/controls.js";
import { address, copyable, reachOfLinks } from "../parts/dialog.js";
import { textPage } from "../parts/layout.js";
import { announce, complain, note } from "../parts/notices.js";
import { qr } from "../parts/qr.js";
import { sizeName } from "../parts/words.js";
import { ownName } from "../record.js";
import { keepSeats } from "../store.js";

/** @typedef {import("../types.js").Challenge} Challenge */
/** @typedef {import("../types.js").ChallengeRequest} Terms */

export const title = t("challenges.title");

/** @type {import("../app.js").View} */
export async function show({ query, main, left }) {
  const { games, reachable } = await catalogue();
  if (left()) return;
  const board = new ChallengeBoard(games, reachable, termsFrom(query));
  fill(
    main,
    textPage(
      title,
      t("challenges.words"),
      board.element,
      h(
        "section",
        { class: "sheet padded invite-all" },
        h("h2", { class: "small-title" }, t("challenges.invite")),
        copyable(t("challenges.link"), address("/#/challenges")),
        qr(address("/#/challenges")),
        reachOfLinks(),
      ),
    ),
  );
  return () => board.leave();
}

/** What the address asks to post. @param {URLSearchParams} query @returns {Terms | null} */
function termsFrom(query) {
  const game = query.get("game");
  if (!game) return null;
  const [seconds, increment] = (query.get("clock") ?? "").split("+").map(Number);
  return {
    type: "challenge",
    game,
    size: query.get("size") ?? "",
    colour: query.get("side"),
    clock: seconds ? { seconds, increment: increment ?? 0 } : null,
    name: ownName() || null,
  };
}

class ChallengeBoard {
  /**
   * @param {import("../types.js").GameEntry[]} games
   * @param {boolean} reachable  whether others can come here at all
   * @param {Terms | null} wish
   */
  constructor(games, reachable, wish) {
    this.games = games;
    this.reachable = reachable;
    this.wish = wish;
    /** @type {Challenge[]} */
    this.shown = [];
    this.element = h(
      "section",
      { class: "challenges" },
      h("p", { class: "soft" }, h("span", { class: "spinner" })),
    );
    this.live = new Live("challenges/live", {
      hello: () => this.wish,
      onMessage: (message) => this.#heard(message),
    });
  }

  leave() {
    this.live.close();
  }

  /** @param {any} message */
  #heard(message) {
    if (message.type === "matched") this.#begin(message);
    else if (message.type === "challenges") this.#draw(message);
    else if (message.type === "refused") this.#refused(message.error);
  }

  /** @param {string} sentence */
  #refused(sentence) {
    this.wish = null;
    note(sentence, "problem");
  }

  /** @param {import("../types.js").Matched} matched */
  #begin({ game, token }) {
    keepSeats(game, { tokens: [token] });
    announce(t("challenges.begun"));
    location.replace(`#/game/${game}`);
  }

  /** @param {import("../types.js").Challenges} list */
  #draw({ challenges, people }) {
    const others = challenges.filter(({ yours }) => !yours).length;
    if (challenges.length > this.shown.length)
      announce(t("challenges.count", { n: challenges.length }));
    this.shown = challenges;
    const mine = challenges.find(({ yours }) => yours);
    refill(
      this.element,
      mine && this.#own(mine),
      others === 0 && h("p", { class: "soft" }, t(mine ? "challenges.wait" : "challenges.none")),
      h(
        "ul",
        { class: "challenge-list" },
        challenges.filter(({ yours }) => !yours).map((one) => this.#row(one)),
      ),
      h(
        "div",
        { class: "row" },
        !mine &&
          this.reachable &&
          linkButton("add", t("challenges.post"), "#/new?with=anyone", "primary"),
        h("span", { class: "small soft" }, t("challenges.people", { n: people })),
      ),
    );
  }

  /** @param {Challenge} challenge */
  #own(challenge) {
    return h(
      "div",
      { class: "notice own-challenge" },
      h("span", { class: "spinner" }),
      h(
        "span",
        { class: "challenge-words" },
        h("strong", {}, t("challenges.yours")),
        this.#terms(challenge),
      ),
      button(null, t("challenges.withdraw"), () => this.#withdraw()),
    );
  }

  /** @param {Challenge} challenge */
  #row(challenge) {
    const name = challenge.name || t("player.guest");
    const take = button("play", t("challenges.take"), () => this.#take(challenge), "primary");
    const what = `${this.#titleOf(challenge.game)} ${sizeName(challenge.size)}`;
    set(take, { "aria-label": t("challenges.take.what", { name, what }) });
    return h(
      "li",
      { class: "challenge sheet" },
      h("span", { class: "challenge-words" }, h("strong", {}, name), this.#terms(challenge)),
      take,
    );
  }

  /** @param {string} game */
  #titleOf(game) {
    return this.games.find(({ name }) => name === game)?.title ?? game;
  }

  /** What is to be played, for who reads it. @param {Challenge} challenge */
  #terms({ game, size, clock, colour, yours }) {
    const entry = this.games.find(({ name }) => name === game);
    const theirs = yours
      ? colour
      : entry?.players.find((player) => player.colour !== colour)?.colour;
    return h(
      "span",
      { class: "challenge-terms small soft" },
      `${this.#titleOf(game)} ${sizeName(size)} · `,
      clock ? clockWords(clock) : t("challenges.no-clock"),
      " · ",
      colour === null
        ? t("challenges.chance")
        : [sign(theirs ?? ""), t("challenges.side", { side: sideName(theirs ?? "") })],
    );
  }

  /** @param {Challenge} challenge */
  #take({ id }) {
    this.live.ask({ type: "take", id, name: ownName() || null }).catch(complain);
  }

  #withdraw() {
    this.wish = null;
    history.replaceState(null, "", "#/challenges");
    this.live.ask({ type: "withdraw" }).catch(complain);
  }
}

/** @param {import("../types.js").ClockRequest} clock */
function clockWords({ seconds, increment = 0 }) {
  return t("setup.clock.time", { minutes: +(seconds / 60).toFixed(1), seconds: increment });
}
