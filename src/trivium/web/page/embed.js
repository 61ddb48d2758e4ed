/**
 * What other sites show in a frame: a board or a game to look at and to go through, never to act
 * in. A click leads to the page itself.
 *
 * /embed#/GAME?size=5&moves=a1,b2&at=1     a line in the address itself
 * /embed#/game/ID                          a game played here, as it goes on
 *
 * @module
 */

import { gameEntry, position as fetchPosition } from "./api.js";
import { fill, h, set } from "./dom.js";
import { language, t } from "./language.js";
import { Live } from "./live.js";
import { tool } from "./parts/controls.js";
import { lineFrom } from "./parts/loading.js";
import { complain, notices } from "./parts/notices.js";
import { Stage } from "./parts/stage.js";
import { describe, howItEnded } from "./parts/words.js";

/** @typedef {import("./types.js").Line} Line */

class Frame {
  /** @type {Line} */
  line = { game: "" };
  /** @type {string[]} */
  moves = [];
  at = 0;
  /** How the game ended, if the moves do not tell it. @type {import("./types.js").Ending | null} */
  ending = null;

  constructor() {
    this.stage = new Stage({ label: t("board.label") });
    this.words = h("p", { class: "frame-words", role: "status" });
    this.place = h("span", { class: "small soft" });
    this.element = h(
      "main",
      { class: "frame" },
      this.stage.element,
      h(
        "div",
        { class: "frame-foot" },
        tool("first", t("game.first"), () => this.go(0)),
        tool("previous", t("game.previous"), () => this.go(this.at - 1)),
        this.place,
        tool("next", t("game.next"), () => this.go(this.at + 1)),
        tool("last", t("game.last"), () => this.go(this.moves.length)),
        this.words,
        h(
          "a",
          { href: `/${ownAddress()}`, target: "_blank", rel: "noopener", class: "small" },
          "Trivium",
        ),
      ),
    );
  }

  /**
   * Show a line at its end, or where one is in it already.
   *
   * @param {Line} line
   * @param {string[]} moves
   * @param {number} [at]
   */
  show(line, moves, at) {
    const follows = this.at === this.moves.length;
    this.line = line;
    this.moves = moves;
    this.go(at ?? (follows ? moves.length : this.at));
  }

  /** @param {number} at */
  go(at) {
    this.at = Math.min(this.moves.length, Math.max(0, Math.trunc(at) || 0));
    this.#draw().catch(complain);
  }

  async #draw() {
    const { at } = this;
    const position = await fetchPosition({ ...this.line, moves: this.moves.slice(0, at) });
    if (at !== this.at) return;
    const ending = at === this.moves.length ? this.ending : null;
    fill(this.words, ending ? howItEnded(ending) : describe(position));
    fill(this.place, `${at} / ${this.moves.length}`);
    await this.stage.show({ position });
  }
}

/** Where the page itself shows the same. */
function ownAddress() {
  return location.hash.startsWith("#/game/")
    ? location.hash
    : location.hash.replace("#/", "#/analyse/");
}

async function begin() {
  const frame = new Frame();
  fill(document.body, frame.element, ...notices);
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [name = "", id = ""] = path.split("/").map(decodeURIComponent);
  if (name === "game") return follow(frame, id);
  const asked = new URLSearchParams(query);
  const moves = (asked.get("moves") ?? "").split(",").filter(Boolean);
  const at = asked.get("at");
  frame.show(lineFrom(await gameEntry(name), asked), moves, at === null ? undefined : Number(at));
}

/** Show a game as it goes on. @param {Frame} frame @param {string} id */
function follow(frame, id) {
  new Live(`games/${encodeURIComponent(id)}/live`, {
    hello: () => ({ type: "hello", tokens: [] }),
    onMessage: (message) => {
      if (message.type !== "state") return;
      const { game, start, moves, ending } = /** @type {import("./types.js").GameState} */ (
        message
      );
      frame.ending = ending;
      frame.show(
        { game, start },
        moves.map(({ text }) => text),
      );
    },
    onGone: () => fill(frame.words, t("play.none")),
  });
}

set(document.documentElement, { lang: language });
window.addEventListener("hashchange", () => location.reload());
begin().catch((error) => {
  fill(document.body, h("p", { class: "frame-problem" }, error.message));
});
