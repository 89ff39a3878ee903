// Playing on a board by mouse, touch and keys.

import { svg } from "./dom.js";
import { radiusOf } from "./ground.js";
import { spot } from "./marks.js";
import { spots } from "./overlay.js";
import { told } from "./values.js";
import { say } from "./words.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let boards = 0;

export class Hands {
  constructor(board) {
    this.board = board;
    this.at = null;
    this.prefix = `board${boards++}-`;
    const { element, layout, layers } = board;
    for (const [name, value] of [["role", "application"], ["tabindex", "0"]]) element.setAttribute(name, value);
    const r = layout.ground === "lines" ? Math.max(0.3, radiusOf(layout) * 1.3) : 0.5;
    layout.points.forEach(({ x, y }, id) => {
      const shape = layout.ground === "lines" ? svg("circle", { cx: x, cy: y, r })
        : svg("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r });
      shape.id = this.prefix + id;
      shape.setAttribute("class", "hit");
      shape.setAttribute("role", "button");
      shape.dataset.point = id;
      layers.hits.append(shape);
    });
    this.hits = [...layers.hits.children];
    layers.hits.addEventListener("click", event => {
      const id = Number(event.target.dataset.point);
      if (Number.isInteger(id)) { this.at = id; this.click(id); }
    });
    element.onkeydown = event => this.key(event);
    element.onfocus = () => this.ring();
    element.onblur = () => layers.ring.replaceChildren();
  }

  // Names every point for who listens, and shows what can be clicked.
  name() {
    const { layout, view, open, variant, values } = this.board;
    const shown = spots(this.board);
    const live = new Set(open ? view.moves.flatMap(move => [...move.points, ...(move.also ?? [])]) : []);
    this.hits.forEach((hit, id) => {
      const piece = view.pieces[id];
      const words = [layout.points[id].name, piece === "." ? say("empty") : variant.players[piece]];
      if (live.has(id)) words.push(say("playable"));
      if (shown.has(id)) words.push(told(shown.get(id).value, values.turn, variant.players));
      hit.setAttribute("aria-label", words.join(", "));
      hit.classList.toggle("live", live.has(id));
    });
  }

  click(id) {
    const { view, held, open, calls } = this.board;
    if (!open) { calls.refuse(id); return; }
    const slide = view.moves.find(move => move.points.length === 2 && move.points[0] === held && move.points[1] === id);
    const single = view.moves.find(move => move.points.length === 1 && (move.points[0] === id || move.also?.includes(id)));
    if (slide ?? single) {
      calls.play(slide ?? single);
    } else if (held !== id && view.moves.some(move => move.points.length === 2 && move.points[0] === id)) {
      this.board.hold(id);
    } else {
      const had = typeof held === "number";
      if (had) this.board.hold(null);
      if (held !== id) calls.refuse(id, had ? held : null);
    }
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      this.at = this.at === null ? this.first() : this.nearest(...arrow);
      this.ring();
    } else if ((event.key === "Enter" || event.key === " ") && this.at !== null) {
      this.click(this.at);
      this.ring();
    } else if (event.key === "Escape" && typeof this.board.held === "number") {
      this.board.hold(null);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  // Where the ring appears: a legal point near the middle.
  first() {
    const { layout, view } = this.board;
    const legal = view.moves.flatMap(move => move.points.slice(0, 1));
    const from = legal.length ? legal : layout.points.map((_, id) => id);
    const off = id => Math.hypot(layout.points[id].x - layout.width / 2, layout.points[id].y - layout.height / 2);
    return from.reduce((best, id) => (off(id) < off(best) ? id : best));
  }

  // The nearest point in a direction, those straight ahead before others.
  nearest(dx, dy) {
    const { points } = this.board.layout;
    const here = points[this.at];
    let best = this.at, least = Infinity;
    points.forEach(({ x, y }, id) => {
      const ahead = (x - here.x) * dx + (y - here.y) * dy;
      const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
      if (ahead < 0.05 || aside > ahead * 1.01) return;
      const far = ahead + 2 * aside;
      if (far < least) { least = far; best = id; }
    });
    return best;
  }

  ring() {
    const { element, layers, layout } = this.board;
    if (document.activeElement !== element || !element.matches(":focus-visible")) return;
    if (this.at === null) this.at = this.first();
    element.setAttribute("aria-activedescendant", this.prefix + this.at);
    layers.ring.replaceChildren(spot(layout, this.at, { class: "focus" }));
  }
}
