/**
 * A player's clock. It counts down by itself between two messages of the server.
 *
 * @module
 */

import { h } from "../dom.js";

export class Clock {
  #timer = 0;
  #left = 0;
  #since = 0;

  constructor() {
    this.element = h("span", { class: "clock hidden", role: "timer" });
  }

  /**
   * @param {import("../types.js").ClockState | null} clock
   * @param {string} colour
   */
  show(clock, colour) {
    clearInterval(this.#timer);
    this.element.classList.toggle("hidden", !clock);
    if (!clock) return;
    const runs = clock.running === colour;
    this.element.classList.toggle("running", runs);
    this.#left = clock.left[colour] ?? 0;
    this.#since = performance.now();
    this.#draw(runs);
    if (runs) this.#timer = window.setInterval(() => this.#draw(true), 100);
  }

  stop() {
    clearInterval(this.#timer);
  }

  /** @param {boolean} runs */
  #draw(runs) {
    const gone = runs ? (performance.now() - this.#since) / 1000 : 0;
    const left = Math.max(0, this.#left - gone);
    this.element.textContent = shown(left);
    this.element.classList.toggle("low", left < 20);
  }
}

/** @param {number} seconds */
function shown(seconds) {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - 60 * minutes;
  if (seconds < 20) return `0:${rest.toFixed(1).padStart(4, "0")}`;
  return `${minutes}:${String(Math.floor(rest)).padStart(2, "0")}`;
}
