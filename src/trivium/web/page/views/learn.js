/**
 * Lessons: the rules of each game, step by step at a board.
 *
 * @module
 */

import { answerLesson, catalogue, tutorial, tutorials } from "../api.js";
import { fill, h } from "../dom.js";
import { around, t } from "../language.js";
import { linkButton } from "../parts/controls.js";
import { Exercise } from "../parts/exercise.js";
import { exerciseTable, gameTiles, textPage } from "../parts/layout.js";
import { prefer, preference } from "../store.js";

export const title = t("lessons");

/** @type {import("../app.js").View} */
export async function show({ rest: [game, step], main, left }) {
  if (!game) return list(main, left);
  const lesson = await tutorial(game);
  if (left()) return;
  const number = Math.min(
    Math.max(0, Number(step ?? preference(`lesson.${game}`, 0)) || 0),
    lesson.all_steps.length - 1,
  );
  const here = lesson.all_steps[number];
  if (!here) return fill(main, h("p", { class: "soft" }, t("learn.empty")));
  prefer(`lesson.${game}`, number);
  const last = number === lesson.all_steps.length - 1;
  const next = last
    ? linkButton("play", t("play.a-game"), `#/new/${game}`, "primary")
    : linkButton("next", t("next"), `#/learn/${game}/${number + 1}`, "primary");
  const exercise = new Exercise({
    label: lesson.title,
    position: here.position,
    marked: here.marked,
    task: here.task,
    asks: here.asks,
    check: (answer) => answerLesson(game, number, answer),
    back: number > 0 ? linkButton("previous", t("back"), `#/learn/${game}/${number - 1}`) : null,
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
        steps(game, number, lesson.all_steps.length),
        h("h1", { class: "panel-title" }, here.title),
        ...here.text.split(/\n\s*\n/).map((words) => h("p", {}, words)),
      ],
    ),
  );
  exercise.begin();
}

/**
 * @param {string} game
 * @param {number} current
 * @param {number} all
 */
function steps(game, current, all) {
  return h(
    "nav",
    { class: "steps", "aria-label": t("learn.steps") },
    Array.from({ length: all }, (_, number) =>
      h("a", {
        href: `#/learn/${game}/${number}`,
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
  fill(
    main,
    textPage(
      title,
      t("learn.words"),
      gameTiles(
        "#/learn",
        lessons.map((lesson) => {
          const done = preference(`lesson.${lesson.game}`, 0);
          const entry = games.find(({ name }) => name === lesson.game);
          return {
            name: lesson.game,
            title: entry?.title ?? lesson.title,
            picture: entry?.picture ?? "",
            note: done
              ? t("learn.step-of", { n: done + 1, all: lesson.steps })
              : t("learn.amount", { n: lesson.steps }),
          };
        }),
      ),
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
