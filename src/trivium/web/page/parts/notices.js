/**
 * What the page tells its person beside the views: spoken announcements, short notes that go
 * away by themselves, and that a connection is lost.
 *
 * @module
 */

import { fill, h } from "../dom.js";
import { t } from "../language.js";

const spoken = h("div", { class: "unseen", role: "status", "aria-live": "polite" });
const notes = h("div", { class: "notes", role: "alert" });
export const connection = h("div", { class: "connection", role: "status" });

export const notices = [spoken, notes];

/** Connections that are lost at the moment. @type {Set<object>} */
const lost = new Set();
/** Whether the server answers no questions either. */
let isAway = false;

/**
 * @param {object} which
 * @param {"open" | "lost" | "closed"} state
 */
export function connectionChanged(which, state) {
  if (state === "lost") lost.add(which);
  else lost.delete(which);
  showConnection();
}

/** Say that the server is away, or no more. @param {boolean} away */
export function serverIsAway(away) {
  if (away === isAway) return;
  isAway = away;
  showConnection();
}

function showConnection() {
  const wrong = isAway || lost.size > 0;
  connection.classList.toggle("lost", wrong);
  const words = t(isAway ? "server.away" : "reconnecting");
  fill(connection, wrong && h("span", { class: "spinner" }), wrong && words);
}

/** Tell people who listen to the page rather than see it. @param {string} text */
export function announce(text) {
  spoken.textContent = text;
}

/**
 * Show a note for a few seconds.
 *
 * @param {string} text
 * @param {"plain" | "problem"} [tone]
 */
export function note(text, tone = "plain") {
  const line = h("p", { class: `note ${tone}` }, text);
  notes.append(line);
  setTimeout(() => line.remove(), 2500 + 60 * text.length);
}

/** Show what went wrong. @param {unknown} error */
export function complain(error) {
  if (error instanceof Error) note(error.message, "problem");
}
