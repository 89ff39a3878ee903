// @ts-check
// Two search trees and the controls to step through the search. tree.js, which draws the
// trees, is made by the server from the scripts of the page that `plateau tree` writes.

import { alignPanels, createPanels, message, readColours, setTreeData, showDetail } from "../../tree.js";
import { announce, button, el } from "../../lib/dom.js";
import { formatNumber } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";

/** @typedef {import("../../tree.js").TreePanel} TreePanel */

const STEP_TOOLS = /** @type {const} */ (["first", "back", "run", "next", "last"]);
const ZOOM_TOOLS = /** @type {const} */ (["farther", "closer", "fit"]);

/** @typedef {typeof STEP_TOOLS[number] | typeof ZOOM_TOOLS[number]} TreeAction */

/** @type {Record<string, TreeAction>} */
const KEYS = { n: "next", p: "back", Home: "first", End: "last", " ": "run", "+": "closer", "=": "closer", "-": "farther", "0": "fit" };

/** Playing all steps takes a minute, within these limits per step. */
const PLAY_MS = 60_000, MIN_STEP_MS = 60, MAX_STEP_MS = 700;

export class TreePair {
  /** @type {Partial<Record<TreeAction, HTMLButtonElement>>} */
  #buttons = {};
  #trees = el("div", { class: "trees" });
  /** On a phone there is room for one tree. */
  #tabs = /** @type {const} */ (["minimax", "alphabeta"]).map(name =>
    el("button", { type: "button", "data-tree": name, "aria-pressed": "false", onclick: () => this.#showTree(name) }, t(name)));
  #slider = el("input", { type: "range", min: 1, oninput: event => this.#goTo(Number(event.target.value)) });
  #position = el("output");
  /** @type {TreePanel[]} */
  #panels = [];
  /** The panel used last. @type {TreePanel | null} */
  #focused = null;
  #language = 0;
  #step = 1;
  #steps = 1;
  /** @type {ReturnType<typeof setInterval> | null} */
  #timer = null;

  /** @param {(step: number) => void} onStep called when the reader goes to another step */
  constructor(onStep) {
    this.onStep = onStep;
    // Labels come with the data.
    /** @param {TreeAction} name */
    const tool = name => this.#buttons[name] = button("", () => this.#act(name), { "data-tool": name }, icon(name));
    this.element = el("div", { class: "tree-pair" }, el("div", { class: "stepper" },
      el("span", { class: "buttons" }, STEP_TOOLS.map(tool)), this.#slider, this.#position,
      el("span", { class: "buttons" }, ZOOM_TOOLS.map(tool))), el("div", { class: "tabs tree-tabs" }, this.#tabs), this.#trees);
    this.#showTree("minimax");
  }

  /** @param {"minimax" | "alphabeta"} name */
  #showTree(name) {
    this.#trees.dataset.shown = name;
    for (const tab of this.#tabs) tab.setAttribute("aria-pressed", String(tab.dataset.tree === name));
  }

  leave() { this.pause(); }

  /**
   * @param {Tree.Data} data
   * @param {number} language 0 for English, 1 for French
   * @param {number} [step] the first one by default
   */
  show(data, language, step) {
    this.pause();
    this.#language = language;
    setTreeData(data, language);
    readColours();
    this.#focused = null;
    this.#trees.replaceChildren();
    this.#panels = createPanels(data.trees, data.board, ({ algorithm }) => {
      const element = el("article", { class: "panel", "data-algorithm": algorithm });
      this.#trees.append(element);
      return element;
    }, panel => { this.#focused = panel; this.#update(); });
    this.#steps = Math.max(...this.#panels.map(panel => panel.model.steps));
    this.#slider.max = String(this.#steps);
    this.#slider.setAttribute("aria-label", t("search-step"));
    for (const [name, each] of Object.entries(this.#buttons)) {
      each.title = message("page." + (name === "run" ? "play" : name));
      each.setAttribute("aria-label", each.title);
    }
    this.#step = Math.min(this.#steps, Math.max(1, step ?? 1));
    for (const { element, canvas, model: { tree } } of this.#panels) {
      const name = tree.algorithm === "alphabeta" ? t("alphabeta") : t("minimax");
      const heading = element.querySelector("h2");
      if (heading) heading.textContent = name;
      canvas.setAttribute("aria-label", name);
    }
    this.#update();
    if (this.#step < this.#steps) this.#goTo(this.#step);
  }

  clear() {
    this.pause();
    this.#panels = [];
    this.#trees.replaceChildren();
    this.#position.textContent = "";
  }

  /** Draws everything again in the colours of the theme. */
  redraw() {
    readColours();
    if (this.#panels.length) this.#update();
  }

  /** Shows the nodes visited so far and, at the end, how many the other search visited beyond them. @param {TreePanel} panel */
  #drawCount({ element, model: { tree } }) {
    const done = Math.min(this.#step, tree.visited);
    const parts = [t("visited", { done: formatNumber(done), count: formatNumber(tree.visited) })];
    const pruned = Math.max(...this.#panels.map(each => each.model.tree.visited)) - tree.visited;
    if (pruned && done === tree.visited) parts.push(t("pruned", { count: formatNumber(pruned) }));
    parts.push(...tree.left_out.map(sentence => sentence[this.#language]));
    const place = /** @type {HTMLElement} */ (element.querySelector("header span"));
    place.textContent = parts.join(" · ");
    place.dataset.visited = String(tree.visited);
  }

  #update() {
    for (const panel of this.#panels) {
      panel.step = Math.min(this.#step, panel.model.steps);
      panel.playing = this.#step < this.#steps;
      panel.element.classList.toggle("focused", panel === this.#focused);
      this.#drawCount(panel);
      const text = showDetail(panel, this.#step);
      if (panel === this.#focused) announce(text);
      panel.draw();
    }
    this.#slider.value = String(this.#step);
    this.#position.textContent = `${formatNumber(this.#step)} / ${formatNumber(this.#steps)}`;
  }

  /** Goes to a step; each tree selects the node its own search is at. @param {number} step */
  #goTo(step) {
    this.#step = Math.min(this.#steps, Math.max(1, step));
    for (const panel of this.#panels) {
      panel.selected = this.#step < this.#steps ? panel.model.currentNode(this.#step) : 0;
      panel.model.reveal(panel.selected);
    }
    alignPanels(this.#panels);
    this.#update();
    this.onStep(this.#step);
  }

  #run() {
    if (this.#timer !== null) { this.pause(); return; }
    if (this.#step >= this.#steps) this.#goTo(1);
    this.#buttons.run?.replaceChildren(icon("pause"));
    this.#timer = setInterval(() => {
      this.#goTo(this.#step + 1);
      if (this.#step >= this.#steps) this.pause();
    }, Math.max(MIN_STEP_MS, Math.min(MAX_STEP_MS, PLAY_MS / this.#steps)));
  }

  pause() {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#buttons.run?.replaceChildren(icon("run"));
  }

  /** @param {TreeAction} name */
  #act(name) {
    if (!this.#panels.length) return;
    if (name === "first") this.#goTo(1);
    else if (name === "back") this.#goTo(this.#step - 1);
    else if (name === "next") this.#goTo(this.#step + 1);
    else if (name === "last") this.#goTo(this.#steps);
    else if (name === "run") this.#run();
    else if (name === "closer") this.#panels.forEach(panel => panel.zoom(1.25));
    else if (name === "farther") this.#panels.forEach(panel => panel.zoom(0.8));
    else this.#panels.forEach(panel => panel.fit(true));
  }

  /**
   * Returns whether the key has an action here.
   * @param {string} key
   * @param {Element} target
   */
  key(key, target) {
    // Space on a button presses it.
    if (!KEYS[key] || key === " " && target.closest("button")) return false;
    this.#act(KEYS[key]);
    return true;
  }
}
