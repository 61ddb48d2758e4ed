/**
 * Learning from mistakes: each one that a review has found becomes a position in which something
 * better is to be found.
 *
 * @module
 */

import { position as fetchPosition } from "../api.js";
import { fill, h } from "../dom.js";
import { howGood } from "../faults.js";
import { t } from "../language.js";
import { Live } from "../live.js";
import { button, sideName } from "./controls.js";
import { Exercise } from "./exercise.js";
import { exerciseTable } from "./layout.js";
import { complain } from "./notices.js";
import { things } from "./words.js";

/** @typedef {import("../tree.js").Node} TreeNode */
/** @typedef {import("../types.js").ReviewedMove} ReviewedMove */
/** @typedef {import("./exercise.js").Judged} Judged */

const SECONDS = 1; // to judge an answer that the review did not look at

export class Mistakes {
  #at = 0;
  #found = 0;

  /**
   * @param {import("../types.js").GameEntry} entry
   * @param {import("../tree.js").Tree} tree
   * @param {TreeNode[]} nodes  those that the mistakes led to
   * @param {() => void} onClose  go back to the review
   */
  constructor(entry, tree, nodes, onClose) {
    this.entry = entry;
    this.tree = tree;
    this.nodes = nodes;
    this.onClose = onClose;
    this.element = h("div", { class: "mistakes" });
    this.#show().catch(complain);
  }

  async #show() {
    const node = this.nodes[this.#at];
    if (!node?.review || !node.parent) return this.#sum();
    const line = this.tree.line(node.parent);
    const position = await fetchPosition(line);
    const { review } = node;
    const exercise = new Exercise({
      label: t("mistakes"),
      position,
      task: t("mistakes.task", { side: sideName(node.by), move: review.move.text }),
      asks: "move",
      check: (answer) => judge(review, { game: position.game, start: position.text }, answer),
      skip: button(null, t("learn.skip"), () => this.#next()),
      next: button("next", t("next"), () => this.#next(), "primary"),
      onDone: (solved) => (this.#found += solved ? 1 : 0),
    });
    fill(
      this.element,
      exerciseTable(
        exercise,
        [t("mistakes.place", { n: this.#at + 1, all: this.nodes.length })],
        [h("h1", { class: "panel-title" }, t("mistakes")), h("p", {}, this.#givenAway(review))],
        h("div", { class: "row" }, button("back", t("mistakes.back"), this.onClose, "small")),
      ),
    );
    exercise.begin();
  }

  /** What a mistake has cost. @param {ReviewedMove} review */
  #givenAway({ ply, chance_lost: chance, loss }) {
    const lost = Math.round(100 * chance);
    return lost
      ? t("mistakes.words", { ply, lost })
      : t("mistakes.margin", { ply, things: things(Math.round(loss), this.entry) });
  }

  #next() {
    this.#at += 1;
    this.#show().catch(complain);
  }

  /** All have been looked at. */
  #sum() {
    const back = button("analyse", t("mistakes.back"), this.onClose, "primary");
    fill(
      this.element,
      h(
        "div",
        { class: "page narrow" },
        h("h1", {}, t("mistakes.done")),
        h("p", {}, t("mistakes.sum", { n: this.#found, all: this.nodes.length })),
        h("div", { class: "row" }, back),
      ),
    );
    back.focus();
  }
}

/**
 * Whether an answer is better than what was played: the best move is, and others that the engine
 * finds hardly worse.
 *
 * @param {ReviewedMove} review
 * @param {import("../types.js").Line} line  the position before the mistake
 * @param {string} answer
 * @returns {Promise<Judged>}
 */
async function judge(review, line, answer) {
  const { better, move, before, after, line: solution } = review;
  const isBest = answer === better?.text;
  const steps = [
    await fetchPosition({ ...line, moves: [answer] }),
    ...(isBest && solution[1]
      ? [await fetchPosition({ ...line, moves: [answer, solution[1].text] })]
      : []),
  ];
  if (isBest)
    return { right: true, text: t("mistakes.best", { move: answer, score: before.text }), steps };
  if (answer === move.text) {
    const text = t("mistakes.same", { move: answer, score: after.text });
    return { right: false, text, steps, solution };
  }
  const judged = await judgement({ ...line, moves: [answer] });
  const kind = howGood(judged, review);
  const values = { move: answer, best: better?.text ?? "", score: judged.after.text };
  return { right: kind !== "wrong", text: t(`mistakes.${kind}`, values), steps, solution };
}

/** What the engine thinks of the only move of a line. @param {import("../types.js").Line} line @returns {Promise<ReviewedMove>} */
function judgement(line) {
  return new Promise((resolve, reject) => {
    const live = new Live("reviews", {
      hello: () => ({ type: "review", ref: 1, seconds: SECONDS, ...line }),
      onMessage: (message) => {
        if (message.type === "refused") reject(new Error(message.error));
        else if (message.phase === "done") resolve(message.moves[0]);
        else return;
        live.close();
      },
    });
  });
}
