/**
 * The tutor's view: members, uploads, queue, workers, limits, benching, freeze, final, export.
 *
 * @module
 */

import { fill, h } from "../dom.js";
import { button } from "../parts/controls.js";
import { confirm, copyable, dialog, download } from "../parts/dialog.js";
import { complain, note } from "../parts/notices.js";
import { count } from "../parts/words.js";
import { act, addMembers, desk, exported, renew } from "./api.js";
import { again, frame, moment, sheet } from "./parts.js";

/** @typedef {import("../types.js").LeagueState} LeagueState */
/** @typedef {import("../types.js").TutorDesk} TutorDesk */
/** @typedef {import("../types.js").MemberEntry} MemberEntry */
/** @typedef {import("../types.js").NewToken} NewToken */

const WHY_FREEZE = "No new versions come in after this. The ladder goes on until all is known.";
const WHY_FINAL = "The final is played among the frozen versions, once, and ends the ladder.";

/** @param {HTMLElement} main @param {LeagueState} league */
export async function showDesk(main, league) {
  const content = h("div", { class: "page" });
  const look = async () => draw(await desk(league.name));
  /** @param {TutorDesk} told */
  const draw = (told) =>
    fill(content, ...overview(told), membersSheet(league, told, draw), log(told));
  await look();
  fill(main, frame(league, "desk", actions(league), memberForm(league, look), content));
  return again(look, 4000);
}

/** @param {LeagueState} league */
function actions(league) {
  const does = (/** @type {string} */ what) => () =>
    act(league.name, what)
      .then(() => location.reload())
      .catch(complain);
  const save = (/** @type {string} */ kind) => () =>
    exported(league.name, kind)
      .then((text) => download(`${league.name}.${kind}`, text))
      .catch(complain);
  return h(
    "div",
    { class: "row" },
    league.stage === "open" &&
      button("pause", "Freeze", () => confirm("Freeze?", WHY_FREEZE, "Freeze", does("freeze"))),
    league.stage === "frozen" && button("play", "Let bots in again", does("thaw")),
    league.stage === "frozen" &&
      button("flag", "Begin the final", () =>
        confirm("Begin the final?", WHY_FINAL, "Begin", does("final")),
      ),
    button("download", "Marks (CSV)", save("csv")),
    button("download", "Games (JSON Lines)", save("jsonl")),
    button("download", "Report (HTML)", save("html")),
  );
}

/** @param {LeagueState} league @param {() => Promise<void>} look */
function memberForm(league, look) {
  const names = h("textarea", {
    rows: 3,
    "aria-label": "New members",
    placeholder: "one name a line; ann, tutor for another role",
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
    h("label", { class: "field" }, h("span", {}, "New members"), names),
    button("add", "Add members", () => add().catch(complain)),
  );
}

/** @param {NewToken[]} made */
function showTokens(made) {
  if (!made.length) return note("No names were given.", "problem");
  const lines = made.map(({ name, token }) => `${name},${token}`);
  dialog("Tokens", (close) => [
    h("p", { class: "soft" }, "Give each member theirs. They are not shown again."),
    copyable("Name and token", lines.join("\n") + (made.length === 1 ? "\n" : "")),
    h(
      "div",
      { class: "row end" },
      button("download", "Download as CSV", () =>
        download("tokens.csv", ["name,token", ...lines, ""].join("\n")),
      ),
      button(null, "Close", close, "primary"),
    ),
  ]);
}

/** @param {TutorDesk} told */
function overview(told) {
  return [
    h(
      "p",
      { class: "soft" },
      `${count(told.waiting, "version")} to try, ${count(told.queue, "game")} in the queue, `,
      `${count(told.workers.length, "worker")} (${told.workers.join("; ") || "none"}).`,
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
    button(null, "New token", again(name), "small"),
    !revoked &&
      button(
        null,
        "Revoke",
        () =>
          confirm(
            `Revoke the token of ${name}?`,
            "Their bot rests, and they are not let in any more.",
            "Revoke",
            does("members/revoke", { name }),
          ),
        "small",
      ),
    current &&
      (state.startsWith("benched")
        ? button(null, "Pardon", does("pardon", { label: current }), "small")
        : button(null, "Bench", does("bench", { label: current }), "small")),
  ];
  return sheet(
    "Members",
    ["Member", "Role", "#Versions", "Bot", ""],
    h(
      "tbody",
      {},
      told.members.map((member) =>
        h(
          "tr",
          { class: member.revoked ? "soft" : "" },
          h("td", {}, member.name),
          h("td", {}, member.revoked ? "revoked" : member.role),
          h("td", { class: "number" }, member.versions || ""),
          h("td", { class: "soft" }, member.state),
          h("td", {}, h("span", { class: "row nowrap" }, buttons(member))),
        ),
      ),
    ),
  );
}

/** @param {TutorDesk} told */
function log(told) {
  return h(
    "details",
    { class: "sheet padded" },
    h("summary", {}, "Who did what when"),
    h(
      "ul",
      { class: "small" },
      told.log.map(({ at, who, what }) => h("li", {}, `${moment(at)} · ${who} ${what}`)),
    ),
  );
}
