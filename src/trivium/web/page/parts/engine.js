/**
 * The engine's opinion: a sheet with its best lines, kept up to date while it thinks.
 *
 * @module
 */

import { h, refill } from "../dom.js";
import { t } from "../language.js";
import { Live } from "../live.js";
import { prefer, preference } from "../store.js";
import { selection, sign, toggle } from "./controls.js";
import { icon } from "./icons.js";
import { note } from "./notices.js";
import { percentReady } from "./words.js";

/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").Move} Move */

const SECONDS = 30;
const SHOWN_MOVES = 8;

export class Engine {
  /** What is known of the position that is looked at. @type {Analysis | null} */
  known = null;
  #ref = 0;
  #timer = 0;
  /** @type {Live | null} */
  #live = null;
  /** @type {Line | null} */
  #line = null;

  /**
   * @param {string[]} colours
   * @param {(analysis: Analysis | null) => void} onNews
   * @param {(moves: Move[]) => void} onTry  a line of the engine is to be played on the board
   */
  constructor(colours, onNews, onTry) {
    this.colours = colours;
    this.onNews = onNews;
    this.onTry = onTry;
    this.on = preference("engine", true);
    this.lines = preference("lines", 3);
    this.state = h("span", { class: "small soft engine-state", role: "status" });
    this.list = h("ol", { class: "engine-lines" });
    const amounts = [1, 2, 3, 5].map((lines) => ({
      value: String(lines),
      label: t("engine.lines", { n: lines }),
    }));
    this.element = h(
      "section",
      { class: "sheet engine", "aria-label": t("engine") },
      h(
        "div",
        { class: "row between engine-head" },
        toggle(t("engine"), this.on, (on) => this.switch(on)),
        this.state,
        selection("", amounts, String(this.lines), (value) => {
          this.lines = Number(value);
          prefer("lines", this.lines);
          this.#ask();
        }),
      ),
      this.list,
    );
    this.element.querySelector("select")?.setAttribute("aria-label", t("engine.amount"));
    this.#draw();
  }

  /** @param {boolean} on */
  switch(on) {
    this.on = on;
    prefer("engine", on);
    this.#ask();
  }

  /** Look at another position, or rest. @param {Line | null} line */
  look(line) {
    this.#line = line;
    this.known = null;
    this.#ref++;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#ask(), 90);
    this.onNews(null);
  }

  close() {
    clearTimeout(this.#timer);
    this.#live?.close();
  }

  #ask() {
    if (!this.on || !this.#line) {
      this.#live?.send({ type: "stop" });
      this.known = null;
      this.onNews(null);
      this.#draw();
    } else if (!this.#live) {
      this.#live = new Live("analysis", {
        hello: () => this.#request(),
        onMessage: (message) => this.#heard(message),
      });
    } else {
      this.#live.send(this.#request());
    }
  }

  #request() {
    if (!this.on || !this.#line) return { type: "stop" };
    return { type: "analyse", ref: this.#ref, lines: this.lines, seconds: SECONDS, ...this.#line };
  }

  /** @param {any} message */
  #heard(message) {
    if (message.ref !== this.#ref || !this.on) return;
    if (message.type === "refused") note(message.error, "problem");
    if (message.type !== "analysis") return;
    this.known = message;
    this.onNews(message);
    this.#draw();
  }

  #draw() {
    const { known } = this;
    this.state.textContent = this.on ? stateWords(known) : "";
    // There is room for the lines before they come: what is below does not move when they do.
    this.list.style.setProperty("--lines", String(this.on ? this.lines : 0));
    refill(
      this.list,
      (known?.lines ?? []).map((line) => this.#lineRow(line)),
    );
  }

  /** Who is better off. @param {import("../types.js").Score} score */
  #ahead({ winner, points, pov }) {
    if (winner || points === 0) return winner ?? "even";
    return points > 0 ? pov : (this.colours.find((colour) => colour !== pov) ?? "");
  }

  /** @param {import("../types.js").EngineLine} line */
  #lineRow({ move, score, line }) {
    const moves = line.length ? line : [move];
    return h(
      "li",
      { class: "engine-line" },
      h(
        "span",
        { class: `engine-score ${score.exact ? "proven" : ""}`, title: score.text },
        sign(this.#ahead(score)),
        scoreWords(score),
        score.exact &&
          h("span", { class: "proven-mark", title: t("engine.proven") }, icon("check")),
      ),
      h(
        "span",
        { class: "engine-moves" },
        moves.slice(0, SHOWN_MOVES).map((step, number) =>
          h(
            "button",
            {
              type: "button",
              class: "move",
              onclick: () => this.onTry(moves.slice(0, number + 1)),
            },
            step.text,
          ),
        ),
        moves.length > SHOWN_MOVES && h("span", { class: "soft" }, "…"),
      ),
    );
  }
}

/**
 * What simulated games say is told in few words; whose they are, the sign before them tells.
 *
 * @param {import("../types.js").Score} score
 */
function scoreWords({ share, text }) {
  if (share === null) return text;
  return t("engine.wins", { share: Math.round(100 * Math.max(share, 1 - share)) });
}

/** @param {Analysis | null} known */
function stateWords(known) {
  switch (known?.phase) {
    case undefined:
      return "";
    case "waiting":
      return known?.ahead ? t("engine.waiting-behind", { n: known.ahead }) : t("engine.waiting");
    case "compiling":
      return t("engine.compiling", { n: known?.compiled ?? 0 });
    default:
      if (known?.solved) return t("engine.solved");
      // There is no room beside it for more, and nothing else matters as much.
      if (known?.getting_ready)
        return t("engine.getting-ready", { percent: percentReady(known.getting_ready) });
      if (known?.score && known.score.share !== null)
        return t("engine.simulated", { n: known.nodes, amount: short(known.nodes) });
      return [
        known?.depth ? t("engine.depth", { depth: known.depth }) : "",
        known?.nodes ? t("engine.nodes", { n: known.nodes, amount: short(known.nodes) }) : "",
      ]
        .filter(Boolean)
        .join(" · ");
  }
}

/** @param {number} number */
function short(number) {
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  return number >= 1e4 ? `${Math.round(number / 1e3)} k` : String(number);
}
