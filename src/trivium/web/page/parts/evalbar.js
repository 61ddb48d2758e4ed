/**
 * Who is better, as a bar: the share of the player who began.
 *
 * @module
 */

import { h, set } from "../dom.js";
import { t } from "../language.js";

/** @typedef {import("../types.js").Score} Score */

export class EvalBar {
  /** @param {string[]} colours first the one who began */
  constructor(colours) {
    const [first = "", second = ""] = colours;
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
    this.words.textContent = score?.short ?? "";
    this.element.classList.toggle("none", !score);
    set(this.element, {
      "aria-valuenow": bar.toFixed(2),
      "aria-label": score ? t("evaluation.label", { score: score.text }) : t("evaluation.none"),
      title: score?.text ?? t("evaluation.none"),
    });
  }
}
