/**
 * The board editor: paint a position, then analyse it or play on from it.
 *
 * @module
 */

import { boardPlan, catalogue, gameEntry, position as fetchPosition } from "../api.js";
import { fill, h, refill } from "../dom.js";
import { t } from "../language.js";
import { button, choice, selection, sign } from "../parts/controls.js";
import { boardTable, gameTiles, textPage } from "../parts/layout.js";
import { analysisAddress, lineFrom } from "../parts/loading.js";
import { complain } from "../parts/notices.js";
import { Stage } from "../parts/stage.js";
import { describe, sizeName } from "../parts/words.js";

/** @typedef {Required<import("../types.js").EditedBoard>} EditedBoard */
/** @typedef {import("../types.js").GameEntry} GameEntry */
/** @typedef {import("../types.js").Position} Position */

export const title = t("edit.title");

const PHASES = { placing: t("edit.phase.placing"), moving: t("edit.phase.moving") };

/** @type {import("../app.js").View} */
export async function show({ rest: [name], query, main, left }) {
  if (!name) return choose(main, left);
  const entry = await gameEntry(name);
  if (!entry.editable) throw new Error(t("edit.impossible", { title: entry.title }));
  const begun = await fetchPosition(lineFrom(entry, query));
  const plan = await boardPlan(name, begun.size);
  if (left()) return;
  const desk = new Desk(entry, plan, begun);
  fill(main, desk.element);
  desk.draw();
}

/**
 * @param {HTMLElement} main
 * @param {() => boolean} left
 */
async function choose(main, left) {
  const { games } = await catalogue();
  if (left()) return;
  const offered = games.filter(({ editable }) => editable);
  fill(main, textPage(t("door.edit"), t("edit.which"), gameTiles("#/edit", offered)));
}

class Desk {
  /** The position as the server reads it; null while it is impossible. @type {Position | null} */
  valid;

  /**
   * @param {GameEntry} entry
   * @param {import("../types.js").Board} plan
   * @param {Position} position
   */
  constructor(entry, plan, position) {
    this.entry = entry;
    this.plan = plan;
    this.valid = position;
    this.shown = position;
    this.board = editedFrom(position);
    /** A colour, or "" to take away. */
    this.brush = entry.players[0].colour;
    this.stage = new Stage({
      label: t("edit.board", { title: entry.title }),
      onPlace: (place) => this.#paint(place),
    });
    this.verdict = h("div", { role: "status" });
    this.text = h("textarea", { readonly: true, "aria-label": t("edit.text.label"), rows: 8 });
    this.form = h("div", { class: "sheet padded" });
    this.goals = h("div", { class: "row" });
    this.element = boardTable(
      this.stage.element,
      h("h1", { class: "panel-title" }, t("edit.heading", { title: entry.title })),
      this.form,
      this.verdict,
      this.goals,
      h("div", { class: "tools" }, ...this.stage.tools),
      h("details", {}, h("summary", {}, t("edit.text")), this.text),
    );
    this.#drawForm();
  }

  /** @param {number} place */
  #paint(place) {
    const { owners } = this.board;
    if (this.brush === "" || owners[place] === this.brush) delete owners[place];
    else owners[place] = this.brush;
    if (this.plan.clickable === "edges") this.#settleCells(place);
    this.#change({});
  }

  /** A cell belongs to whoever claims its last edge. @param {number} edge */
  #settleCells(edge) {
    for (const cell of this.plan.edges[edge]?.cells ?? []) {
      const ring = this.plan.edges.filter(({ cells }) => cells.includes(cell));
      if (!ring.every(({ id }) => this.board.owners[id])) delete this.board.cells[cell];
      else if (this.brush) this.board.cells[cell] = this.brush;
    }
  }

  /** @param {Partial<EditedBoard>} change */
  #change(change) {
    Object.assign(this.board, change);
    this.#drawForm();
    this.draw();
    this.#check().catch(complain);
  }

  /** Ask the server whether such a position is possible. */
  async #check() {
    const asked = JSON.stringify(this.board);
    const { game, size } = this.shown;
    try {
      const read = await fetchPosition({ game, size, board: JSON.parse(asked) });
      if (asked === JSON.stringify(this.board)) this.valid = this.shown = read;
      this.problem = "";
    } catch (error) {
      if (asked === JSON.stringify(this.board)) this.valid = null;
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.draw();
  }

  problem = "";

  draw() {
    const { owners, cells, stage } = this.board;
    const { phase } = this.shown;
    const shrunk = phase && { ...phase, ...this.plan.stages[stage], zone: [] };
    /** @type {Position} */
    const position = {
      ...this.shown,
      owners,
      cells,
      last: null,
      path: [],
      legal: [],
      phase: shrunk,
    };
    this.stage.show({ position, mover: this.brush }).catch(complain);
    fill(
      this.verdict,
      h(
        "p",
        { class: `notice ${this.valid ? "" : "problem"}` },
        this.valid ? this.#standing(this.valid) : this.problem,
      ),
    );
    this.text.value = this.valid?.text ?? "";
    const start = this.valid?.text;
    fill(
      this.goals,
      start &&
        button(
          "analyse",
          t("analyse"),
          () => (location.hash = analysisAddress(this.entry.name, start, [])),
          "primary",
        ),
      start &&
        !this.valid?.ending &&
        button(
          "play",
          t("play.from-here"),
          () => (location.hash = `#/new/${this.entry.name}?${new URLSearchParams({ start })}`),
        ),
    );
  }

  /** Who is to move or has won, and how many they have. @param {Position} position */
  #standing(position) {
    const { players, shows_score: counts } = this.entry;
    const has = players.map(({ colour, name }) => `${name} ${position.score[colour] ?? 0}`);
    return counts ? `${describe(position)} · ${has.join(", ")}` : describe(position);
  }

  #drawForm() {
    const { entry, board } = this;
    const brushes = [
      ...entry.players.map(({ colour, name }) => ({ value: colour, label: [sign(colour), name] })),
      { value: "", label: t("edit.take-away") },
    ];
    const turns = entry.players.map(({ colour, name }) => ({
      value: colour,
      label: [sign(colour), name],
    }));
    const sizes = entry.sizes.map((size) => ({ value: size, label: sizeName(size) }));
    refill(
      this.form,
      choice(t("edit.put"), brushes, this.brush, (brush) => {
        this.brush = brush;
        this.draw();
      }),
      choice(t("edit.turn"), turns, board.turn ?? entry.players[0].colour, (turn) =>
        this.#change({ turn }),
      ),
      entry.phases.length > 0 && this.#phaseFields(),
      sizes.length > 1 &&
        selection(
          t("board.size"),
          sizes,
          this.shown.size,
          (size) => (location.hash = `#/edit/${entry.name}?size=${size}`),
        ),
      h(
        "div",
        { class: "row" },
        button(
          "trash",
          t("edit.clear"),
          () => this.#change({ owners: {}, cells: {}, turns: null }),
          "small",
        ),
      ),
    );
  }

  #phaseFields() {
    const { board, entry, plan } = this;
    const phases = entry.phases.map((value) => ({ value, label: PHASES[value] }));
    const stages = plan.stages.map(({ title: label }, stage) => ({ value: String(stage), label }));
    const turns = h("input", {
      type: "number",
      min: "0",
      value: board.turns ?? "",
      placeholder: t("edit.turns.few"),
      onchange: () => this.#change({ turns: turns.value === "" ? null : Number(turns.value) }),
    });
    return [
      choice(t("edit.phase"), phases, board.phase ?? "moving", (phase) =>
        this.#change({ phase: phase === "placing" ? "placing" : "moving", turns: null }),
      ),
      stages.length > 0 &&
        choice(t("edit.stage"), stages, String(board.stage), (stage) =>
          this.#change({ stage: Number(stage), turns: null }),
        ),
      h("label", { class: "field" }, h("span", {}, t("edit.turns")), turns),
    ];
  }
}

/** @param {Position} position @returns {EditedBoard} */
function editedFrom({ owners, cells, turn, phase }) {
  return {
    owners: { ...owners },
    cells: { ...cells },
    turn,
    turns: phase?.turns ?? null,
    phase: phase?.name ?? null,
    stage: phase?.stage ?? 0,
  };
}
