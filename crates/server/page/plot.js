// The value of a game over its moves, and the bar beside the board.

import { el, svg } from "./dom.js";
import { shareOf, told } from "./values.js";
import { say } from "./words.js";

const WIDE = 320, HIGH = 96, EDGE = 8;

export class Plot {
  constructor(go) {
    this.go = go;
    this.element = svg("svg", { class: "plot", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img" });
    this.element.addEventListener("click", event => {
      const box = this.element.getBoundingClientRect();
      const part = ((event.clientX - box.left) / box.width * WIDE - EDGE) / (WIDE - 2 * EDGE);
      if (this.count > 1) this.go(Math.max(0, Math.min(this.count - 1, Math.round(part * (this.count - 1)))));
    });
  }

  show(values, ply, mistakes, names) {
    this.count = values.length;
    const x = at => EDGE + (this.count > 1 ? at / (this.count - 1) : 0) * (WIDE - 2 * EDGE);
    const y = share => EDGE + (1 - share) * (HIGH - 2 * EDGE);
    const shares = values.map(value => (value ? shareOf(value, value.turn) : null));
    const known = shares.map((share, at) => [share, at]).filter(([share]) => share !== null);
    const line = known.map(([share, at]) => `${x(at).toFixed(1)} ${y(share).toFixed(1)}`);
    const parts = [
      svg("path", { class: "middle", d: `M${EDGE} ${HIGH / 2}H${WIDE - EDGE}` }),
      svg("text", { class: "side-name x", x: 2, y: 9 }, names.x),
      svg("text", { class: "side-name o", x: 2, y: HIGH - 3 }, names.o),
    ];
    if (line.length > 1) {
      const [from, to] = [known[0][1], known[known.length - 1][1]];
      parts.push(svg("path", { class: "area", d: `M${x(from)} ${HIGH / 2}L${line.join("L")}L${x(to)} ${HIGH / 2}z` }));
      parts.push(svg("path", { class: "curve", d: "M" + line.join("L") }));
    }
    for (const { ply: at, mark } of mistakes) {
      const share = shares[at + 1];
      parts.push(svg("circle", { class: "slip", cx: x(at + 1), cy: y(share), r: 4 }));
      parts.push(svg("text", { class: "slip", x: x(at + 1), y: share > 0.5 ? y(share) + 15 : y(share) - 7 }, mark));
    }
    parts.push(svg("path", { class: "now", d: `M${x(ply)} 2V${HIGH - 2}` }));
    if (shares[ply] !== null && shares[ply] !== undefined) {
      parts.push(svg("circle", { class: "now", cx: x(ply), cy: y(shares[ply]), r: 3.5 }));
    }
    this.element.replaceChildren(svg("title", {}, say("plot", { side: names.x })), ...parts);
  }
}

export class Bar {
  constructor() {
    this.fill = el("i");
    this.words = el("span");
    this.element = el("div", { class: "eval", role: "img", hidden: true }, this.fill, this.words);
  }

  show(value, turn, names) {
    this.element.hidden = false;
    // Until a value is known the bar says nothing.
    this.element.classList.toggle("unknown", !value);
    if (value) this.fill.style.height = 100 * shareOf(value, turn) + "%";
    const words = value ? told(value, turn, names) : "…";
    this.element.title = words;
    this.element.setAttribute("aria-label", say("for-first", { side: names.x }) + ": " + words);
  }

  hide() { this.element.hidden = true; }
}
