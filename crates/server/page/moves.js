// The moves of a game in two columns.

import { el, refill } from "./dom.js";
import { moveWords, numberOf } from "./names.js";
import { say } from "./words.js";

export class Moves {
  constructor(go) {
    this.go = go;
    this.element = el("ol", { class: "moves" });
  }

  // The moves of a game on a board of this layout, so many of which led to what it shows.
  show(moves, ply, mistakes, layout) {
    // What is the same stays, so that no click on it is lost.
    const shown = JSON.stringify([moves, ply, mistakes, say("no-moves")]);
    if (shown === this.shown) return;
    this.shown = shown;
    const marks = new Map(mistakes.map(mistake => [mistake.ply, mistake.mark]));
    const cells = moves.map((move, at) => this.cell(move, at, at + 1 === ply, marks.get(at), layout));
    const first = moves[0]?.by;
    const blank = first === "o" ? [el("span")] : [];
    cells.unshift(...blank);
    const rows = [];
    for (let i = 0; i < cells.length; i += 2) {
      const number = numberOf(i - blank.length, first);
      rows.push(el("li", {}, el("span", { class: "count" }, String(number)), cells[i], cells[i + 1] ?? el("span")));
    }
    if (!rows.length) rows.push(el("li", { class: "none" }, say("no-moves")));
    refill(this.element, ...rows);
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

  cell(move, at, current, mark, layout) {
    const words = moveWords(layout, move.text);
    const told = words === move.text ? null : words;
    return el("button", {
      type: "button", class: "move " + move.by, "data-ply": at + 1, "aria-current": current ? "step" : null,
      title: told, "aria-label": told && mark ? `${told} ${mark}` : told, onclick: () => this.go(at + 1),
    }, move.text, mark ? el("b", { class: "mark" }, mark) : null);
  }
}
