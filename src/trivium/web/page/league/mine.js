/**
 * What only the owner of a bot sees: trials, tracebacks, standard error, lost games.
 *
 * @module
 */

import { fill, h } from "../dom.js";
import { button } from "../parts/controls.js";
import { complain, note } from "../parts/notices.js";
import { handIn, mine } from "./api.js";
import { again, frame, gameRows, moment } from "./parts.js";

/** @typedef {import("../types.js").LeagueState} LeagueState */
/** @typedef {import("../types.js").OwnVersion} OwnVersion */
/** @typedef {import("../types.js").OwnGame} OwnGame */

const STATES = /** @type {Record<string, string>} */ ({
  waiting: "waits for its trial",
  trying: "is being tried",
  passed: "has passed",
  failed: "has failed its trial",
});

/** @param {HTMLElement} main @param {LeagueState} league */
export async function showMine(main, league) {
  const content = h("div", { class: "page" });
  let before = "";
  const look = async () => {
    const told = await mine(league.name);
    const now = JSON.stringify(told);
    if (now === before) return; // what is open stays open
    before = now;
    fill(
      content,
      h(
        "p",
        { class: "soft small" },
        `You may hand in ${told.uploads_left} more today; ${told.storage_left.toFixed(1)} MB are left.`,
      ),
      told.versions.length > 0 && h("h3", {}, "Versions"),
      ...told.versions.map((version, number) => versionSheet(version, number === 0)),
      h("h3", {}, "Lost games, worst first"),
      told.lost.length
        ? h(
            "div",
            { class: "found" },
            told.lost.map((game) => lostGame(league.name, game)),
          )
        : h("p", { class: "soft" }, "None so far."),
    );
  };
  await look();
  fill(main, frame(league, "mine", uploadBox(league, look), content));
  return again(look, 2000);
}

/** @param {LeagueState} league @param {() => Promise<void>} onDone */
function uploadBox(league, onDone) {
  if (league.uploads) return h("p", { class: "notice" }, league.uploads);
  const send = async () => {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    const version = await handIn(league.name, chosen);
    note(`${version.label} waits for its trial.`);
    await onDone();
  };
  const file = h("input", {
    type: "file",
    class: "unseen",
    accept: ".zip,.gz,.tgz",
    tabindex: "-1",
    "aria-label": "Archive to hand in",
    onchange: () => send().catch(complain),
  });
  return h(
    "div",
    { class: "row" },
    file,
    button("upload", "Hand in a zip or tar.gz", () => file.click(), "primary"),
  );
}

/** @param {OwnVersion} version @param {boolean} isNewest */
function versionSheet(version, isNewest) {
  return h(
    "details",
    { class: `sheet padded own-version ${version.state}`, open: isNewest || null },
    h(
      "summary",
      {},
      h("strong", {}, version.label),
      ` ${version.benched ? "is benched" : STATES[version.state]} `,
      h("span", { class: "soft small" }, moment(version.submitted)),
    ),
    version.benched && h("p", { class: "bad" }, version.benched),
    version.report && h("pre", {}, version.report),
  );
}

/** @param {string} league @param {OwnGame} game */
function lostGame(league, game) {
  return h(
    "details",
    { class: "sheet padded" },
    h("summary", {}, h("strong", {}, game.reason), ` ${game.players.join(" – ")}`),
    h(
      "div",
      { class: "scroll" },
      h("table", { class: "stored" }, h("tbody", {}, gameRows(league, [game], "?review"))),
    ),
    game.why && [h("h4", {}, "Why"), h("pre", {}, game.why)],
    game.output && [h("h4", {}, "Standard error"), h("pre", {}, game.output)],
    game.remarks && h("p", { class: "soft small" }, game.remarks),
  );
}
