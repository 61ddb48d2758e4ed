/**
 * A player beside the board: who it is, the score, the clock, and whether it is their turn.
 *
 * @module
 */

import { fill, h } from "../dom.js";
import { t } from "../language.js";
import { Clock } from "./clock.js";
import { sideName, sign } from "./controls.js";
import { icon } from "./icons.js";

/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").SeatState} SeatState */

export class PlayerCard {
  /**
   * @param {string} colour
   * @param {import("../types.js").GameEntry} entry
   */
  constructor(colour, entry) {
    this.entry = entry;
    this.clock = new Clock();
    this.who = h("span", { class: "player-name" });
    this.doing = h("span", { class: "player-doing small soft" });
    this.score = h("span", { class: "player-score", title: entry.counts });
    this.element = h(
      "div",
      { class: "player" },
      sign(colour),
      h("span", { class: "player-words" }, this.who, this.doing),
      this.score,
      this.clock.element,
    );
  }

  /**
   * @param {GameState} state
   * @param {SeatState} seat
   */
  show(state, seat) {
    const { colour } = seat;
    const toMove = state.position.turn === colour && !state.ending;
    this.element.classList.toggle("to-move", toMove);
    this.element.classList.toggle("won", state.ending?.winner === colour);
    fill(this.who, icon(seat.kind === "person" ? "person" : "engine"), nameOf(state, seat));
    fill(this.doing, doing(state, seat));
    const points = this.entry.shows_score ? state.position.score[colour] : undefined;
    this.score.textContent = String(points ?? "");
    this.clock.show(state.clock, colour);
  }
}

/** What a computer, or a person by their name if they have told it, is called. @param {SeatState} seat */
export function nameOfSeat({ kind, level, name, named }) {
  if (kind === "level" && level !== null) return t("me.level", { level });
  return named ? name : t("player.guest");
}

/**
 * @param {GameState} state
 * @param {SeatState} seat
 */
function nameOf(state, seat) {
  const isOwn = seat.kind === "person" && state.you.length === 1;
  return isOwn && state.you.includes(seat.colour) ? t("player.you") : nameOfSeat(seat);
}

/**
 * @param {GameState} state
 * @param {SeatState} seat
 */
function doing(state, seat) {
  const side = sideName(seat.colour);
  const { phase } = state.position;
  if (state.thinking === seat.colour) {
    return [
      h("span", { class: "spinner" }),
      t(state.waiting ? "player.waits" : "player.thinks", { side }),
    ];
  }
  if (seat.kind === "person" && !seat.present) return t("player.away", { side });
  if (phase?.name !== "placing") return side;
  return t("player.in-hand", { side, n: phase.to_place[seat.colour] ?? 0 });
}
