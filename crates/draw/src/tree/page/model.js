"use strict";
// A tree: its nodes, what of it is unfolded, and where each node goes.

const NODE_GAP = 14, PLY_GAP = 44;
// What a won game is worth among estimates.
const WON = 1000000;

class Model {
  // `windowed`: whether nodes have room for their window, which those of a tree beside one
  // that has it leave free.
  constructor(tree, board, windowed = tree.algorithm === "alphabeta") {
    this.tree = tree;
    this.nodes = tree.nodes;
    this.steps = tree.visited;
    this.cell = Math.min(18, Math.max(9, 60 / Math.max(board.width, board.height)));
    this.boardWidth = board.width * this.cell;
    this.boardHeight = board.height * this.cell;
    this.nodeHeight = this.boardHeight + 20 + (windowed ? 45 : 30);
    this.byVisit = [];
    const finite = [];
    this.nodes.forEach((node, id) => {
      node.id = id;
      node.children = [];
      node.ply = 0;
      if (node.parent !== undefined) {
        const parent = this.nodes[node.parent];
        parent.children.push(id);
        node.ply = parent.ply + 1;
      }
      if (node.visit !== undefined) this.byVisit[node.visit] = id;
      // A game that is won among estimates is off every scale.
      if (node.value !== undefined && Math.abs(node.value) < WON) finite.push(node.value);
    });
    this.least = finite.reduce((a, b) => Math.min(a, b), 0);
    this.most = finite.reduce((a, b) => Math.max(a, b), 0);
    this.nodeWidth = Math.max(60, this.boardWidth, this.widestWords()) + 20;
    this.begin(Infinity);
  }

  // The longest words under a board, in either language.
  widestWords() {
    const ink = document.createElement("canvas").getContext("2d");
    ink.font = "11px system-ui, 'DejaVu Sans', sans-serif";
    const texts = this.tree.algorithm === "alphabeta"
      ? ["[" + this.write(this.least) + ", " + this.write(this.most) + "]"] : [];
    for (const outcome of new Set(this.nodes.map(node => node.outcome))) {
      if (outcome) for (const language of [0, 1]) texts.push(endOf({ outcome, value: 1 }, language));
    }
    return Math.max(0, ...texts.map(text => ink.measureText(text).width));
  }

  // At first as much as can be read at once in a width, and the best line.
  begin(width) {
    const end = this.nodes.reduce((last, node) => node.best ? node.id : last, 0);
    for (const limit of [24, 16, 10, 6, 1]) {
      this.unfold(limit);
      this.layOut();
      this.reveal(end);
      if (this.right - this.left <= width) break;
    }
  }

  // Unfolds ply by ply as long as so many nodes fit.
  unfold(limit) {
    let seen = 1;
    for (const node of this.nodes) {
      node.folded = node.children.length > 0 && (seen + node.children.length > limit || this.isInside(node));
      if (!node.folded) seen += node.children.length;
    }
  }

  isInside(node) {
    const parent = this.nodes[node.parent];
    return parent !== undefined && (parent.folded || parent.inside) ? (node.inside = true) : (node.inside = false);
  }

  reveal(id) {
    let changed = false;
    for (let node = this.nodes[id]; node.parent !== undefined;) {
      node = this.nodes[node.parent];
      if (node.folded) { node.folded = false; changed = true; }
    }
    if (changed) this.layOut();
  }

  toggle(id) {
    const node = this.nodes[id];
    if (node.children.length === 0) return;
    node.folded = !node.folded;
    if (!node.folded) for (const child of node.children) this.nodes[child].folded = this.nodes[child].children.length > 0;
    this.layOut();
  }

  // Parents over the middle of their children, subtrees as close as their
  // outlines allow. Children come after their parents in the list.
  layOut() {
    this.seen = [];
    for (const node of this.nodes) {
      const parent = this.nodes[node.parent];
      node.seen = parent === undefined || (parent.seen && !parent.folded);
      if (node.seen) this.seen.push(node);
    }
    const half = this.nodeWidth / 2;
    for (let i = this.seen.length - 1; i >= 0; i--) {
      const node = this.seen[i];
      const children = node.folded ? [] : node.children.map(id => this.nodes[id]);
      const merged = [];
      for (const child of children) {
        let shift = 0;
        for (let row = 0; row < Math.min(merged.length, child.outline.length); row++) {
          shift = Math.max(shift, merged[row][1] - child.outline[row][0] + NODE_GAP);
        }
        child.offset = shift;
        child.outline.forEach(([left, right], row) => {
          const reach = merged[row];
          if (reach) { reach[0] = Math.min(reach[0], left + shift); reach[1] = Math.max(reach[1], right + shift); }
          else merged.push([left + shift, right + shift]);
        });
        child.outline = null;
      }
      const middle = children.length ? (children[0].offset + children[children.length - 1].offset) / 2 : 0;
      for (const child of children) child.offset -= middle;
      node.outline = [[-half, half], ...merged.map(([left, right]) => [left - middle, right - middle])];
    }
    const outline = this.seen[0].outline;
    this.left = Math.min(...outline.map(row => row[0]));
    this.right = Math.max(...outline.map(row => row[1]));
    this.height = outline.length * (this.nodeHeight + PLY_GAP) - PLY_GAP;
    for (const node of this.seen) {
      const parent = this.nodes[node.parent];
      node.x = parent === undefined ? 0 : parent.x + node.offset;
      node.y = node.ply * (this.nodeHeight + PLY_GAP);
    }
  }

  // The steps at which the search comes to a node of the page.
  stops() { return this.nodes.filter(node => node.visit !== undefined).map(node => node.visit + 1); }

  // What is known after so many visits.
  isVisited(node, step) { return node.visit !== undefined && node.visit < step; }
  isDone(node, step) { return node.until !== undefined && node.until < step; }
  isCutOff(node, step) {
    return node.visit === undefined && node.parent !== undefined && this.isDone(this.nodes[node.parent], step);
  }

  // The node the search is at; where that is not in the page, the nearest
  // before it.
  current(step) {
    for (let visit = Math.min(step, this.steps) - 1; visit > 0; visit--) {
      if (this.byVisit[visit] !== undefined) return this.byVisit[visit];
    }
    return 0;
  }

  // The window of a node as the children searched so far have narrowed it, also
  // those that are not in the page.
  window(node, step) {
    if (!node.window) return null;
    let [alpha, beta] = node.window.map((edge, i) => edge === null ? (i ? Infinity : -Infinity) : edge);
    const narrow = value => {
      if (node.turn === 0) alpha = Math.max(alpha, value); else beta = Math.min(beta, value);
    };
    for (const id of node.children) {
      if (this.isDone(this.nodes[id], step)) narrow(this.nodes[id].value);
    }
    for (const [until, value] of node.others || []) if (until < step) narrow(value);
    return [alpha, beta];
  }

  // A value as it is written everywhere: with its sign.
  write(value) {
    const sign = value > 0 ? "+" : value < 0 ? "−" : "";
    const size = Math.abs(value);
    if (size === Infinity) return sign + "∞";
    if (this.tree.scale === "results") return sign + size;
    return size >= WON ? sign + "1" : sign + (size / 100).toFixed(2);
  }

  writeValue(node) {
    const bound = node.bound === "lower" ? "≥ " : node.bound === "upper" ? "≤ " : "";
    return bound + this.write(node.value);
  }
}
