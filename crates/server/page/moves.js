// The moves of a game in two columns.

import { el } from "./dom.js";
import { say } from "./words.js";

export class Moves {
  constructor(go) {
    this.go = go;
    this.element = el("ol", { class: "moves" });
  }

  // `first` is the side that made the first of them.
  show(moves, ply, mistakes = [], first = "x") {
    const marks = new Map(mistakes.map(mistake => [mistake.ply, mistake.mark]));
    const cells = moves.map((move, at) => this.cell(move, at, at + 1 === ply, marks.get(at)));
    if (first === "o") cells.unshift(el("span"));
    const rows = [];
    for (let i = 0; i < cells.length; i += 2) {
      rows.push(el("li", {}, el("span", { class: "count" }, String(i / 2 + 1)), cells[i], cells[i + 1] ?? el("span")));
    }
    if (!rows.length) rows.push(el("li", { class: "none" }, say("no-moves")));
    this.element.replaceChildren(...rows);
    const now = this.element.querySelector("[aria-current]");
    // Only the list itself scrolls.
    if (now) {
      const off = now.offsetTop;
      if (off < this.element.scrollTop || off > this.element.scrollTop + this.element.clientHeight - 40) {
        this.element.scrollTop = off - this.element.clientHeight / 2;
      }
    } else {
      this.element.scrollTop = 0;
    }
  }

  cell(move, at, current, mark) {
    return el("button", {
      type: "button", class: "move " + move.by, "aria-current": current ? "step" : null, onclick: () => this.go(at + 1),
    }, move.text, mark ? el("b", { class: "mark" }, mark) : null);
  }
}
