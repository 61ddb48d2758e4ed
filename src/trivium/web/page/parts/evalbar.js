/**
 * Who is better, as a bar: the share of the player who began.
 *
 * @module
 */

import { h, set } from "../dom.js";

/** @typedef {import("../types.js").Score} Score */

export class EvalBar {
  /** @param {string[]} colours first the one who began */
  constructor(colours) {
    const [first = "", second = ""] = colours;
    this.colours = colours;
    this.share = h("span", { class: `bar-share ${first}` });
    this.words = h("span", { class: "bar-words" });
    this.element = h(
      "div",
      { class: `eval-bar ${second}`, role: "meter", "aria-valuemin": -1, "aria-valuemax": 1 },
      this.share,
      this.words,
    );
    this.show(null);
  }

  /** @param {Score | null} score */
  show(score) {
    const bar = score?.bar ?? 0;
    this.share.style.setProperty("--share", `${50 + 50 * Math.max(-1, Math.min(1, bar))}%`);
    this.words.textContent = score ? shortScore(score, this.colours[0] ?? "") : "";
    this.element.classList.toggle("none", !score);
    set(this.element, {
      "aria-valuenow": bar.toFixed(2),
      "aria-label": score ? `Evaluation: ${score.text}` : "No evaluation yet",
      title: score?.text ?? "No evaluation yet",
    });
  }
}

/**
 * A score in a few characters, seen by a colour: a margin, or the share of simulated games won.
 *
 * @param {Score} score
 * @param {string} colour
 */
export function shortScore(score, colour) {
  if (score.share !== null) {
    const share = score.pov === colour ? score.share : 1 - score.share;
    return `${Math.round(100 * share)}%`;
  }
  const points = score.pov === colour ? score.points : -score.points;
  const digits =
    Number.isInteger(points) || Math.abs(points) >= 10
      ? Math.abs(points).toFixed(0)
      : Math.abs(points).toFixed(1);
  return `${points > 0 ? "+" : points < 0 ? "−" : ""}${digits}`;
}
