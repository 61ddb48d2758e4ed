/**
 * A game at the board: against a computer, a friend, or two computers to watch. Everything shown
 * comes from the game's live connection, so that all tabs and players see the same.
 *
 * @module
 */

import { askText, boardPlan, gameEntry, position as fetchPosition, recordPath } from "../api.js";
import { fill, h, refill } from "../dom.js";
import { t } from "../language.js";
import { Live } from "../live.js";
import { company, newlySaid } from "../parts/company.js";
import { button, choice, linkButton, moveField, sideName, tool } from "../parts/controls.js";
import { address, confirm } from "../parts/dialog.js";
import { Hand } from "../parts/hand.js";
import { Helper } from "../parts/helper.js";
import { boardTable } from "../parts/layout.js";
import { MoveList } from "../parts/movelist.js";
import { announce, complain, note } from "../parts/notices.js";
import { PlayerCard } from "../parts/players.js";
import { showSharing } from "../parts/sharing.js";
import { situation } from "../parts/situation.js";
import { gameSound } from "../parts/sound.js";
import { Stage } from "../parts/stage.js";
import { describe, howItEnded, whatHappened } from "../parts/words.js";
import { count, ownName } from "../record.js";
import { keepSeats, prefer, seatsOf } from "../store.js";
import { treeOf } from "../tree.js";

/** @typedef {import("../types.js").GameState} GameState */

export const title = t("play.title");

/** @type {import("../app.js").View} */
export function show({ rest: [id = "", secret], main, left }) {
  if (secret) {
    keepSeats(id, { tokens: [secret] });
    history.replaceState(null, "", `#/game/${id}`);
  }
  const table = new GameTable(id, main, left);
  return () => table.leave();
}

const PACES = [
  { value: "3", label: t("play.pace.slow") },
  { value: "1", label: t("play.pace.normal") },
  { value: "0.3", label: t("play.pace.fast") },
  { value: "0", label: t("play.pace.flat-out") },
];

const NO_SUCH_GAME = /** @type {const} */ ([t("play.none"), t("play.none.words")]);

/** Why the server does not show a game, by the code it says that with. @type {Record<number, readonly [string, string]>} */
const GONE = {
  4409: [t("play.unreadable"), t("play.unreadable.words")],
};

class GameTable {
  /** @type {GameState | null} */
  state = null;
  /** The move that is looked at, if not the last one. @type {number | null} */
  lookingAt = null;
  /** @type {import("../types.js").GameEntry | null} */
  entry = null;
  /** @type {import("../types.js").Board | null} */
  plan = null;
  /** @type {{paused: boolean, pace: number, parts: Element[]} | null} */
  pacing = null;

  /**
   * @param {string} id
   * @param {HTMLElement} main
   * @param {() => boolean} left
   */
  constructor(id, main, left) {
    this.id = id;
    this.left = left;
    this.stage = new Stage({
      label: t("board.label"),
      onMove: (move) => this.hand.choose(move),
    });
    const redraw = () => this.#draw().catch(complain);
    this.hand = new Hand((move) => this.#move(move), redraw);
    this.helper = new Helper(id, redraw, () => this.#look(Infinity));
    this.notice = h("div", { class: "table-notice" });
    this.controls = h("div", { class: "controls", role: "toolbar", "aria-label": t("game") });
    this.typed = moveField((text) => this.#move(text));
    this.browse = h("div", {
      class: "browse",
      role: "toolbar",
      "aria-label": t("game.browse"),
    });
    this.opponents = [h("div", { class: "seat far" }), h("div", { class: "seat near" })];
    /** @type {Record<string, PlayerCard>} */
    this.cards = {};
    this.keys = this.#key.bind(this);
    document.addEventListener("keydown", this.keys);
    fill(main, h("p", { class: "soft" }, t("play.loading")));
    this.main = main;
    this.live = new Live(`games/${encodeURIComponent(id)}/live`, {
      hello: () => ({ type: "hello", tokens: seatsOf(id).tokens }),
      onMessage: (message) => this.#heard(message),
      onGone: (code) => fill(main, noGame(...(GONE[code] ?? NO_SUCH_GAME))),
    });
  }

  leave() {
    this.live.close();
    document.removeEventListener("keydown", this.keys);
    for (const card of Object.values(this.cards)) card.clock.stop();
  }

  /** @param {any} message */
  #heard(message) {
    if (message.type === "refused") note(message.error, "problem");
    if (message.type !== "state" || this.left()) return;
    const before = this.state;
    /** @type {GameState} */
    const state = message;
    this.state = state;
    this.helper.follow(state); // before a move is made that was wished for
    this.hand.follow(state);
    if (!before) {
      this.#begin(state).catch(complain);
      return;
    }
    if (before.moves.length !== state.moves.length) this.lookingAt = null;
    this.#tell(before, state);
    if (state.next && !before.next) this.#goOn(state.next);
    this.#draw();
  }

  /** Learn about the game, then show the table as it is by then. @param {GameState} state */
  async #begin({ game, size, seats }) {
    const [entry, plan] = await Promise.all([gameEntry(game), boardPlan(game, size)]);
    if (this.left()) return;
    this.entry = entry;
    this.plan = plan;
    this.#build(
      entry,
      seats.map(({ colour }) => colour),
    );
    this.#introduce();
    await this.#draw();
  }

  /** Say what this person is called, if they were invited and nobody knows yet. */
  #introduce() {
    const { you, seats, ending } = /** @type {GameState} */ (this.state);
    const seat = seats.find(({ colour }) => you.length === 1 && you.includes(colour));
    if (seat && !seat.named && !ending && ownName()) this.#act({ action: "name", name: ownName() });
  }

  /**
   * The whole table, once the game is known.
   *
   * @param {import("../types.js").GameEntry} entry
   * @param {string[]} colours
   */
  #build(entry, colours) {
    this.moves = new MoveList(colours, (node) => this.#look(node.ply));
    for (const colour of colours) this.cards[colour] = new PlayerCard(colour, entry);
    fill(
      this.main,
      boardTable(
        this.stage.element,
        h("h1", { class: "unseen" }, entry.title),
        this.opponents[0],
        h("div", { class: "sheet moves-sheet" }, this.moves.element, this.browse),
        this.notice,
        this.controls,
        this.opponents[1],
      ),
    );
  }

  /** Say what happened. @param {GameState} before @param {GameState} now */
  #tell(before, now) {
    gameSound(before, now);
    if (now.moves.length > before.moves.length && this.entry)
      announce(
        `${whatHappened(now.position, this.entry)} ${now.ending ? howItEnded(now.ending) : describe(now.position)}`,
      );
    else if (now.moves.length < before.moves.length) announce(t("play.taken-back"));
    if (now.ending && !before.ending) announce(howItEnded(now.ending));
    const said = newlySaid(before, now);
    if (said) announce(said);
  }

  /** The game that follows: the same secrets hold its seats. @param {string} next */
  #goOn(next) {
    const { tokens } = seatsOf(this.id);
    if (!tokens.length) return;
    keepSeats(next, { tokens });
    location.hash = `#/game/${next}`;
  }

  /** Make a move that was pointed at or typed. @param {import("../types.js").Move | string} move */
  #move(move) {
    const code = typeof move === "string" ? move : move.code;
    const state = /** @type {GameState} */ (this.state);
    this.helper.guard(move, () => {
      this.hand.sent(state);
      this.#act({ action: "move", move: code, ply: state.moves.length });
    });
  }

  /** @param {import("../types.js").Action} action */
  #act(action) {
    this.live.act(action).catch((error) => {
      this.hand.refused();
      this.pacing = null; // it may show what was refused
      complain(error);
      this.#draw();
    });
  }

  // Drawing.

  async #draw() {
    const state = this.state;
    if (!state || !this.moves || !this.entry) return;
    count(state, this.entry);
    const line = { game: state.game, start: state.start };
    const tree = treeOf(line, state.moves);
    const ply = this.lookingAt ?? state.moves.length;
    this.moves.show(tree, tree.main()[ply] ?? tree.root);
    this.#drawSeats(state);
    this.#drawTitle(state);
    refill(
      this.notice,
      this.helper.element,
      this.hand.notice(state),
      situation(state, this.entry, this.plan, this.lookingAt !== null, (action) =>
        this.#act(action),
      ),
    );
    refill(this.controls, this.#controls(state));
    refill(this.browse, this.#browsing(state, ply));
    const looking = this.lookingAt !== null;
    const position = looking
      ? await fetchPosition({ ...line, moves: state.moves.slice(0, ply).map(({ text }) => text) })
      : state.position;
    if (this.state !== state || (this.lookingAt ?? state.moves.length) !== ply) return;
    this.stage.element.classList.toggle("past", looking);
    await this.stage.show({
      position,
      mover: state.you.length === 1 ? state.you[0] : undefined,
      legal: looking || !this.plan ? [] : this.hand.choices(state, this.plan),
      marks: looking ? [] : [...this.helper.marks(), ...this.hand.marks()],
    });
  }

  /** The tab says when it is this person's turn. @param {GameState} state */
  #drawTitle({ position, you, ending }) {
    const words = ending
      ? howItEnded(ending)
      : describe(position, position.turn !== null && you.includes(position.turn));
    document.title = `${words} – Trivium`;
  }

  /** @param {GameState} state */
  #drawSeats(state) {
    const near = state.you.length === 1 ? state.you[0] : state.seats[1].colour;
    this.stage.sitBehind(near);
    for (const seat of state.seats) {
      const card = this.cards[seat.colour];
      if (!card) continue;
      card.show(state, seat);
      const place = this.opponents[seat.colour === near ? 1 : 0];
      if (place && card.element.parentElement !== place) fill(place, card.element);
    }
  }

  /** @param {GameState} state */
  #controls(state) {
    const plays = state.you.length > 0 && !state.ending;
    return [
      ...(state.watched && state.host && !state.ending ? this.#watching(state) : []),
      h(
        "div",
        { class: "tools" },
        ...this.helper.tools(state),
        plays &&
          state.moves.length > 0 &&
          tool(
            "back",
            t("play.back"),
            () => this.#act({ action: "takeback" }),
            t("play.back.short"),
          ),
        plays &&
          tool(
            "flag",
            t("play.resign"),
            () =>
              confirm(t("play.resign.ask"), t("play.resign.words"), t("play.resign"), () =>
                this.#act({ action: "resign" }),
              ),
            t("play.resign"),
          ),
        plays &&
          tool(
            "swap",
            t("play.sides"),
            () => this.#act({ action: "sides" }),
            t("play.sides.short"),
          ),
        ...this.stage.tools,
        tool("share", t("share.title"), () => this.#share(state), t("share.short")),
        tool(
          "analyse",
          t("analyse"),
          () => (location.hash = `#/analyse/game/${state.id}`),
          t("analyse"),
        ),
        tool(
          "add",
          t("play.new"),
          () => (location.hash = `#/new/${state.game}`),
          t("play.new.short"),
        ),
      ),
      company(
        state,
        (action) => this.#act(action),
        () => this.#draw(),
      ),
    ];
  }

  /**
   * Pause, step and pace of two computers: the same elements while nothing about them changes, so
   * that a move does not take them from under a pointer.
   *
   * @param {GameState} state
   */
  #watching(state) {
    const { paused, pace } = state;
    if (this.pacing?.paused !== paused || this.pacing.pace !== pace)
      this.pacing = { paused, pace, parts: this.#pacing(state) };
    return this.pacing.parts;
  }

  /** @param {GameState} state */
  #pacing(state) {
    return [
      h(
        "div",
        { class: "row watching" },
        state.paused
          ? button("play", t("play.go-on"), () => this.#act({ action: "resume" }), "primary")
          : button("pause", t("play.pause"), () => this.#act({ action: "pause" }), "primary"),
        state.paused && button("step", t("play.step"), () => this.#act({ action: "step" })),
      ),
      choice(
        t("play.pace"),
        PACES,
        String(state.pace),
        (value) => {
          prefer("pace", Number(value));
          this.#act({ action: "pace", pace: Number(value) });
        },
        "chips",
      ),
    ];
  }

  /** @param {GameState} state @param {number} ply */
  #browsing(state, ply) {
    const last = state.moves.length;
    return [
      tool("first", t("game.first"), () => this.#look(0)),
      tool("previous", t("game.previous"), () => this.#look(ply - 1)),
      tool("next", t("game.next"), () => this.#look(ply + 1)),
      tool("last", t("game.last"), () => this.#look(last)),
      h("span", { class: "gap" }),
      this.lookingAt === null
        ? state.you.length > 0 && !state.ending && this.typed
        : button(null, t("play.to-the-game"), () => this.#look(last), "small"),
    ];
  }

  /** Look at an earlier position. @param {number} ply */
  #look(ply) {
    const last = this.state?.moves.length ?? 0;
    this.lookingAt = ply >= last ? null : Math.max(0, ply);
    if (this.lookingAt !== null) this.helper.hush();
    this.#draw().catch(complain);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const typing =
      event.target instanceof Element &&
      event.target.closest("input, textarea, select, dialog, .board");
    if (typing || event.altKey || event.ctrlKey || event.metaKey || !this.state) return;
    const ply = this.lookingAt ?? this.state.moves.length;
    const goal = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: Infinity }[event.key];
    if (goal === undefined) {
      if (event.key === "f" || event.key === "r") this.stage.turn(1);
      return;
    }
    event.preventDefault();
    this.#look(goal);
  }

  /** @param {GameState} state */
  #share(state) {
    const { invitations = {} } = seatsOf(this.id);
    const seats = Object.entries(invitations).map(
      ([colour, link]) =>
        /** @type {[string, string]} */ ([
          t("play.share.seat", { side: sideName(colour) }),
          address(link),
        ]),
    );
    const shown = state.moves.slice(0, this.lookingAt ?? state.moves.length);
    showSharing({
      links: [...seats, [t("play.share.watch"), address(`/#/game/${state.id}`)]],
      embedded: `game/${state.id}`,
      line: { game: state.game, start: state.start, moves: texts(shown) },
      whole: { game: state.game, start: state.start, moves: texts(state.moves) },
      record: () => askText(recordPath(state.id)),
    }).catch(complain);
  }
}

/** @param {{text: string}[]} moves */
function texts(moves) {
  return moves.map(({ text }) => text);
}

/**
 * @param {string} heading
 * @param {string} words
 */
function noGame(heading, words) {
  return h(
    "div",
    { class: "page narrow" },
    h("h1", {}, heading),
    h("p", { class: "soft" }, words),
    h("div", { class: "row" }, linkButton(null, t("home"), "#/", "primary")),
  );
}
