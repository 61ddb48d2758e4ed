/**
 * The tutor's view: members, uploads, queue, workers, limits, benching, freeze, final, export.
 *
 * @module
 */

import { fill, h, refill, set } from "../dom.js";
import { t } from "../language.js";
import { button } from "../parts/controls.js";
import { confirm, copyable, dialog, download } from "../parts/dialog.js";
import { complain, note } from "../parts/notices.js";
import { act, addMembers, desk, exported, renew } from "./api.js";
import { again, frame, moment, roleWords, sheet } from "./parts.js";

/** @typedef {import("../types.js").LeagueState} LeagueState */
/** @typedef {import("../types.js").TutorDesk} TutorDesk */
/** @typedef {import("../types.js").MemberEntry} MemberEntry */
/** @typedef {import("../types.js").NewToken} NewToken */

/** @param {HTMLElement} main @param {LeagueState} league */
export async function showDesk(main, league) {
  const content = h("div", { class: "page" });
  const look = async () => draw(await desk(league.name));
  /** @param {TutorDesk} told */
  const draw = (told) =>
    refill(content, ...overview(told), membersSheet(league, told, draw), log(told));
  await look();
  fill(main, frame(league, "desk", actions(league), memberForm(league, look), content));
  return again(look, 4000);
}

/** @param {LeagueState} league */
function actions(league) {
  const does =
    (/** @type {string} */ what, body = {}) =>
    () =>
      act(league.name, what, body)
        .then(() => location.reload())
        .catch(complain);
  const askForDeadline = () => {
    const until = h("input", {
      value: league.stage === "open" ? (league.deadline?.slice(0, 16) ?? "") : "",
      placeholder: "2027-05-28T18:00",
    });
    dialog(t("desk.deadline"), (close) => [
      h("p", { class: "soft" }, t("desk.deadline.words")),
      h("label", { class: "field" }, h("span", {}, t("league.make.deadline")), until),
      h(
        "div",
        { class: "row end" },
        button(null, t("cancel"), close),
        button(
          null,
          t("desk.thaw.it"),
          () => {
            close();
            does("thaw", { deadline: until.value.trim() || null })();
          },
          "primary",
        ),
      ),
    ]);
  };
  const save = (/** @type {string} */ kind) => () =>
    exported(league.name, kind)
      .then((text) => download(`${league.name}.${kind}`, text))
      .catch(complain);
  return h(
    "div",
    { class: "row" },
    league.stage === "open" &&
      button("pause", t("desk.freeze"), () =>
        confirm(t("desk.freeze.ask"), t("desk.freeze.why"), t("desk.freeze"), does("freeze")),
      ),
    league.stage === "open" && button("edit", t("desk.deadline"), askForDeadline),
    league.stage === "frozen" && button("play", t("desk.thaw"), askForDeadline),
    league.stage === "frozen" &&
      button("flag", t("desk.final"), () => askForFinal(league, does("final")).catch(complain)),
    button("download", t("desk.marks"), save("csv")),
    button("download", t("desk.games"), save("jsonl")),
    button("download", t("desk.report"), save("html")),
  );
}

/**
 * Say who would be in the final, and ask whether to begin it; or say what it waits for.
 *
 * @param {LeagueState} league
 * @param {() => void} begin
 */
async function askForFinal(league, begin) {
  const { ready, benched, untried } = (await desk(league.name)).field;
  const names = (/** @type {string[]} */ labels) => labels.join(", ") || t("desk.final.nobody");
  if (untried.length) {
    return note(t("desk.final.untried", { n: untried.length, names: names(untried) }), "problem");
  }
  const left = benched.length ? t("desk.final.benched", { names: names(benched) }) : "";
  if (ready.length < 2) {
    return note(`${t("desk.final.few", { names: names(ready) })} ${left}`, "problem");
  }
  const who = t("desk.final.who", { n: ready.length, names: names(ready) });
  const words = [who, left, t("desk.final.why")].filter(Boolean).join(" ");
  confirm(t("desk.final.ask"), words, t("desk.final.begin"), begin);
}

/** @param {LeagueState} league @param {() => Promise<void>} look */
function memberForm(league, look) {
  const names = h("textarea", {
    rows: 3,
    "aria-label": t("desk.new"),
    placeholder: t("desk.new.how"),
  });
  const add = async () => {
    const made = await addMembers(league.name, names.value);
    names.value = "";
    showTokens(made);
    await look();
  };
  return h(
    "div",
    { class: "row fields" },
    h("label", { class: "field" }, h("span", {}, t("desk.new")), names),
    button("add", t("desk.add"), () => add().catch(complain)),
  );
}

/**
 * A name as a cell of a table: no comma ends it early, and no spreadsheet takes it for a formula.
 *
 * @param {string} name
 */
function cell(name) {
  const plain = /^[=+\-@]/.test(name) ? `'${name}` : name;
  return /[",;]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** @param {NewToken[]} made */
function showTokens(made) {
  if (!made.length) return note(t("desk.no-names"), "problem");
  const lines = made.map(({ name, token }) => `${cell(name)},${token}`);
  dialog(
    t("desk.tokens"),
    (close) => [
      h("p", { class: "soft" }, t("desk.tokens.words")),
      copyable(t("desk.tokens.label"), lines.join("\n") + (made.length === 1 ? "\n" : "")),
      h(
        "div",
        { class: "row end" },
        button("download", t("desk.tokens.download"), () =>
          download("tokens.csv", ["name,token", ...lines, ""].join("\n")),
        ),
        button(null, t("close"), close, "primary"),
      ),
    ],
    true,
  );
}

/** @param {TutorDesk} told */
function overview(told) {
  return [
    h(
      "p",
      { class: "soft" },
      [
        t("desk.to-try", { n: told.waiting }),
        t("desk.queue", { n: told.queue }),
        t("desk.workers", {
          n: told.workers.length,
          names: told.workers.join("; ") || t("desk.workers.none"),
        }),
      ].join(", "),
    ),
    h(
      "p",
      { class: "soft small" },
      Object.entries(told.limits)
        .map(([name, value]) => `${name}: ${value}`)
        .join(" · "),
    ),
  ];
}

/**
 * @param {LeagueState} league
 * @param {TutorDesk} told
 * @param {(told: TutorDesk) => void} draw
 */
function membersSheet(league, told, draw) {
  const does = (/** @type {string} */ what, /** @type {object} */ body) => () =>
    act(league.name, what, body).then(draw).catch(complain);
  const again = (/** @type {string} */ member) => () =>
    renew(league.name, member)
      .then((token) => showTokens([token]))
      .catch(complain);
  const buttons = (/** @type {MemberEntry} */ { name, revoked, current, state }) => [
    button(null, t("desk.new-token"), again(name), "small"),
    !revoked &&
      button(
        null,
        t("desk.revoke"),
        () =>
          confirm(
            t("desk.revoke.ask", { name }),
            t("desk.revoke.why"),
            t("desk.revoke"),
            does("members/revoke", { name }),
          ),
        "small",
      ),
    current &&
      (state.startsWith("benched")
        ? button(null, t("desk.pardon"), does("pardon", { label: current }), "small")
        : button(null, t("desk.bench"), does("bench", { label: current }), "small")),
  ];
  return sheet(
    t("desk.members"),
    [t("desk.member"), t("desk.role"), `#${t("league.versions")}`, t("league.bot"), ""],
    h(
      "tbody",
      {},
      told.members.map((member) =>
        h(
          "tr",
          { class: member.revoked ? "soft" : "" },
          h("td", {}, member.name),
          h("td", {}, member.revoked ? t("desk.revoked") : roleWords(member.role)),
          h("td", { class: "number" }, member.versions || ""),
          h("td", { class: "soft" }, member.state),
          h("td", {}, h("span", { class: "row nowrap" }, named(buttons(member), member.name))),
        ),
      ),
    ),
  );
}

/**
 * Let buttons say whose they are: to who hears them, and when the table is drawn anew around them.
 *
 * @param {(HTMLElement | "" | false | null)[]} buttons
 * @param {string} name
 */
function named(buttons, name) {
  for (const one of buttons) {
    if (one) set(one, { "aria-label": `${one.textContent}: ${name}` });
  }
  return buttons;
}

/** @param {TutorDesk} told */
function log(told) {
  return h(
    "details",
    { class: "sheet padded", "data-key": "log" },
    h("summary", {}, t("desk.log")),
    h(
      "ul",
      { class: "small" },
      told.log.map(({ at, who, what }) => h("li", {}, `${moment(at)} · ${who} ${what}`)),
    ),
  );
}
