/**
 * Puzzles: find the only move that wins. All come from real games, and the solver has checked
 * them.
 *
 * @module
 */

import { answerPuzzle, catalogue, puzzle, puzzles } from "../api.js";
import { fill, h } from "../dom.js";
import { t } from "../language.js";
import { choice, linkButton } from "../parts/controls.js";
import { Exercise } from "../parts/exercise.js";
import { icon } from "../parts/icons.js";
import { exerciseTable, textPage } from "../parts/layout.js";
import { analysisAddress } from "../parts/loading.js";
import { prefer, preference } from "../store.js";

/** @typedef {import("../types.js").PuzzleEntry} PuzzleEntry */

export const title = t("puzzles");

/** @type {import("../app.js").View} */
export async function show({ rest: [id], main, left }) {
  const all = await puzzles();
  if (!id) return list(main, all, left);
  const task = await puzzle(id);
  if (left()) return;
  const family = all.filter(({ game }) => game === task.game);
  const following = family[family.findIndex((entry) => entry.id === id) + 1];
  const next = following
    ? linkButton("next", t("puzzle.next"), `#/puzzles/${following.id}`, "primary")
    : linkButton(null, t("puzzle.all"), "#/puzzles", "primary");
  const exercise = new Exercise({
    label: t("puzzle.label", { title: task.title }),
    position: task.position,
    task: task.goal,
    asks: "move",
    check: (move) => answerPuzzle(id, [move]),
    next,
    onDone: (solved) => remember(id, solved),
  });
  fill(
    main,
    exerciseTable(
      exercise,
      [h("a", { href: "#/puzzles" }, title), t("puzzle.place", { difficulty: task.difficulty })],
      [h("h1", { class: "panel-title" }, task.title)],
      h("p", { class: "small soft" }, task.source),
      h(
        "div",
        { class: "row" },
        linkButton(
          "analyse",
          t("analyse"),
          analysisAddress(task.game, task.start, task.moves),
          "small",
        ),
      ),
    ),
  );
  exercise.begin();
}

/** @param {string} id @param {boolean} solved */
function remember(id, solved) {
  const known = preference("puzzles", /** @type {Record<string, boolean>} */ ({}));
  prefer("puzzles", { ...known, [id]: known[id] || solved });
}

/**
 * @param {HTMLElement} main
 * @param {PuzzleEntry[]} all
 * @param {() => boolean} left
 */
async function list(main, all, left) {
  const { games } = await catalogue();
  if (left()) return;
  const shelf = h("div", { class: "puzzle-shelves" });
  const draw = (/** @type {string} */ game) =>
    fill(shelf, shelves(all.filter((entry) => entry.game === game)));
  const offered = games.filter(({ name }) => all.some(({ game }) => game === name));
  const chosen = offered.find(({ name }) => name === preference("puzzle-game", "")) ?? offered[0];
  fill(
    main,
    textPage(
      title,
      t("puzzle.words"),
      offered.length > 0 &&
        choice(
          t("game"),
          offered.map(({ name, title: words }) => ({ value: name, label: words })),
          chosen?.name ?? "",
          (game) => {
            prefer("puzzle-game", game);
            draw(game);
          },
        ),
      all.length ? shelf : h("p", { class: "soft" }, t("puzzle.none")),
    ),
  );
  if (chosen) draw(chosen.name);
}

/** A shelf for each difficulty. @param {PuzzleEntry[]} entries */
function shelves(entries) {
  const known = preference("puzzles", /** @type {Record<string, boolean>} */ ({}));
  return [...new Set(entries.map(({ difficulty }) => difficulty))].map((difficulty) =>
    h(
      "section",
      {},
      h("h2", { class: "small-title" }, t("puzzle.difficulty", { difficulty })),
      h(
        "ol",
        { class: "puzzle-shelf" },
        entries
          .filter((entry) => entry.difficulty === difficulty)
          .map((entry) => h("li", {}, card(entry, known[entry.id] === true))),
      ),
    ),
  );
}

/**
 * @param {PuzzleEntry} entry
 * @param {boolean} isSolved
 */
function card({ id, title: words, size }, isSolved) {
  return h(
    "a",
    { class: `puzzle ${isSolved ? "solved" : ""}`, href: `#/puzzles/${id}` },
    h(
      "span",
      {},
      h("strong", {}, words),
      h("span", { class: "small soft" }, t("puzzle.size", { size })),
    ),
    isSolved && icon("check"),
  );
}
