/**
 * Lessons: the rules of each game, step by step at a board, and then how to play it well.
 *
 * #/learn/GAME/STEP          the rules
 * #/learn/GAME/LESSON/STEP   a lesson in strategy
 *
 * @module
 */

import { answerLesson, catalogue, tutorial, tutorials } from "../api.js";
import { fill, h } from "../dom.js";
import { around, t } from "../language.js";
import { linkButton } from "../parts/controls.js";
import { Exercise } from "../parts/exercise.js";
import { icon } from "../parts/icons.js";
import { exerciseTable, gameTiles, textPage } from "../parts/layout.js";
import { prefer, preference } from "../store.js";

/** @typedef {import("../types.js").LessonEntry} LessonEntry */
/** @typedef {import("../types.js").GameEntry} GameEntry */

export const title = t("lessons");

const RULES = "rules";

/** @type {import("../app.js").View} */
export async function show({ rest: [game, ...rest], main, left }) {
  if (!game) return list(main, left);
  const [name = RULES, step] = /^\d*$/.test(rest[0] ?? "") ? [RULES, rest[0]] : rest;
  const [lesson, all] = await Promise.all([tutorial(game, name), tutorials()]);
  if (left()) return;
  const number = Math.min(
    Math.max(0, Number(step ?? reached(lesson)) || 0),
    lesson.all_steps.length - 1,
  );
  const here = lesson.all_steps[number];
  if (!here) return fill(main, h("p", { class: "soft" }, t("learn.empty")));
  keepReached(lesson, number);
  const last = number === lesson.all_steps.length - 1;
  const done = () => last && keepReached(lesson, lesson.steps);
  if (!here.task) done();
  const next = last
    ? afterLesson(all, lesson)
    : linkButton("next", t("next"), `${addressOf(lesson)}/${number + 1}`, "primary");
  const exercise = new Exercise({
    label: lesson.title,
    position: here.position,
    marked: here.marked,
    task: here.task,
    asks: here.asks,
    check: async (answer) => {
      const judged = await answerLesson(game, name, number, answer);
      if (judged.right) done();
      return judged;
    },
    back:
      number > 0 ? linkButton("previous", t("back"), `${addressOf(lesson)}/${number - 1}`) : null,
    skip: linkButton(null, t("learn.skip"), next.hash),
    next,
  });
  fill(
    main,
    exerciseTable(
      exercise,
      [
        h("a", { href: "#/learn" }, lesson.title),
        t("learn.place", { n: number + 1, all: lesson.all_steps.length }),
      ],
      [
        steps(lesson, number),
        h("h1", { class: "panel-title" }, here.title),
        ...here.text.split(/\n\s*\n/).map((words) => h("p", {}, words)),
      ],
    ),
  );
  exercise.begin();
}

/**
 * Where to go after a lesson: to the next one of the game, and after the last to the board.
 *
 * @param {LessonEntry[]} all
 * @param {LessonEntry} lesson
 */
function afterLesson(all, { game, lesson }) {
  const family = all.filter((entry) => entry.game === game);
  const following = family[family.findIndex((entry) => entry.lesson === lesson) + 1];
  return lesson !== RULES && following
    ? linkButton(
        "next",
        t("learn.next", { title: following.title }),
        addressOf(following),
        "primary",
      )
    : linkButton("play", t("play.a-game"), `#/new/${game}`, "primary");
}

/** @param {Pick<LessonEntry, "game" | "lesson">} entry */
function addressOf({ game, lesson }) {
  return lesson === RULES ? `#/learn/${game}` : `#/learn/${game}/${lesson}`;
}

/** How far somebody has come: the step to go on with. @param {LessonEntry} entry */
function reached({ game, lesson, steps: all }) {
  return Math.min(known(game, lesson), all - 1);
}

/** @param {LessonEntry} entry */
function isDone({ game, lesson, steps: all }) {
  return known(game, lesson) >= all;
}

/** @param {string} game @param {string} lesson @returns {number} */
function known(game, lesson) {
  return preference(lesson === RULES ? `lesson.${game}` : `lesson.${game}.${lesson}`, 0);
}

/** @param {LessonEntry} entry @param {number} step */
function keepReached(entry, step) {
  const { game, lesson } = entry;
  if (isDone(entry)) return;
  prefer(lesson === RULES ? `lesson.${game}` : `lesson.${game}.${lesson}`, step);
}

/**
 * @param {LessonEntry} lesson
 * @param {number} current
 */
function steps(lesson, current) {
  return h(
    "nav",
    { class: "steps", "aria-label": t("learn.steps") },
    Array.from({ length: lesson.steps }, (_, number) =>
      h("a", {
        href: `${addressOf(lesson)}/${number}`,
        class: number < current ? "past" : "",
        "aria-current": number === current ? "step" : null,
        "aria-label": t("learn.step", { n: number + 1 }),
      }),
    ),
  );
}

/**
 * @param {HTMLElement} main
 * @param {() => boolean} left
 */
async function list(main, left) {
  const [lessons, { games }] = await Promise.all([tutorials(), catalogue()]);
  if (left()) return;
  const rules = lessons.filter(({ lesson }) => lesson === RULES);
  fill(
    main,
    textPage(
      title,
      t("learn.words"),
      gameTiles(
        "#/learn",
        rules.map((lesson) => {
          const entry = games.find(({ name }) => name === lesson.game);
          return {
            name: lesson.game,
            title: entry?.title ?? lesson.title,
            picture: entry?.picture ?? "",
            note: progress(lesson),
          };
        }),
      ),
      games.map((game) => strategyOf(game, lessons)),
      h(
        "p",
        { class: "soft" },
        around("learn.read-on", {
          pages: h(
            "span",
            {},
            games.flatMap(({ name, title: words }, number) => [
              number ? ", " : "",
              h(
                "a",
                { href: `/docs/strategy/${name}.html` },
                t("learn.strategy", { title: words }),
              ),
            ]),
          ),
        }),
      ),
      !lessons.length && h("p", { class: "soft" }, t("learn.none")),
    ),
  );
}

/** The lessons in strategy of a game. @param {GameEntry} game @param {LessonEntry[]} lessons */
function strategyOf({ name, title: words }, lessons) {
  const of = lessons.filter(({ game, lesson }) => game === name && lesson !== RULES);
  return (
    of.length > 0 &&
    h(
      "section",
      {},
      h("h2", {}, t("learn.strategy-of", { title: words })),
      h(
        "ol",
        { class: "puzzle-shelf" },
        of.map((lesson) =>
          h(
            "li",
            {},
            h(
              "a",
              { class: `puzzle ${isDone(lesson) ? "solved" : ""}`, href: addressOf(lesson) },
              h(
                "span",
                {},
                h("strong", {}, lesson.title),
                h("span", { class: "small soft" }, lesson.about),
              ),
              isDone(lesson) && icon("check"),
            ),
          ),
        ),
      ),
    )
  );
}

/** @param {LessonEntry} lesson */
function progress(lesson) {
  if (isDone(lesson)) return t("learn.done");
  const step = reached(lesson);
  return step
    ? t("learn.step-of", { n: step + 1, all: lesson.steps })
    : t("learn.amount", { n: lesson.steps });
}
