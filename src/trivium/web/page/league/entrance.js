/**
 * The way in: which leagues there are, showing a token, making a league.
 *
 * @module
 */

import { catalogue } from "../api.js";
import { fill, h } from "../dom.js";
import { around, t } from "../language.js";
import { button, selection, toggle } from "../parts/controls.js";
import { copyable, dialog } from "../parts/dialog.js";
import { textPage } from "../parts/layout.js";
import { complain, note } from "../parts/notices.js";
import { keepToken, leaguesWithToken } from "../store.js";
import { leagues, make, me } from "./api.js";
import { frame, place, roleWords, stageWords } from "./parts.js";

/** @param {HTMLElement} main @param {() => boolean} left */
export async function showLeagues(main, left) {
  const [found, { games }] = await Promise.all([leagues(), catalogue()]);
  if (left()) return;
  const known = found.map(({ name }) => name);
  const closed = leaguesWithToken().filter((name) => !known.includes(name));
  fill(
    main,
    textPage(
      t("league.heading"),
      t("league.words"),
      h(
        "div",
        { class: "tiles" },
        found.map((league) =>
          h(
            "a",
            { class: "tile", href: place(league.name) },
            h("strong", {}, league.name),
            h("span", { class: "soft small" }, `${league.title} ${league.sizes.join(", ")}`),
            h("span", { class: "soft small" }, stageWords(league)),
          ),
        ),
        closed.map((name) => h("a", { class: "tile", href: place(name) }, h("strong", {}, name))),
      ),
      !found.length && !closed.length && h("p", { class: "soft" }, t("league.none")),
      tokenForm(),
      makeForm(games),
    ),
  );
}

/** @param {HTMLElement} main @param {import("../types.js").LeagueState} league */
export function showEntrance(main, league) {
  const leave = () => {
    keepToken(league.name, null);
    location.hash = place(league.name);
  };
  fill(
    main,
    frame(
      league,
      "enter",
      league.you
        ? h(
            "div",
            { class: "row" },
            h("p", {}, t("league.you", { name: league.you, role: roleWords(league.role) })),
            button(null, t("league.sign-out"), leave),
          )
        : tokenForm(),
    ),
  );
}

function tokenForm() {
  const field = h("input", {
    type: "password",
    "aria-label": t("league.token"),
    placeholder: "trivium-…",
    autocomplete: "off",
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter") enter().catch(complain);
    },
  });
  const enter = async () => {
    const token = field.value.trim();
    const known = await me(token);
    keepToken(known.league, token);
    note(t("league.welcome", { name: known.name }));
    location.hash = place(
      known.league,
      known.role === "spectator" ? "" : known.role === "tutor" ? "desk" : "mine",
    );
  };
  return h(
    "div",
    { class: "row fields narrow-form" },
    h("label", { class: "field" }, h("span", {}, t("league.token")), field),
    button("person", t("league.sign-in"), () => enter().catch(complain), "primary"),
  );
}

const FORMATS = /** @type {const} */ (["round-robin", "swiss", "knockout"]);
const FORMAT_WORDS = {
  "round-robin": t("league.make.round-robin"),
  swiss: t("league.make.swiss"),
  knockout: t("league.make.knockout"),
};

/** @param {import("../types.js").GameEntry[]} games */
function makeForm(games) {
  let game = games[0]?.name ?? "";
  const name = h("input", { maxlength: 40 });
  const size = h("input", { placeholder: t("league.make.sizes.default") });
  const clock = h("input", { value: "30" });
  const levels = h("input", { value: "1, 3, 5, 7" });
  const deadline = h("input", { placeholder: "2027-05-28T18:00" });
  const secret = h("input", { type: "password", autocomplete: "off" });
  const rounds = h("input", { value: "1", inputmode: "numeric" });
  /** @type {(typeof FORMATS)[number]} */
  let format = FORMATS[0];
  let closed = false;
  const labelled = (/** @type {string} */ words, /** @type {HTMLElement} */ field) =>
    h("label", { class: "field" }, h("span", {}, words), field);
  const create = async () => {
    const parts = (/** @type {string} */ text) =>
      text
        .split(",")
        .map((one) => one.trim())
        .filter(Boolean);
    const wish = {
      name: name.value.trim(),
      game,
      sizes: parts(size.value),
      clock: clock.value.trim(),
      references: parts(levels.value).map(Number),
      deadline: deadline.value.trim() || null,
      final: format,
      final_rounds: Number(rounds.value),
      open: !closed,
    };
    const made = await make(wish, secret.value.trim());
    keepToken(made.name, made.token);
    dialog(
      t("league.make.done"),
      (close) => [
        copyable(t("league.make.token"), made.token),
        h("div", { class: "row end" }, button(null, t("play.go-on"), close, "primary")),
      ],
      true,
    );
    location.hash = place(made.name, "desk");
  };
  return h(
    "details",
    { class: "sheet padded" },
    h("summary", {}, t("league.make")),
    h(
      "p",
      { class: "soft small" },
      around("league.make.words", { command: h("code", {}, "trivium league secret") }),
    ),
    h(
      "div",
      { class: "row fields" },
      labelled(t("league.make.name"), name),
      selection(
        t("game"),
        games.map((entry) => ({ value: entry.name, label: entry.title })),
        game,
        (chosen) => (game = chosen),
      ),
      labelled(t("league.make.sizes"), size),
      labelled(t("league.make.clock"), clock),
      labelled(t("league.make.levels"), levels),
      labelled(t("league.make.deadline"), deadline),
      selection(
        t("league.make.final"),
        FORMATS.map((value) => ({ value, label: FORMAT_WORDS[value] })),
        FORMATS[0],
        (chosen) => (format = FORMATS.find((one) => one === chosen) ?? FORMATS[0]),
      ),
      labelled(t("league.make.rounds"), rounds),
      toggle(t("league.make.closed"), closed, (on) => (closed = on)),
      labelled(t("league.make.secret"), secret),
      button("add", t("league.make.it"), () => create().catch(complain)),
    ),
  );
}
