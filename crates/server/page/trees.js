// Two trees and a walk through the search. The drawing is the explorer's own:
// tree.js is made of the parts of the page `plateau tree` writes.

import { button, el, speak } from "./dom.js";
import { icon } from "./icons.js";
import { panelsOf, readColours, say as explain, showBeside, showDetail, tellOf } from "./tree.js";
import { number, say } from "./words.js";

const KEYS = { n: "next", p: "back", Home: "first", End: "last", " ": "run", "+": "closer", "=": "closer", "-": "farther", "0": "fit" };

export class Trees {
  // `walked(step)` is called when the reader has gone to another step.
  constructor(walked) {
    this.walked = walked;
    this.places = el("div", { class: "trees" });
    this.slider = el("input", { type: "range", min: 1, oninput: () => this.go(Number(this.slider.value)) });
    this.at = el("output");
    this.buttons = {};
    // The words come with the trees.
    const make = name => {
      this.buttons[name] = button("", () => this.act(name), { "data-tool": name }, icon(name));
      return this.buttons[name];
    };
    this.element = el("div", { class: "search" }, el("div", { class: "walk" },
      el("span", { class: "buttons" }, ["first", "back", "run", "next", "last"].map(make)), this.slider, this.at,
      el("span", { class: "buttons" }, ["farther", "closer", "fit"].map(make))), this.places);
    this.panels = [];
  }

  leave() { clearInterval(this.running); }

  async show(data, language, at) {
    this.pause();
    tellOf(data, language);
    readColours();
    this.chosen = null;
    this.places.replaceChildren();
    const place = ({ algorithm }) => {
      const element = el("article", { class: "panel", "data-algorithm": algorithm });
      this.places.append(element);
      return element;
    };
    this.panels = panelsOf(data.trees, data.board, place, chosen => { this.chosen = chosen; this.update(); });
    for (const panel of this.panels) panel.step = panel.model.steps;
    this.steps = Math.max(...this.panels.map(panel => panel.model.steps));
    this.slider.max = this.steps;
    this.slider.setAttribute("aria-label", say("step-tree"));
    for (const [name, each] of Object.entries(this.buttons)) {
      each.title = explain("page." + (name === "run" ? "play" : name));
      each.setAttribute("aria-label", each.title);
    }
    this.step = Math.min(this.steps, Math.max(1, at ?? this.steps));
    for (const panel of this.panels) this.head(panel);
    this.update();
    if (this.step < this.steps) this.go(this.step);
  }

  head(panel) {
    const { tree, element, canvas } = { tree: panel.model.tree, element: panel.element, canvas: panel.canvas };
    element.querySelector("h2").textContent = say(tree.algorithm);
    this.count(panel);
    canvas.setAttribute("aria-label", say(tree.algorithm));
  }

  // Nothing is known yet, or can be.
  clear() {
    this.pause();
    this.panels = [];
    this.places.replaceChildren();
    this.at.textContent = "";
  }

  // What has been visited so far, and at the end what the other search visited beside.
  count(panel) {
    const { tree } = panel.model;
    const done = Math.min(this.step, tree.visited);
    const parts = [say("visited", { done: number(done), count: number(tree.visited) })];
    const never = Math.max(...this.panels.map(each => each.model.tree.visited)) - tree.visited;
    if (never && done === tree.visited) parts.push(say("never", { count: number(never) }));
    parts.push(...tree.left_out.map(sentence => sentence[document.documentElement.lang === "fr" ? 1 : 0]));
    const place = panel.element.querySelector("header span");
    place.textContent = parts.join(" · ");
    place.dataset.visited = tree.visited;
  }

  update() {
    for (const panel of this.panels) {
      panel.step = Math.min(this.step, panel.model.steps);
      panel.playing = this.step < this.steps;
      panel.element.classList.toggle("chosen", panel === this.chosen);
      this.count(panel);
      const words = showDetail(panel, this.step);
      if (panel === this.chosen) speak(words);
      panel.draw();
    }
    this.slider.value = this.step;
    this.at.textContent = `${number(this.step)} / ${number(this.steps)}`;
  }

  repaint() {
    readColours();
    if (this.panels.length) this.update();
  }

  // Goes to a step of the search; each tree follows its own.
  go(to) {
    this.step = Math.min(this.steps, Math.max(1, to));
    for (const panel of this.panels) {
      panel.selected = this.step < this.steps ? panel.model.current(this.step) : 0;
      panel.model.reveal(panel.selected);
    }
    showBeside(this.panels);
    this.update();
    this.walked(this.step);
  }

  run() {
    if (this.running) { this.pause(); return; }
    if (this.step >= this.steps) this.go(1);
    this.buttons.run.replaceChildren(icon("pause"));
    this.running = setInterval(() => {
      this.go(this.step + 1);
      if (this.step >= this.steps) this.pause();
    }, Math.max(60, Math.min(700, 60000 / this.steps)));
  }

  pause() {
    clearInterval(this.running);
    this.running = null;
    this.buttons.run.replaceChildren(icon("run"));
  }

  act(name) {
    if (!this.panels.length) return;
    if (name === "first") this.go(1);
    else if (name === "back") this.go(this.step - 1);
    else if (name === "next") this.go(this.step + 1);
    else if (name === "last") this.go(this.steps);
    else if (name === "run") this.run();
    else if (name === "closer") this.panels.forEach(panel => panel.zoom(1.25));
    else if (name === "farther") this.panels.forEach(panel => panel.zoom(0.8));
    else if (name === "fit") this.panels.forEach(panel => panel.fit(true));
  }

  key(key, target) {
    if (!KEYS[key] || key === " " && target.closest("button")) return false;
    this.act(KEYS[key]);
    return true;
  }
}
