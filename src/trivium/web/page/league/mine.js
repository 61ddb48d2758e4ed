/**
 * What only the owner of a bot sees: trials, tracebacks, standard error, lost games.
 *
 * @module
 */

import { fill, h, refill } from "../dom.js";
import { t } from "../language.js";
import { button } from "../parts/controls.js";
import { complain, note } from "../parts/notices.js";
import { reasonWords } from "../parts/words.js";
import { handIn, mine } from "./api.js";
import { again, frame, gameRows, moment } from "./parts.js";

/** @typedef {import("../types.js").LeagueState} LeagueState */
/** @typedef {import("../types.js").OwnVersion} OwnVersion */
/** @typedef {import("../types.js").OwnGame} OwnGame */

const STATES = /** @type {Record<string, string>} */ ({
  waiting: t("league.mine.state.waiting"),
  trying: t("league.mine.state.trying"),
  passed: t("league.mine.state.passed"),
  failed: t("league.mine.state.failed"),
});

/** @param {HTMLElement} main @param {LeagueState} league */
export async function showMine(main, league) {
  const content = h("div", { class: "page" });
  let before = "";
  const look = async () => {
    const told = await mine(league.name);
    const now = JSON.stringify(told);
    if (now === before) return;
    before = now;
    refill(
      content,
      league.stage === "open" &&
        h(
          "p",
          { class: "soft small" },
          t("league.mine.left", {
            n: told.uploads_left,
            storage: told.storage_left.toFixed(1),
          }),
        ),
      told.versions.length > 0 && h("h2", {}, t("league.versions")),
      ...told.versions.map((version, number) => versionSheet(version, number === 0)),
      h("h2", {}, t("league.mine.lost")),
      told.lost.length
        ? h(
            "div",
            { class: "found" },
            told.lost.map((game) => ownGame(league.name, game, "lost")),
          )
        : h("p", { class: "soft" }, t("league.mine.none")),
      told.games.length > 0 && h("h2", {}, t("league.mine.all")),
      h(
        "div",
        { class: "found" },
        told.games.map((game) => ownGame(league.name, game, "all")),
      ),
    );
  };
  await look();
  fill(main, frame(league, "mine", uploadBox(league, look), content));
  return again(look, 2000);
}

/** @param {LeagueState} league @param {() => Promise<void>} onDone */
function uploadBox(league, onDone) {
  if (league.stage !== "open") return h("p", { class: "notice" }, t("league.mine.closed"));
  if (league.uploads) return h("p", { class: "notice" }, league.uploads);
  const send = async () => {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    const version = await handIn(league.name, chosen);
    note(t("league.mine.waits", { version: version.label }));
    await onDone();
  };
  const file = h("input", {
    type: "file",
    class: "unseen",
    accept: ".zip,.gz,.tgz",
    tabindex: "-1",
    "aria-label": t("league.mine.archive"),
    onchange: () => send().catch(complain),
  });
  return h(
    "div",
    { class: "row" },
    file,
    button("upload", t("league.mine.hand-in"), () => file.click(), "primary"),
  );
}

/** @param {OwnVersion} version @param {boolean} isNewest */
function versionSheet(version, isNewest) {
  return h(
    "details",
    {
      class: `sheet padded own-version ${version.state}`,
      "data-key": version.label,
      open: isNewest || null,
    },
    h(
      "summary",
      {},
      h("strong", {}, version.label),
      ` ${version.benched ? t("league.mine.state.benched") : STATES[version.state]} `,
      h("span", { class: "soft small" }, moment(version.submitted)),
    ),
    version.benched && h("p", { class: "bad" }, version.benched),
    version.report && h("pre", {}, version.report),
  );
}

/** @param {string} league @param {OwnGame} game @param {string} list  which it is in */
function ownGame(league, game, list) {
  return h(
    "details",
    { class: "sheet padded", "data-key": `${list} ${game.number} ${game.label}` },
    h(
      "summary",
      {},
      h("strong", {}, reasonWords(game.reason)),
      ` ${game.players.join(" – ")} `,
      h("span", { class: "soft small" }, moment(game.began)),
    ),
    h(
      "div",
      { class: "scroll" },
      h("table", { class: "stored" }, h("tbody", {}, gameRows(league, [game], "?review"))),
    ),
    game.why && [h("h3", {}, t("league.mine.why")), h("pre", {}, game.why)],
    game.output && [h("h3", {}, t("league.mine.stderr")), h("pre", {}, game.output)],
    game.remarks && h("p", { class: "soft small" }, game.remarks),
  );
}
