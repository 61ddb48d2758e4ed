/**
 * A game with its variations. Each node is a position and the move that led to it; its first
 * child continues the main line, the others are variations.
 *
 * @module
 */

/** @typedef {import("./types.js").Move} Move */

/**
 * @typedef {object} Node
 * @property {number} id
 * @property {number} ply
 * @property {Move | null} move  null at the root
 * @property {string} by  the colour that made the move
 * @property {Node | null} parent
 * @property {Node[]} children
 * @property {import("./types.js").ReviewedMove | null} review
 * @property {import("./types.js").Score | null} score
 */

export class Tree {
  #made = 0;

  /** @param {import("./types.js").Line} start where the game begins */
  constructor(start) {
    this.start = start;
    this.root = this.#node(null, "", null);
  }

  /**
   * @param {Move | null} move
   * @param {string} by
   * @param {Node | null} parent
   * @returns {Node}
   */
  #node(move, by, parent) {
    const ply = parent ? parent.ply + 1 : 0;
    return { id: this.#made++, ply, move, by, parent, children: [], review: null, score: null };
  }

  /**
   * The node that a move leads to, made if it is new.
   *
   * @param {Node} from
   * @param {Move} move
   * @param {string} by
   */
  add(from, move, by) {
    const known = from.children.find((child) => child.move?.code === move.code);
    if (known) return known;
    const node = this.#node(move, by, from);
    from.children.push(node);
    return node;
  }

  /** The nodes from the first move to this one. @param {Node} node @returns {Node[]} */
  path(node) {
    const way = [];
    for (let at = node; at.parent; at = at.parent) way.unshift(at);
    return way;
  }

  /** The nodes that follow, along first children. @param {Node} node @returns {Node[]} */
  follow(node) {
    const way = [];
    for (let at = node.children[0]; at; at = at.children[0]) way.push(at);
    return way;
  }

  /** The main line, the root first. */
  main() {
    return [this.root, ...this.follow(this.root)];
  }

  /** The position of a node, as the server wants it. @param {Node} node */
  line(node) {
    return { ...this.start, moves: this.path(node).map(({ move }) => move?.text ?? "") };
  }

  /** Make the way to a node the main line. @param {Node} node */
  promote(node) {
    for (const step of this.path(node)) {
      const siblings = step.parent?.children ?? [];
      siblings.splice(siblings.indexOf(step), 1);
      siblings.unshift(step);
    }
  }

  /** Remove a node and what follows; returns where it was. @param {Node} node */
  remove(node) {
    const siblings = node.parent?.children ?? [];
    siblings.splice(siblings.indexOf(node), 1);
    return node.parent ?? this.root;
  }
}

/**
 * The tree of a game without variations.
 *
 * @param {import("./types.js").Line} start
 * @param {import("./types.js").PlayedMove[]} moves
 */
export function treeOf(start, moves) {
  const tree = new Tree(start);
  moves.reduce((node, move) => tree.add(node, move, move.by), tree.root);
  return tree;
}
