// The pieces, each an element that stays as long as it stands on its point.

import { svg } from "./dom.js";
import { radiusOf } from "./ground.js";
import { isStill } from "./theme.js";

const MOTION = 180;

// A written sign: a cross or a ring.
export function sign(side, r) {
  const width = Math.round(r * 420) / 1000;
  return side === "x"
    ? svg("path", { class: "sign x", d: `M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}`, "stroke-width": width })
    : svg("circle", { class: "sign o", r: r * 1.05, "stroke-width": width });
}

// A disc: filled for the first player, ringed for the second.
function disc(side, r, shadow) {
  const face = side === "x"
    ? svg("circle", { class: "disc x", r })
    : svg("circle", { class: "disc o", r: r * 0.83, "stroke-width": r * 0.34 });
  return shadow ? [svg("circle", { class: "shadow", cy: 0.04, r }), face] : [face];
}

export class Pieces {
  constructor(layout, layer) {
    Object.assign(this, { layout, layer, standing: new Map() });
    this.r = layout.ground === "rack" ? 0.4 : radiusOf(layout);
  }

  show(view, before, moving) {
    const closed = new Set(view.marks.map(mark => mark.region));
    this.moving = moving && before !== null && !isStill();
    this.layout.points.forEach((point, id) => {
      const side = view.pieces[id] === "." ? null : view.pieces[id];
      const old = this.standing.get(id);
      if (old && old.side !== side) {
        old.element.remove();
        this.standing.delete(id);
      }
      if (side && old?.side !== side) this.place(id, side, view, old);
      this.standing.get(id)?.element.classList.toggle("faded", closed.has(point.region));
    });
  }

  place(id, side, view, old) {
    const { x, y } = this.layout.points[id];
    const form = this.layout.form === "signs" ? [sign(side, this.r * 0.72)]
      : disc(side, this.r, this.layout.ground !== "rack");
    const body = svg("g", {}, form);
    const element = svg("g", { transform: `translate(${x} ${y})`, class: "piece" }, body);
    this.layer.append(element);
    this.standing.set(id, { side, element });
    if (this.moving) this.arrive(id, body, view, old);
  }

  arrive(id, body, view, old) {
    const points = view.last?.points ?? [];
    const here = this.layout.points[id];
    const isLast = points[points.length - 1] === id;
    const run = (frames, duration = MOTION) => body.animate(frames, { duration, easing: "ease-out" });
    if (old) {
      // What changed its side turns over.
      run([{ transform: "scaleX(-1)" }, { transform: "scaleX(0.05)" }, { transform: "scaleX(1)" }]);
    } else if (isLast && points.length === 2) {
      const from = this.layout.points[points[0]];
      run([{ transform: `translate(${from.x - here.x}px, ${from.y - here.y}px)` }, { transform: "none" }]);
    } else if (isLast && this.layout.motion === "fall") {
      body.animate([{ transform: `translate(0, ${-here.y - 0.5}px)` }, { transform: "none" }],
        { duration: MOTION, easing: "cubic-bezier(0.5, 0, 0.9, 0.6)" });
    } else if (isLast) {
      run([{ transform: "scale(0.6)", opacity: 0.2 }, { transform: "none", opacity: 1 }], 120);
    }
  }
}
