// @ts-check
"use strict";
// A search tree: its nodes, which of them are unfolded, and where each is drawn.

const NODE_GAP = 14, PLY_GAP = 44;
/** The value of a won game on the scale of estimates. */
const WIN_VALUE = 1000000;

/** Whether an algorithm has windows and cutoffs. @param {Tree.Tree} tree */
const hasPruning = tree => tree.algorithm.endsWith("alphabeta");

class TreeModel {
  /** The nodes that are drawn. @type {Tree.Node[]} */
  visible = [];
  left = 0;
  right = 0;
  height = 0;

  /**
   * @param {Tree.Tree} tree
   * @param {Tree.Board} board
   * @param {boolean} [hasWindows] whether nodes leave room for their window; minimax beside
   *   alpha-beta does, so that both have nodes of one height
   */
  constructor(tree, board, hasWindows = hasPruning(tree)) {
    this.tree = tree;
    /** Whether values are for the side to move. */
    this.isNegamax = tree.algorithm.startsWith("negamax");
    this.nodes = tree.nodes;
    this.steps = tree.visited;
    this.cell = Math.min(18, Math.max(9, 60 / Math.max(board.width, board.height)));
    this.boardWidth = board.width * this.cell;
    this.boardHeight = board.height * this.cell;
    this.nodeHeight = this.boardHeight + 20 + (hasWindows ? 45 : 30);
    /** The node visited at each step, for those in the page. @type {(number | undefined)[]} */
    this.byVisit = [];
    /** @type {number[]} */
    const values = [];
    this.nodes.forEach((node, id) => {
      const parent = this.parentOf(node);
      Object.assign(node, { id, children: [], ply: parent ? parent.ply + 1 : 0 });
      if (parent) parent.children.push(id);
      if (node.visit !== undefined) this.byVisit[node.visit] = id;
      // Wins are off the scale of estimates.
      if (node.value !== undefined && Math.abs(node.value) < WIN_VALUE) values.push(node.value);
    });
    this.minValue = values.reduce((a, b) => Math.min(a, b), 0);
    this.maxValue = values.reduce((a, b) => Math.max(a, b), 0);
    this.nodeWidth = Math.max(60, this.boardWidth, this.maxTextWidth()) + 20;
    this.unfoldToWidth(Infinity);
  }

  /** @param {Tree.Node} node */
  parentOf(node) { return node.parent === undefined ? undefined : this.nodes[node.parent]; }

  /** Returns the width of the longest text under a board, in either language. */
  maxTextWidth() {
    const context = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
    context.font = "11px system-ui, 'DejaVu Sans', sans-serif";
    const texts = hasPruning(this.tree)
      ? ["[" + this.formatValue(this.minValue) + ", " + this.formatValue(this.maxValue) + "]"] : [];
    for (const outcome of new Set(this.nodes.map(node => node.outcome))) {
      if (outcome) for (const language of [0, 1]) texts.push(outcomeText({ outcome, value: 1 }, language));
    }
    return Math.max(0, ...texts.map(text => context.measureText(text).width));
  }

  /** Unfolds the principal variation and as many nodes as are readable in a width. @param {number} width */
  unfoldToWidth(width) {
    const end = this.nodes.reduce((last, node) => node.best ? node.id : last, 0);
    for (const limit of [24, 16, 10, 6, 1]) {
      this.unfold(limit);
      this.layOut();
      this.reveal(end);
      if (this.right - this.left <= width) break;
    }
  }

  /** Unfolds breadth first as long as no more than `limit` nodes are visible. @param {number} limit */
  unfold(limit) {
    let count = 1;
    for (const node of this.nodes) {
      const parent = this.parentOf(node);
      node.inside = parent !== undefined && (parent.folded || parent.inside);
      node.folded = node.children.length > 0 && (count + node.children.length > limit || node.inside);
      if (!node.folded) count += node.children.length;
    }
  }

  /** Unfolds all ancestors of a node. @param {number} id */
  reveal(id) {
    let changed = false;
    for (let node = this.parentOf(this.nodes[id]); node; node = this.parentOf(node)) {
      if (node.folded) { node.folded = false; changed = true; }
    }
    if (changed) this.layOut();
  }

  /** Folds a node, or unfolds its children. @param {number} id */
  toggle(id) {
    const node = this.nodes[id];
    if (node.children.length === 0) return;
    node.folded = !node.folded;
    if (!node.folded) for (const child of node.children) this.nodes[child].folded = this.nodes[child].children.length > 0;
    this.layOut();
  }

  /**
   * Places the visible nodes: parents above the middle of their children, subtrees as close
   * as their outlines allow. In the list, children come after their parents.
   */
  layOut() {
    this.visible = [];
    for (const node of this.nodes) {
      const parent = this.parentOf(node);
      node.visible = parent === undefined || (parent.visible && !parent.folded);
      if (node.visible) this.visible.push(node);
    }
    const half = this.nodeWidth / 2;
    for (let i = this.visible.length - 1; i >= 0; i--) {
      const node = this.visible[i];
      const children = node.folded ? [] : node.children.map(id => this.nodes[id]);
      /** The left and right end of the children's subtrees in each row. @type {[number, number][]} */
      const merged = [];
      for (const child of children) {
        let shift = 0;
        for (let row = 0; row < Math.min(merged.length, child.outline.length); row++) {
          shift = Math.max(shift, merged[row][1] - child.outline[row][0] + NODE_GAP);
        }
        child.offset = shift;
        child.outline.forEach(([left, right], row) => {
          const ends = merged[row];
          if (ends) { ends[0] = Math.min(ends[0], left + shift); ends[1] = Math.max(ends[1], right + shift); }
          else merged.push([left + shift, right + shift]);
        });
        child.outline = [];
      }
      const middle = children.length ? (children[0].offset + children[children.length - 1].offset) / 2 : 0;
      for (const child of children) child.offset -= middle;
      node.outline = [[-half, half]];
      for (const [left, right] of merged) node.outline.push([left - middle, right - middle]);
    }
    const { outline } = this.visible[0];
    this.left = Math.min(...outline.map(row => row[0]));
    this.right = Math.max(...outline.map(row => row[1]));
    this.height = outline.length * (this.nodeHeight + PLY_GAP) - PLY_GAP;
    for (const node of this.visible) {
      const parent = this.parentOf(node);
      node.x = parent === undefined ? 0 : parent.x + node.offset;
      node.y = node.ply * (this.nodeHeight + PLY_GAP);
    }
  }

  /** Returns the steps at which the search enters a node of the page. */
  stops() { return this.nodes.flatMap(node => node.visit === undefined ? [] : [node.visit + 1]); }

  // What is known after a number of steps.

  /** @param {Tree.Node} node @param {number} step */
  isVisited(node, step) { return node.visit !== undefined && node.visit < step; }

  /** @param {Tree.Node} node @param {number} step */
  isDone(node, step) { return node.until !== undefined && node.until < step; }

  /** @param {Tree.Node} node @param {number} step */
  isCutOff(node, step) {
    const parent = this.parentOf(node);
    return node.visit === undefined && parent !== undefined && this.isDone(parent, step);
  }

  /**
   * Returns the node the search is at; if that is not in the page, the last one before it.
   * @param {number} step
   */
  currentNode(step) {
    for (let visit = Math.min(step, this.steps) - 1; visit > 0; visit--) {
      const id = this.byVisit[visit];
      if (id !== undefined) return id;
    }
    return 0;
  }

  /**
   * Returns alpha and beta on entry to a node.
   * @param {Tree.Node} node
   * @returns {[number, number] | null}
   */
  entryWindow(node) {
    return node.window ? [node.window[0] ?? -Infinity, node.window[1] ?? Infinity] : null;
  }

  /**
   * Returns alpha and beta of a node as narrowed by the children searched so far, including
   * those that are not in the page.
   * @param {Tree.Node} node
   * @param {number} step
   * @returns {[number, number] | null}
   */
  windowAt(node, step) {
    const entry = this.entryWindow(node);
    if (!entry) return null;
    let [alpha, beta] = entry;
    /** @param {number} value */
    const narrow = value => {
      if (this.isNegamax) alpha = Math.max(alpha, -value);
      else if (node.turn === 0) alpha = Math.max(alpha, value);
      else beta = Math.min(beta, value);
    };
    for (const id of node.children) {
      const { value } = this.nodes[id];
      if (value !== undefined && this.isDone(this.nodes[id], step)) narrow(value);
    }
    for (const [until, value] of node.others || []) if (until < step) narrow(value);
    return [alpha, beta];
  }

  /** Returns a value with its sign. @param {number} value */
  formatValue(value) {
    const sign = value > 0 ? "+" : value < 0 ? "−" : "";
    const size = Math.abs(value);
    if (size === Infinity) return sign + "∞";
    if (this.tree.scale === "results") return sign + size;
    return size >= WIN_VALUE ? sign + "1" : sign + (size / 100).toFixed(2);
  }

  /** Returns the value of a node, or its bound. @param {Tree.Node} node */
  formatNodeValue(node) {
    const bound = node.bound === "lower" ? "≥ " : node.bound === "upper" ? "≤ " : "";
    return bound + this.formatValue(node.value ?? 0);
  }
}
