// @ts-check
// The tree explorer's scripts share one global scope in the browser, and here.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const SCRIPTS = ["model", "board", "panel", "describe", "node-detail"];
const sources = SCRIPTS.map(name => readFileSync(new URL(`../../../draw/src/tree/page/${name}.js`, import.meta.url), "utf8"));

/** Every text is 50 px wide. */
const document = { createElement: () => ({ getContext: () => ({ measureText: () => ({ width: 50 }) }) }) };
const { TreeModel, describeNode, cutNodes, setTreeData } = vm.runInNewContext(
  sources.join("\n") + "\n({ TreeModel, describeNode, cutNodes, setTreeData })", { document });

const BOARD = { width: 3, height: 3, ground: "squares", form: "signs", look: "look-paper", radius: 0.28, through: false, points: [], edges: [], regions: [] };

/**
 * Alpha-beta on a tree of two moves with two replies each. The second reply to `b` is cut
 * off: o already reaches −1 there, and x has 0 by `a`.
 */
const tree = () => ({
  algorithm: "alphabeta", scale: "results", visited: 6, left_out: [],
  nodes: [
    { turn: 0, value: 0, visit: 0, until: 5, window: [null, null], best: true },
    { parent: 0, move: "a", turn: 1, value: 0, visit: 1, until: 3, window: [null, null], best: true },
    { parent: 0, move: "b", turn: 1, value: -1, bound: "upper", visit: 4, until: 5, window: [0, null], cut: 1 },
    { parent: 1, move: "c", turn: 0, value: 1, visit: 2, until: 2, window: [null, null], outcome: "x" },
    { parent: 1, move: "d", turn: 0, value: 0, visit: 3, until: 3, window: [null, 1], outcome: "draw", best: true },
    { parent: 2, move: "e", turn: 0, value: -1, visit: 5, until: 5, window: [0, null], outcome: "o" },
    { parent: 2, move: "f", turn: 0 },
  ],
});

const KEYS = ["page.root", "page.value", "page.open", "page.draw", "page.wins", "page.on-best", "page.folded", "tree.to-move", "tree.never"];
/** Each message is its key and its values. */
const words = Object.fromEntries(KEYS.map(key => [key, Array(2).fill(`${key} {player}{value}{count}`)]));
setTreeData({ words, players: [["x", "x"], ["o", "o"]], trees: [], board: BOARD, title: "" }, 0);

test("children and plies come from the parents", () => {
  const model = new TreeModel(tree(), BOARD);
  assert.equal(JSON.stringify(model.nodes.map((/** @type {Tree.Node} */ node) => node.children)), "[[1,2],[3,4],[5,6],[],[],[],[]]");
  assert.equal(String(model.nodes.map((/** @type {Tree.Node} */ node) => node.ply)), "0,1,1,2,2,2,2");
});

test("parents stand above the middle of their children, and siblings don't overlap", () => {
  const model = new TreeModel(tree(), BOARD);
  model.unfold(Infinity);
  model.layOut();
  const [root, a, b, c, d, e, f] = model.nodes;
  assert.equal(root.x, (a.x + b.x) / 2);
  assert.equal(a.x, (c.x + d.x) / 2);
  for (const [left, right] of [[c, d], [d, e], [e, f]]) assert.ok(right.x - left.x >= model.nodeWidth + 14);
  assert.ok(model.left <= c.x - model.nodeWidth / 2 && model.right >= f.x + model.nodeWidth / 2);
});

test("folding hides a subtree, and revealing shows a node again", () => {
  const model = new TreeModel(tree(), BOARD);
  model.unfold(Infinity);
  model.layOut();
  assert.equal(model.visible.length, 7);
  model.toggle(1);
  assert.equal(model.visible.length, 5);
  model.toggle(0);
  assert.equal(model.visible.length, 1);
  model.reveal(4);
  assert.ok(model.nodes[4].visible && model.nodes[3].visible);
});

test("unfolding stops at the limit", () => {
  const model = new TreeModel(tree(), BOARD);
  model.unfold(4);
  model.layOut();
  assert.equal(model.visible.length, 3);
});

test("the search visits nodes step by step", () => {
  const model = new TreeModel(tree(), BOARD);
  assert.equal(String(model.stops()), "1,2,5,3,4,6");
  assert.equal(String([1, 2, 3, 4, 5, 6].map(step => model.currentNode(step))), "0,1,3,4,2,5");
  assert.ok(model.isVisited(model.nodes[3], 3) && !model.isVisited(model.nodes[3], 2));
  assert.ok(model.isDone(model.nodes[1], 4) && !model.isDone(model.nodes[1], 3));
  assert.ok(model.isCutOff(model.nodes[6], 6) && !model.isCutOff(model.nodes[6], 5));
});

test("searched children narrow the window", () => {
  const model = new TreeModel(tree(), BOARD);
  const [root, a] = model.nodes;
  assert.equal(String(model.windowAt(root, 1)), "-Infinity,Infinity");
  assert.equal(String(model.windowAt(root, 4)), "0,Infinity");
  assert.equal(String(model.windowAt(a, 3)), "-Infinity,1");
  assert.equal(String(model.entryWindow(a)), "-Infinity,Infinity");
  assert.equal(model.windowAt(model.nodes[6], 6), null);
});

test("in negamax every side raises alpha by the negated value of a child", () => {
  const negamax = tree();
  negamax.algorithm = "negamax-alphabeta";
  for (const node of negamax.nodes) if (node.turn === 1 && node.value !== undefined) node.value = -node.value;
  const model = new TreeModel(negamax, BOARD);
  const [root, a] = model.nodes;
  assert.equal(String(model.windowAt(root, 4)), "0,Infinity");
  assert.equal(String(model.windowAt(a, 3)), "-1,Infinity");
});

test("children that are not in the page narrow the window as well", () => {
  const narrow = tree();
  Object.assign(narrow.nodes[0], { hidden: 1, others: [[2, 1]] });
  const model = new TreeModel(narrow, BOARD);
  assert.equal(String(model.windowAt(model.nodes[0], 2)), "-Infinity,Infinity");
  assert.equal(String(model.windowAt(model.nodes[0], 3)), "1,Infinity");
});

test("values have their sign, and bounds theirs", () => {
  const model = new TreeModel(tree(), BOARD);
  assert.equal(String([1, 0, -1, -Infinity].map(value => model.formatValue(value))), "+1,0,−1,−∞");
  assert.equal(model.formatNodeValue(model.nodes[2]), "≤ −1");
  const estimates = new TreeModel({ ...tree(), scale: "estimates" }, BOARD);
  assert.equal(String([35, -1000000].map(value => estimates.formatValue(value))), "+0.35,−1");
});

test("a node is described by its moves, its side and its value", () => {
  const model = new TreeModel(tree(), BOARD);
  model.unfold(Infinity);
  /** @param {number} id @param {number} step */
  const describe = (id, step) => describeNode(model, model.nodes[id], step).join("; ").replace(/\{\w+\}/g, "");
  assert.equal(describe(0, 1), "page.root ; tree.to-move x; page.open ");
  assert.equal(describe(4, 6), "a · d; ● page.draw ; page.value 0; page.on-best ");
  assert.equal(describe(6, 6), "b · f; tree.to-move x; tree.never ");
});

test("a cutoff is explained at its node, at what it pruned, and when it happens", () => {
  const model = new TreeModel(tree(), BOARD);
  /** @param {number} id @param {number} step */
  const cuts = (id, step) => String(cutNodes(model, model.nodes[id], step).map((/** @type {Tree.Node} */ node) => node.id));
  assert.equal(cuts(2, 6), "2");
  assert.equal(cuts(6, 6), "2");
  assert.equal(cuts(5, 6), "2", "the last step completed it");
  assert.equal(cuts(4, 6), "");
  assert.equal(cuts(2, 5), "");
});
