/**
 * What two people at a board share beside it: phrases to say, a draw to agree on, and those who
 * watch.
 *
 * @module
 */

import { h } from "../dom.js";
import { t } from "../language.js";
import { prefer, preference } from "../store.js";
import { button, sideName, toggle } from "./controls.js";
import { confirm, dialog } from "./dialog.js";
import { icon } from "./icons.js";

/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").Phrase} Phrase */
/** @typedef {(action: import("../types.js").Action) => void} Act */

/** @type {Phrase[]} */
const PHRASES = [
  "hello",
  "good-luck",
  "nice-move",
  "oops",
  "thinking",
  "moment",
  "thanks",
  "good-game",
  "sorry",
  "bye",
];
const SHOWN = 3;

const isMuted = () => preference("muted", false);

/**
 * @param {GameState} state
 * @param {Act} act
 * @param {() => void} redraw
 */
export function company(state, act, redraw) {
  const persons = state.seats.every(({ kind }) => kind === "person");
  const talks = persons && state.you.length === 1;
  const draws = state.drawable && state.you.length > 0 && !state.ending;
  if (!persons && !state.spectators) return null;
  return h(
    "div",
    { class: "company" },
    persons && !isMuted() && conversation(state),
    h(
      "div",
      { class: "row" },
      talks && button("talk", t("talk.say"), () => choosePhrase(act, redraw), "small"),
      draws && button("draw", t("play.draw"), () => askForDraw(state, act), "small"),
      h("span", { class: "gap" }),
      state.spectators > 0 &&
        h(
          "span",
          { class: "spectators small soft" },
          icon("eye"),
          t("play.spectators", { n: state.spectators }),
        ),
    ),
  );
}

/** What was said last, in the reader's words. @param {GameState} state */
function conversation({ said, seats, you }) {
  if (!said.length) return null;
  return h(
    "ul",
    { class: "said", "aria-label": t("talk.label") },
    said.slice(-SHOWN).map(({ by, phrase }) => {
      const seat = seats.find(({ colour }) => colour === by);
      const name = seat?.named ? seat.name : sideName(by);
      return h(
        "li",
        { class: you.includes(by) ? "own" : "" },
        h("span", { class: "small soft" }, you.includes(by) ? t("player.you") : name),
        phraseWords(phrase),
      );
    }),
  );
}

/**
 * What somebody else has said since, for those who listen to the page; null if it was nothing.
 *
 * @param {GameState} before
 * @param {GameState} now
 */
export function newlySaid(before, now) {
  const last = now.said.at(-1);
  const known = before.said.at(-1)?.number ?? 0;
  if (!last || last.number <= known || now.you.includes(last.by) || isMuted()) return null;
  return t("talk.said", { side: sideName(last.by), words: phraseWords(last.phrase) });
}

/** @param {Phrase} phrase */
const phraseWords = (phrase) => t(`phrase.${phrase}`);

/** @param {Act} act @param {() => void} redraw */
function choosePhrase(act, redraw) {
  dialog(t("talk.title"), (close) => [
    h(
      "div",
      { class: "phrases" },
      PHRASES.map((phrase) =>
        button(null, phraseWords(phrase), () => {
          close();
          act({ action: "say", phrase });
        }),
      ),
    ),
    h(
      "div",
      { class: "row between" },
      toggle(t("talk.mute"), isMuted(), (muted) => {
        prefer("muted", muted);
        redraw();
      }),
      button(null, t("close"), close),
    ),
  ]);
}

/** @param {GameState} state @param {Act} act */
function askForDraw(state, act) {
  const both = state.you.length === 2;
  confirm(t("play.draw.ask"), t(both ? "play.draw.both" : "play.draw.words"), t("play.draw"), () =>
    act({ action: "draw" }),
  );
}
