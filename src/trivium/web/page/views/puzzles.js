/**
 * Puzzles: find the only move that wins. All come from real games, and the solver has checked
 * them.
 *
 * #/puzzles/GAME             one's standing, and ways to go on
 * #/puzzles/ID               a puzzle, after which come others of about one's own rating
 * #/puzzles/ID?in=daily      the one of the day
 * #/puzzles/ID?in=failed     those that were not solved before
 * #/puzzles/ID?theme=NAME    only such of a theme
 *
 * @module
 */

import { answerPuzzle, catalogue, gameEntry, puzzle, puzzles, puzzleThemes } from "../api.js";
import { fill, h } from "../dom.js";
import { t } from "../language.js";
import { choice, linkButton } from "../parts/controls.js";
import { Exercise } from "../parts/exercise.js";
import { icon } from "../parts/icons.js";
import { exerciseTable, textPage } from "../parts/layout.js";
import { analysisAddress } from "../parts/loading.js";
import { daysInARow, failed, keepTry, solvedOnes, standing, today } from "../puzzle_record.js";
import { dailyPuzzle, nextPuzzle } from "../puzzle_stream.js";
import { prefer, preference } from "../store.js";

/** @typedef {import("../types.js").PuzzleEntry} PuzzleEntry */
/** @typedef {import("../puzzle_record.js").Standing} Standing */

export const title = t("puzzles");

const SHOWN_TRIES = 12;

/** @type {import("../app.js").View} */
export async function show({ rest: [name = ""], query, main, left }) {
  const { games } = await catalogue();
  const offered = games.filter(({ puzzled }) => puzzled);
  if (name && !games.some((game) => game.name === name)) return solve(name, query, main, left);
  const wish = name || preference("puzzle-game", "");
  const chosen = offered.find((game) => game.name === wish) ?? offered[0];
  if (!chosen) return fill(main, textPage(title, t("puzzle.none")));
  prefer("puzzle-game", chosen.name);
  const [entries, themes] = await Promise.all([puzzles(chosen.name), puzzleThemes(chosen.name)]);
  if (left()) return;
  fill(
    main,
    textPage(
      title,
      t("puzzle.words"),
      choice(
        t("game"),
        offered.map((game) => ({ value: game.name, label: game.title })),
        chosen.name,
        (game) => (location.hash = `#/puzzles/${game}`),
      ),
      overview(chosen.name, entries, themes),
    ),
  );
}

/**
 * One's standing in a game, and ways to go on.
 *
 * @param {string} game
 * @param {PuzzleEntry[]} entries
 * @param {import("../types.js").PuzzleTheme[]} themes
 */
function overview(game, entries, themes) {
  const known = standing(game);
  const missed = failed(known);
  const daily = dailyPuzzle(entries, today());
  const next = chosenNext(entries, known);
  const doneToday = known.days.includes(today());
  return [
    figures(known, entries.length),
    h(
      "div",
      { class: "row" },
      next && linkButton("play", t("puzzle.solve"), `#/puzzles/${next.id}`, "primary"),
      daily &&
        linkButton(
          doneToday ? "check" : "sun",
          t(doneToday ? "puzzle.daily.done" : "puzzle.daily"),
          `#/puzzles/${daily.id}?in=daily`,
        ),
      missed.length > 0 &&
        linkButton(
          "rotate",
          t("puzzle.retry", { n: missed.length }),
          `#/puzzles/${missed[0]}?in=failed`,
        ),
    ),
    h("h2", {}, t("puzzle.themes")),
    themeShelf(entries, themes, known),
    known.tries.length > 0 && h("h2", {}, t("puzzle.history")),
    known.tries.length > 0 && history(known),
  ];
}

/** @param {Standing} known @param {number} all */
function figures(known, all) {
  const { rating, deviation } = known.rating;
  /** @type {[string, string | number][]} */
  const shown = [
    [t("puzzle.rating"), known.tries.length ? `${Math.round(rating)}` : "–"],
    [t("puzzle.streak"), known.streak],
    [t("puzzle.best"), known.best],
    [t("puzzle.days"), daysInARow(known, today())],
    [t("puzzle.solved"), t("puzzle.of", { n: solvedOnes(known).size, all })],
  ];
  return h(
    "dl",
    { class: "figures" },
    shown.map(([words, figure]) => h("div", {}, h("dt", {}, words), h("dd", {}, figure))),
    known.tries.length > 0 &&
      h(
        "p",
        { class: "small soft" },
        t("puzzle.deviation", { deviation: Math.round(2 * deviation) }),
      ),
  );
}

/**
 * @param {PuzzleEntry[]} entries
 * @param {import("../types.js").PuzzleTheme[]} themes
 * @param {Standing} known
 */
function themeShelf(entries, themes, known) {
  const solved = solvedOnes(known);
  return h(
    "ul",
    { class: "puzzle-shelf" },
    themes.map(({ name, title: theme, words }) => {
      const of = entries.filter((entry) => entry.themes.includes(name));
      const next = chosenNext(of, known);
      const done = of.filter(({ id }) => solved.has(id)).length;
      return (
        next &&
        h(
          "li",
          {},
          h(
            "a",
            {
              class: "puzzle",
              href: `#/puzzles/${next.id}?${new URLSearchParams({ theme: name })}`,
            },
            h(
              "span",
              {},
              h("strong", {}, capital(theme)),
              h("span", { class: "small soft" }, words),
            ),
            h("span", { class: "small soft count" }, t("puzzle.of", { n: done, all: of.length })),
          ),
        )
      );
    }),
  );
}

/** The last tries, the newest first. @param {Standing} known */
function history({ tries }) {
  return h(
    "ol",
    { class: "puzzle-tries" },
    tries
      .slice(-SHOWN_TRIES)
      .toReversed()
      .map(({ id, solved, day }) =>
        h(
          "li",
          {},
          h(
            "a",
            { class: `try ${solved ? "solved" : "missed"}`, href: `#/puzzles/${id}` },
            icon(solved ? "check" : "cross"),
            h("span", {}, id),
            h(
              "span",
              { class: "small soft" },
              t(solved ? "puzzle.was-solved" : "puzzle.was-missed"),
            ),
            h("time", { class: "small soft", datetime: day }, day),
          ),
        ),
      ),
  );
}

/**
 * A puzzle at the board.
 *
 * @param {string} id
 * @param {URLSearchParams} query
 * @param {HTMLElement} main
 * @param {() => boolean} left
 */
async function solve(id, query, main, left) {
  const task = await puzzle(id);
  const [entries, entry, themes] = await Promise.all([
    puzzles(task.game),
    gameEntry(task.game),
    puzzleThemes(task.game),
  ]);
  const titleOf = (/** @type {string} */ name) =>
    capital(themes.find((known) => known.name === name)?.title ?? name);
  if (left()) return;
  prefer("puzzle-game", task.game);
  const theme = query.get("theme");
  const isDaily = query.get("in") === "daily";
  const next = h("a", { class: "button primary", href: "#" }, icon("next"), t("puzzle.next"));
  const lead = () => {
    const following = addressOfNext(entries, task, query);
    next.hash = following ?? `#/puzzles/${task.game}`;
    if (!following) next.replaceChildren(t("puzzle.all"));
  };
  lead();
  const told = h("div", { class: "told" });
  const exercise = new Exercise({
    label: t("puzzle.label", { title: entry.title }),
    position: task.position,
    task: task.goal + (task.asked > 1 ? ` ${t("puzzle.asked", { n: task.asked })}` : ""),
    asks: "move",
    check: (move, before) => answerPuzzle(id, [...before, move]),
    next,
    skip: h("a", { class: "button", href: next.hash }, t("learn.skip")),
    onDone: (solved) => {
      const change = keepTry(task.game, task, solved, today(), isDaily);
      lead();
      fill(told, afterwards(task, solved, change, titleOf));
    },
  });
  fill(
    main,
    exerciseTable(
      exercise,
      [
        h("a", { href: `#/puzzles/${task.game}` }, title),
        isDaily ? ` · ${t("puzzle.daily")}` : theme ? ` · ${titleOf(theme)}` : ` · ${entry.title}`,
      ],
      [
        h(
          "h1",
          { class: "panel-title" },
          t("puzzle.heading", { title: entry.title, id: number(id) }),
        ),
      ],
      told,
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

/**
 * What is told once it has been tried: what it was about would have given it away.
 *
 * @param {import("../types.js").Puzzle} task
 * @param {boolean} solved
 * @param {number | null} change  of the rating
 * @param {(theme: string) => string} titleOf
 */
function afterwards(task, solved, change, titleOf) {
  const { rating, streak } = standing(task.game);
  return [
    h(
      "p",
      { class: "standing-now" },
      change === null
        ? t("puzzle.uncounted")
        : t("puzzle.changed", {
            rating: Math.round(rating.rating),
            change: change < 0 ? `−${-change}` : `+${change}`,
          }),
      solved && change !== null && streak > 1 && ` ${t("puzzle.in-a-row", { n: streak })}`,
    ),
    h(
      "p",
      { class: "row small" },
      t("puzzle.about", { rating: task.rating }),
      task.themes.map((name) =>
        h(
          "a",
          { class: "tag", href: `#/puzzles/${task.id}?${new URLSearchParams({ theme: name })}` },
          titleOf(name),
        ),
      ),
    ),
  ];
}

/**
 * Where to go on after a puzzle, as the person has come to it; null if there is no other.
 *
 * @param {PuzzleEntry[]} entries
 * @param {PuzzleEntry} task
 * @param {URLSearchParams} query
 */
function addressOfNext(entries, task, query) {
  const known = standing(task.game);
  if (query.get("in") === "failed") {
    const missed = failed(known).filter((id) => id !== task.id);
    return missed[0] ? `#/puzzles/${missed[0]}?in=failed` : null;
  }
  const theme = query.get("theme");
  const of = theme ? entries.filter(({ themes }) => themes.includes(theme)) : entries;
  const next = chosenNext(of, known, task.id);
  const more = theme ? `?${new URLSearchParams({ theme })}` : "";
  return next && `#/puzzles/${next.id}${more}`;
}

/** @param {PuzzleEntry[]} entries @param {Standing} known @param {string} [last] */
function chosenNext(entries, { rating: { rating }, tries }, last) {
  return nextPuzzle(entries, rating, new Set(tries.map(({ id }) => id)), last);
}

/** What tells a puzzle from others of its game: size and number. @param {string} id */
function number(id) {
  return id.split("-").slice(-2).join("-");
}

/** @param {string} words */
function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
