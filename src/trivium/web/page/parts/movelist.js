/**
 * The moves of a game, two columns for the two players, with variations below the move they
 * replace. A move that gives another turn stays in its player's column.
 *
 * @module
 */

import { h, refill } from "../dom.js";
import { t } from "../language.js";
import { sideName } from "./controls.js";

/** @typedef {import("../tree.js").Tree} Tree */
/** @typedef {import("../tree.js").Node} TreeNode */

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class MoveList {
  /**
   * @param {string[]} colours first the one who begins
   * @param {(node: TreeNode) => void} onGo
   */
  constructor(colours, onGo) {
    this.colours = colours;
    this.onGo = onGo;
    this.element = h("ol", { class: "moves", "aria-label": t("moves"), tabindex: "0" });
    /** @type {TreeNode | null} */
    this.current = null;
    new ResizeObserver(() => this.#scroll()).observe(this.element);
  }

  /**
   * @param {Tree} tree
   * @param {TreeNode} current
   */
  show(tree, current) {
    this.current = current;
    const main = tree.main().slice(1);
    refill(
      this.element,
      main.length ? this.#rows(main) : h("li", { class: "no-moves soft small" }, t("moves.none")),
    );
    this.#scroll();
  }

  /** Keep the current move in sight, without moving the page. */
  #scroll() {
    const marked = this.element.querySelector("[aria-current]");
    if (!(marked instanceof HTMLElement)) {
      this.element.scrollTop = 0;
      return;
    }
    const [box, list] = [marked.getBoundingClientRect(), this.element.getBoundingClientRect()];
    if (box.top < list.top) this.element.scrollTop -= list.top - box.top + 8;
    if (box.bottom > list.bottom) this.element.scrollTop += box.bottom - list.bottom + 8;
    if (box.left < list.left) this.element.scrollLeft -= list.left - box.left + 8;
    if (box.right > list.right) this.element.scrollLeft += box.right - list.right + 8;
  }

  /** @param {TreeNode[]} nodes */
  #rows(nodes) {
    /** @type {HTMLElement[]} */
    const rows = [];
    let number = 0;
    /** @type {{row: HTMLElement, cells: HTMLElement[], side: number} | null} */
    let open = null;
    for (const node of nodes) {
      const side = this.colours.indexOf(node.by);
      if (!open || side < open.side) {
        const isNew = side === 0 || number === 0;
        if (isNew) number++;
        const cells = [h("span", { class: "move-cell" }), h("span", { class: "move-cell" })];
        const row = h(
          "li",
          { class: "move-row" },
          h("span", { class: "move-number" }, number),
          cells,
        );
        if (side === 1) cells[0]?.append(h("span", { class: "soft" }, "…"));
        rows.push(row);
        open = { row, cells, side };
      }
      open.side = side;
      open.cells[side]?.append(this.#move(node));
      const others = node.parent?.children.slice(1) ?? [];
      if (others.length) {
        rows.push(
          h(
            "li",
            { class: "variations" },
            others.map((other) => this.#variation(other)),
          ),
        );
        open = null;
      }
    }
    return rows;
  }

  /** A variation as running text, with its own variations in brackets. @param {TreeNode} from */
  #variation(from) {
    /** @type {Node[]} */
    const parts = [];
    for (let node = /** @type {TreeNode | undefined} */ (from); node; node = node.children[0]) {
      parts.push(this.#move(node, true));
      for (const other of node === from ? [] : (node.parent?.children.slice(1) ?? [])) {
        parts.push(h("span", { class: "aside" }, "(", this.#variation(other), ")"));
      }
    }
    return h("span", { class: "variation" }, parts);
  }

  /**
   * @param {TreeNode} node
   * @param {boolean} [signed] whether it must say whose move it is
   */
  #move(node, signed = false) {
    const judgement = node.review?.judgement;
    const remark =
      judgement && judgement in SIGNS ? SIGNS[/** @type {keyof typeof SIGNS} */ (judgement)] : "";
    return h(
      "button",
      {
        type: "button",
        class: `move ${judgement ?? ""}`,
        "aria-current": node === this.current ? "step" : null,
        title: node.review?.text || null,
        onclick: () => this.onGo(node),
      },
      signed &&
        h("span", { class: `sign tiny ${node.by}`, role: "img", "aria-label": sideName(node.by) }),
      node.move?.text ?? "",
      remark && h("span", { class: "remark" }, remark),
    );
  }
}
