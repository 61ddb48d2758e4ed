/**
 * The review of a whole game: each move is judged, and mistakes are marked.
 *
 * @module
 */

import { fill, h } from "../dom.js";
import { mistakesOf } from "../faults.js";
import { t } from "../language.js";
import { Live } from "../live.js";
import { button, sign } from "./controls.js";
import { note } from "./notices.js";
import { compilingWords, gettingReadyWords } from "./words.js";

/** @typedef {import("../tree.js").Tree} Tree */
/** @typedef {import("../types.js").Review} Review */

const SECONDS = 0.3; // for each position
const FAULTS = /** @type {const} */ (["inaccuracy", "mistake", "blunder"]);

export class Reviewer {
  /** @type {Live | null} */
  #live = null;
  /** @type {object | null} */
  #request = null;
  /** The main line that is judged. @type {import("../tree.js").Node[]} */
  #judged = [];
  #ref = 0;
  /** @type {Tree | null} */
  #tree = null;

  /**
   * @param {import("../types.js").GameEntry} entry
   * @param {() => void} onNews
   * @param {(mistakes: import("../tree.js").Node[]) => void} onLearn
   */
  constructor(entry, onNews, onLearn) {
    this.entry = entry;
    this.onNews = onNews;
    this.onLearn = onLearn;
    this.invitation = button("analyse", t("review.whole"), () => this.#begin(), "hidden");
    this.element = h("section", { class: "reviewer", "aria-label": t("review") }, this.invitation);
  }

  close() {
    this.#live?.close();
  }

  /** Offer a review if there is a game to review. @param {Tree} tree */
  offer(tree) {
    this.#tree = tree;
    if (this.#request) return;
    this.invitation.classList.toggle("hidden", tree.main().length <= 2);
    if (!this.invitation.isConnected) fill(this.element, this.invitation);
  }

  #begin() {
    const tree = this.#tree;
    if (!tree) return;
    this.#judged = tree.main();
    this.#request = {
      type: "review",
      ref: ++this.#ref,
      seconds: SECONDS,
      ...tree.line(this.#judged.at(-1) ?? tree.root),
    };
    this.#live ??= new Live("reviews", {
      hello: () => this.#request,
      onMessage: (message) => this.#heard(message),
    });
    this.#live.send(this.#request);
    fill(
      this.element,
      h("p", { class: "notice" }, h("span", { class: "spinner" }), t("review.now")),
    );
  }

  /** @param {any} message */
  #heard(message) {
    if (message.ref !== this.#ref) return;
    if (message.type === "refused") {
      note(message.error, "problem");
      this.#request = null;
      if (this.#tree) this.offer(this.#tree);
    }
    if (message.type !== "review") return;
    /** @type {Review} */
    const review = message;
    for (const { ply, score } of review.graph) {
      const node = this.#judged[ply];
      if (node) node.score = score;
    }
    for (const judged of review.moves) {
      const node = this.#judged[judged.ply];
      if (node) node.review = judged;
    }
    this.#draw(review);
    if (review.phase === "done") {
      this.#live?.close();
      this.#live = null;
    }
    this.onNews();
  }

  /** @param {Review} review */
  #draw({ phase, compiled, getting_ready: ready, done, total, summary }) {
    const progress = h("progress", {
      max: total,
      value: done,
      "aria-label": t("review.progress"),
    });
    fill(
      this.element,
      phase !== "done" &&
        h(
          "div",
          { class: "notice" },
          h("span", { class: "spinner" }),
          ready
            ? gettingReadyWords(ready)
            : phase === "compiling"
              ? compilingWords({ compiled })
              : t("review.now"),
          progress,
        ),
      h(
        "table",
        { class: "faults" },
        this.entry.players.map(({ colour, name }) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, h("span", { class: "row" }, sign(colour), name)),
            h("td", { title: t("review.accuracy") }, accuracy(summary[colour]?.accuracy)),
            FAULTS.map((fault) => {
              const made = summary[colour]?.[fault] ?? 0;
              return h(
                "td",
                { class: fault },
                h("strong", {}, made),
                ` ${t(`review.${fault}`, { n: made })}`,
              );
            }),
          ),
        ),
      ),
      phase === "done" && this.#lessons(),
    );
  }

  /** Each side may learn from its mistakes. */
  #lessons() {
    return h(
      "div",
      { class: "row" },
      this.entry.players.map(({ colour, name: side }) => {
        const found = mistakesOf(this.#judged, colour);
        const words = t("mistakes.learn", { side, n: found.length });
        return found.length > 0 && button("learn", words, () => this.onLearn(found));
      }),
    );
  }
}

/** @param {number | null | undefined} share in per cent */
function accuracy(share) {
  return typeof share === "number" ? `${Math.round(share)} %` : "–";
}
