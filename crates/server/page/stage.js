// The shape of a view with a board: games above, bar and board, a panel at the
// side, one line of words, and buttons.

import { Board } from "./board.js";
import { button, el, refill } from "./dom.js";
import { icon } from "./icons.js";
import { Plot, Bar } from "./plot.js";
import { Moves } from "./moves.js";
import { say } from "./words.js";

export class Stage {
  constructor(root, { play, refuse, held, go, tools, top = [] }) {
    this.board = new Board({ play, refuse, held });
    this.bar = new Bar();
    this.plot = new Plot(go);
    this.moves = new Moves(go);
    this.strip = el("div", { class: "strip" });
    this.extra = el("div", { class: "extra" });
    this.words = el("p", { class: "words" });
    this.beside = el("span", { class: "beside buttons" });
    this.status = el("div", { class: "status" }, this.words, this.beside);
    this.buttons = {};
    this.tools = el("div", { class: "tools", role: "toolbar" }, tools.map(tool => this.tool(tool)));
    this.plotBox = el("section", { class: "value-box" }, el("h2", {}, say("value")), this.plot.element);
    this.movesBox = el("section", { class: "moves-box" }, el("h2", {}, say("moves")), this.moves.element);
    this.side = el("aside", { class: "side" }, ...top, this.extra, this.tabs(), this.movesBox, this.plotBox);
    this.element = el("div", { class: "stage" }, this.strip,
      el("div", { class: "table" }, this.bar.element, this.board.element), this.side, this.status, this.tools);
    root.replaceChildren(this.element);
    this.tab("moves");
  }

  // On a phone, moves and plot share one place.
  tabs() {
    this.tabButtons = ["moves", "value"].map(name => el("button", {
      type: "button", "data-tab": name, onclick: () => this.tab(name),
    }, say(name)));
    return el("div", { class: "tabs" }, this.tabButtons);
  }

  tab(name) {
    this.side.dataset.tab = name;
    for (const each of this.tabButtons) each.setAttribute("aria-pressed", String(each.dataset.tab === name));
  }

  // `short` leaves the words to who hovers or listens.
  tool({ name, words = say(name), action, toggle, short }) {
    this.buttons[name] = button(words, action, { "data-tool": name, "aria-pressed": toggle ? "false" : null },
      icon(name), short ? null : el("span", {}, words));
    return this.buttons[name];
  }

  enable(name, can) {
    const each = this.buttons[name];
    // What can't be pressed any more hands the focus on.
    if (!can && each === document.activeElement) this.board.element.focus({ preventScroll: true });
    each.disabled = !can;
  }

  press(name, on) { this.buttons[name].setAttribute("aria-pressed", String(on)); }

  // `badge` is the piece of the side to move.
  tell(words, urgent = false, badge = null) {
    this.words.replaceChildren(...(badge ? [badge, words] : [words]));
    this.status.classList.toggle("urgent", urgent);
  }

  // Buttons beside the words: a move without points, an answer, a stop.
  offer(...buttons) { refill(this.beside, ...buttons); }
}
