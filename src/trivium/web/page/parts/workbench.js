/**
 * The analysis table: a board one can try things on, the engine beside it, all moves with their
 * variations, and the review of the game.
 *
 * @module
 */

import {
  boardPlan,
  nimbers as fetchNimbers,
  position as fetchPosition,
  writeRecord,
} from "../api.js";
import { fill, h, refill } from "../dom.js";
import { t } from "../language.js";
import { prefer, preference } from "../store.js";
import { askForText } from "./asking.js";
import { button, moveField, sign, toggle, tool } from "./controls.js";
import { address } from "./dialog.js";
import { Engine } from "./engine.js";
import { EvalBar } from "./evalbar.js";
import { Graph } from "./graph.js";
import { boardTable } from "./layout.js";
import { analysisAddress } from "./loading.js";
import {
  bestMarks,
  featureMarks,
  featureWords,
  moveMark,
  nimberMarks,
  valueMarks,
} from "./marks.js";
import { Mistakes } from "./mistakes.js";
import { MoveList } from "./movelist.js";
import { announce, complain, note } from "./notices.js";
import { Reviewer } from "./reviewer.js";
import { showSharing } from "./sharing.js";
import { moveSound } from "./sound.js";
import { specialMoves } from "./specials.js";
import { Stage } from "./stage.js";
import { describe, howItEnded, whatHappened } from "./words.js";

/** @typedef {import("../tree.js").Tree} Tree */
/** @typedef {import("../tree.js").Node} TreeNode */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Move} Move */

/**
 * What is known of a game beside its moves.
 *
 * @typedef {object} Known
 * @property {string[]} names  of the players; none if they are not known
 * @property {import("../types.js").Ending | null} ending  also if the rules do not tell it
 */

export class Workbench {
  /** @type {Position | null} */
  position = null;

  /**
   * @param {import("../types.js").GameEntry} entry
   * @param {Tree} tree
   * @param {Known & {isLinked: boolean}} known `isLinked` if the address has to follow the line
   */
  constructor(entry, tree, { names, ending, isLinked }) {
    this.isLinked = isLinked;
    this.entry = entry;
    this.tree = tree;
    this.current = tree.root;
    this.ending = ending;
    this.end = tree.main().at(-1);
    const { analyst } = entry;
    const colours = entry.players.map(({ colour }) => colour);
    this.stage = new Stage({
      label: t("analyse.board", { title: entry.title }),
      onMove: (move) => this.try([move]),
    });
    this.bar = new EvalBar(colours);
    this.graph = new Graph((ply) => this.go(this.tree.main()[ply] ?? this.tree.root));
    this.moves = new MoveList(colours, (node) => this.go(node));
    this.engine = new Engine(
      colours,
      () => this.#news(),
      (moves) => this.try(moves),
    );
    this.reviewer = new Reviewer(
      entry,
      () => this.#reviewed(),
      (mistakes) => this.#learn(mistakes),
    );
    this.status = h("p", { class: "notice turn", role: "status" });
    this.specials = h("div", { class: "row" });
    this.legend = h("ul", { class: "legend small soft" });
    this.remark = h("div", { class: "remarks" });
    this.typed = moveField((text) => this.#type(text));
    this.tools = h("div", {
      class: "browse",
      role: "toolbar",
      "aria-label": t("game.browse"),
    });
    this.shows = {
      best: true,
      values: true,
      features: true,
      nimbers: false,
      ...preference("shows", {}),
    };
    /** @type {import("../types.js").Nimbers | null} */
    this.nimbers = null;
    this.keys = this.#key.bind(this);
    document.addEventListener("keydown", this.keys);
    this.element = boardTable(
      [
        analyst
          ? h("div", { class: "bar-and-stage" }, this.bar.element, this.stage.element)
          : this.stage.element,
        this.graph.element,
      ],
      h("h1", { class: "unseen" }, t("analyse.board", { title: entry.title })),
      names.length ? this.#players(names, ending) : null,
      analyst && this.engine.element,
      this.status,
      this.specials,
      this.remark,
      h("div", { class: "sheet moves-sheet" }, this.moves.element, this.tools),
      this.#layers(),
      this.legend,
      analyst && this.reviewer.element,
      this.#actions(),
    );
    this.element.classList.add("bench");
  }

  leave() {
    this.engine.close();
    this.reviewer.close();
    document.removeEventListener("keydown", this.keys);
  }

  /** Who played, and how it ended. @param {string[]} names @param {Known["ending"]} ending */
  #players(names, ending) {
    return h(
      "div",
      { class: "row names" },
      this.entry.players.map(({ colour }, seat) =>
        h("strong", { class: "row" }, sign(colour), names[seat]),
      ),
      ending && h("span", { class: "small soft" }, howItEnded(ending)),
      ending && !ending.text.includes(ending.reason) && wholeReason(ending.reason),
    );
  }

  /** Choose what the board shows. */
  #layers() {
    const layer = (
      /** @type {"best" | "values" | "features" | "nimbers"} */ name,
      /** @type {string} */ words,
    ) =>
      toggle(words, this.shows[name], (on) => {
        this.shows[name] = on;
        prefer("shows", this.shows);
        this.#draw();
        this.#count();
      });
    const { analyst, margins, features, nimbers } = this.entry;
    this.valuesLayer = layer("values", t("analyse.values"));
    return h(
      "div",
      { class: "row layers" },
      analyst && layer("best", t("analyse.best")),
      margins && this.valuesLayer,
      features && layer("features", features),
      nimbers && layer("nimbers", t("analyse.nimbers")),
      // Other games have values on boards that are wholly solved: it keeps its place until then.
      analyst && !margins && this.valuesLayer,
    );
  }

  #actions() {
    return h(
      "div",
      { class: "tools" },
      ...this.stage.tools,
      this.entry.editable &&
        tool(
          "edit",
          t("analyse.edit"),
          () =>
            this.position &&
            (location.hash = `#/edit/${this.entry.name}?${new URLSearchParams({ start: this.position.text })}`),
          t("analyse.edit.short"),
        ),
      tool(
        "play",
        t("play.from-here"),
        () =>
          this.position &&
          (location.hash = `#/new/${this.entry.name}?${new URLSearchParams({ start: this.position.text })}`),
        t("analyse.play.short"),
      ),
      tool("share", t("share.title"), () => this.#share(), t("share.short")),
      tool("upload", t("open.title"), askForText, t("analyse.open.short")),
    );
  }

  // Going through the game.

  /** @param {TreeNode} node */
  async go(node) {
    const address = location.hash;
    const isStep = node.parent === this.current;
    this.current = node;
    this.moves.show(this.tree, node);
    this.#drawTools();
    this.#drawGraph();
    this.#drawRemark();
    const line = this.tree.line(node);
    const position = await fetchPosition(line).catch(complain);
    if (!position || this.current !== node) return;
    if (isStep) moveSound(position);
    this.position = position;
    this.nimbers = null;
    this.#count();
    const ending = position.ending ?? (node === this.end ? this.ending : null);
    const words = ending ? howItEnded(ending) : describe(position);
    fill(this.status, sign((ending ? ending.winner : position.turn) ?? ""), words);
    this.#offer(position).catch(complain);
    announce(`${whatHappened(position, this.entry)} ${words}`);
    if (this.entry.analyst) this.engine.look(line);
    this.#draw();
    // Somebody who has gone to another view meanwhile must not be called back.
    if (this.isLinked && location.hash === address) history.replaceState(null, "", this.#link());
  }

  /** Play moves on the board; new ones become a variation. @param {Move[]} moves */
  async try(moves) {
    let node = this.current;
    for (const move of moves) {
      const { turn } = await fetchPosition(this.tree.line(node));
      if (!turn) break;
      node = this.tree.add(node, move, turn);
    }
    await this.go(node);
  }

  /** @param {string} text */
  #type(text) {
    const move = this.position?.legal.find((legal) => legal.text === text.toLowerCase());
    if (move) this.try([move]);
    else note(t("analyse.impossible", { move: text }), "problem");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const typing =
      event.target instanceof Element &&
      event.target.closest("input, textarea, select, dialog, .board");
    if (typing || event.altKey || event.ctrlKey || event.metaKey || !this.element.isConnected)
      return;
    const siblings = this.current.parent?.children ?? [];
    const beside = (/** @type {number} */ step) => siblings[siblings.indexOf(this.current) + step];
    const goal = {
      ArrowLeft: this.current.parent,
      ArrowRight: this.current.children[0],
      ArrowUp: beside(-1),
      ArrowDown: beside(1),
      Home: this.tree.root,
      End: this.tree.follow(this.current).at(-1),
    }[event.key];
    if (event.key === "f") this.stage.turn(1);
    if (!goal) return;
    event.preventDefault();
    this.go(goal);
  }

  // Drawing.

  /** The engine has something new. */
  #news() {
    const score = this.engine.known?.score;
    if (score && (score.exact || !this.current.score?.exact)) this.current.score = score;
    this.#draw();
    this.#drawGraph();
  }

  #draw() {
    if (!this.position) return;
    const analysis = this.engine.known;
    this.bar.show(analysis?.score ?? this.current.score);
    const nimbers = this.shows.nimbers ? this.nimbers : null;
    const words = this.shows.features ? featureWords(this.position, this.entry) : [];
    if (nimbers?.text) words.push(["nimber-key", nimbers.text]);
    fill(
      this.legend,
      words.map(([kind, text]) => h("li", {}, h("span", { class: `key ${kind}` }), text)),
    );
    const values = nimbers?.moves.length
      ? nimberMarks(nimbers)
      : this.shows.values
        ? valueMarks(analysis, this.position)
        : [];
    const hasValues = this.entry.margins || Boolean(analysis?.values.length);
    this.valuesLayer?.classList.toggle("waits", !hasValues);
    const better = this.current.review?.better;
    const marks = [
      ...(this.shows.features ? featureMarks(this.position) : []),
      ...(this.shows.best && !values.length ? bestMarks(analysis) : []),
      ...values,
      ...(better && this.#isMistake() && !this.engine.on ? moveMark(better, "better") : []),
    ];
    this.stage.show({ position: this.position, legal: this.position.legal, marks }).catch(complain);
  }

  /** Ask for the nimbers of this position, if they are shown and not known yet. */
  async #count() {
    const node = this.current;
    if (!this.entry.nimbers || !this.shows.nimbers || this.nimbers) return;
    const found = await fetchNimbers(this.tree.line(node)).catch(complain);
    if (!found || this.current !== node) return;
    this.nimbers = found;
    this.#draw();
  }

  /** Offer the moves that cannot be pointed at on the board. @param {Position} position */
  async #offer(position) {
    const plan = await boardPlan(position.game, position.size);
    if (this.position !== position) return;
    refill(
      this.specials,
      specialMoves(plan, position).flatMap(({ code, title }) => {
        const move = position.legal.find((legal) => legal.code === code);
        return move ? [button("swap", title, () => this.try([move]))] : [];
      }),
    );
  }

  #isMistake() {
    return ["inaccuracy", "mistake", "blunder"].includes(this.current.review?.judgement ?? "");
  }

  #drawTools() {
    const { current, tree } = this;
    const onMain = tree.main().includes(current);
    refill(
      this.tools,
      tool("first", t("game.first"), () => this.go(tree.root)),
      tool("previous", t("game.previous"), () => this.go(current.parent ?? current)),
      tool("next", t("game.next"), () => this.go(current.children[0] ?? current)),
      tool("last", t("game.last"), () => this.go(tree.follow(current).at(-1) ?? current)),
      h("span", { class: "gap" }),
      this.typed,
      !onMain &&
        tool("up", t("analyse.promote"), () => {
          tree.promote(current);
          this.go(current);
        }),
      current !== tree.root &&
        tool("trash", t("analyse.delete"), () => this.go(tree.remove(current))),
    );
  }

  /** What the review says about the move that led here. */
  #drawRemark() {
    const { review } = this.current;
    const better = review?.line ?? [];
    fill(
      this.remark,
      review?.text
        ? h(
            "div",
            { class: `notice remark-box ${review.judgement}` },
            h(
              "div",
              {},
              h("p", {}, review.text),
              ...(review.why ?? []).map((words) => h("p", { class: "why small" }, words)),
            ),
            this.#isMistake() &&
              better.length > 0 &&
              button("analyse", t("analyse.better"), () => this.#showBetter(better), "small"),
          )
        : null,
    );
  }

  /** @param {Move[]} line */
  async #showBetter(line) {
    this.current = this.current.parent ?? this.current;
    await this.try(line.slice(0, 1));
    const first = this.current;
    await this.try(line.slice(1));
    await this.go(first);
  }

  #drawGraph() {
    const main = this.tree.main();
    const line = main.flatMap(({ ply, score, review }) =>
      score
        ? [{ ply, bar: score.bar, text: review?.text || score.text, judgement: review?.judgement }]
        : [],
    );
    const at = main.indexOf(this.current);
    const expected = this.engine.on && this.entry.analyst !== null;
    this.graph.show(line, main.length - 1, at < 0 ? this.current.ply : at, expected);
    this.reviewer.offer(this.tree);
  }

  /** The review has got further. */
  #reviewed() {
    this.moves.show(this.tree, this.current);
    this.#drawGraph();
    this.#drawRemark();
    this.#draw();
  }

  /** Put mistakes on the board instead of the game, and come back to it. @param {TreeNode[]} nodes */
  #learn(nodes) {
    this.engine.look(null);
    const mistakes = new Mistakes(this.entry, this.tree, nodes, () => {
      mistakes.element.replaceWith(this.element);
      this.go(this.current);
    });
    this.element.replaceWith(mistakes.element);
  }

  // Taking it away.

  /** The moves of the line that is looked at, from beginning to end. */
  #way() {
    const nodes = [...this.tree.path(this.current), ...this.tree.follow(this.current)];
    return nodes.map(({ move }) => move?.text ?? "");
  }

  /** A link to that line. */
  #link() {
    const { game, size, start } = this.tree.start;
    const more = { size: size ?? undefined, at: this.current.ply };
    return analysisAddress(game, start ?? null, this.#way(), more);
  }

  #share() {
    const { start } = this.tree;
    const whole = { ...start, moves: this.#way() };
    const link = this.#link();
    showSharing({
      links: [[t("analyse.link"), address(`/${link}`)]],
      embedded: link.replace("#/analyse/", ""),
      line: this.tree.line(this.current),
      whole,
      record: () => writeRecord(whole),
    }).catch(complain);
  }
}

/** All that is known of why a game ended, such as a traceback. @param {string} reason */
function wholeReason(reason) {
  return h(
    "details",
    { class: "small reason" },
    h("summary", {}, t("reason.all")),
    h("pre", {}, reason),
  );
}
