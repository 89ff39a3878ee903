// @ts-check
// The pieces. Each is an element that stays while the piece stays on its point.

import { svg } from "../lib/dom.js";
import { prefersReducedMotion } from "../lib/theme.js";
import { pieceRadius } from "./geometry.js";

const ANIMATION_MS = 180;

/**
 * Draws a cross or a ring.
 * @param {Api.Side} side
 * @param {number} r
 */
export function sign(side, r) {
  const width = Math.round(r * 420) / 1000;
  return side === "x"
    ? svg("path", { class: "sign x", d: `M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}`, "stroke-width": width })
    : svg("circle", { class: "sign o", r: r * 1.05, "stroke-width": width });
}

/**
 * Draws a disc: filled for the first player, a ring for the second.
 * @param {Api.Side} side
 * @param {number} r
 */
function disc(side, r) {
  return side === "x"
    ? svg("circle", { class: "disc x", r })
    : svg("circle", { class: "disc o", r: r * 0.83, "stroke-width": r * 0.34 });
}

/**
 * Returns a small picture of a side's piece.
 * @param {Api.Side} side
 * @param {Api.Variant} variant
 */
export function badge(side, { layout }) {
  const piece = layout.form === "discs" ? disc(side, 0.42) : sign(side, 0.3);
  return svg("svg", { class: "badge", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" }, piece);
}

export class Pieces {
  /** The pieces on the board, by point. @type {Map<number, { side: string, element: SVGElement }>} */
  #standing = new Map();
  #radius;

  /**
   * @param {Api.Layout} layout
   * @param {SVGGElement} layer
   */
  constructor(layout, layer) {
    this.layout = layout;
    this.layer = layer;
    this.#radius = layout.ground === "rack" ? 0.4 : pieceRadius(layout);
  }

  /**
   * @param {Api.View} view
   * @param {boolean} animate
   */
  show(view, animate) {
    const closed = new Set(view.marks.map(mark => mark.region));
    const isAnimated = animate && !prefersReducedMotion();
    this.layout.points.forEach((point, id) => {
      const side = /** @type {Api.Side | "."} */ (view.pieces[id]);
      const old = this.#standing.get(id);
      if (old && old.side !== side) {
        old.element.remove();
        this.#standing.delete(id);
      }
      if (side !== "." && old?.side !== side) {
        const body = this.#place(id, side);
        if (isAnimated) this.#animate(id, body, view, old !== undefined);
      }
      const isFaded = point.region !== null && closed.has(point.region);
      this.#standing.get(id)?.element.classList.toggle("faded", isFaded);
    });
  }

  /**
   * @param {number} id
   * @param {Api.Side} side
   */
  #place(id, side) {
    const { x, y } = this.layout.points[id];
    const r = this.#radius;
    const hasShadow = this.layout.form === "discs" && this.layout.ground !== "rack";
    const shape = this.layout.form === "signs" ? sign(side, r * 0.72) : disc(side, r);
    const body = svg("g", {}, hasShadow && svg("circle", { class: "shadow", cy: 0.04, r }), shape);
    const element = svg("g", { transform: `translate(${x} ${y})`, class: "piece" }, body);
    this.layer.append(element);
    this.#standing.set(id, { side, element });
    return body;
  }

  /**
   * @param {number} id
   * @param {SVGElement} body
   * @param {Api.View} view
   * @param {boolean} isTurned whether the piece replaces one of the other side
   */
  #animate(id, body, view, isTurned) {
    const points = view.last?.points ?? [];
    const here = this.layout.points[id];
    const isLast = points[points.length - 1] === id;
    /** @param {Keyframe[]} frames @param {number} [duration] @param {string} [easing] */
    const run = (frames, duration = ANIMATION_MS, easing = "ease-out") => body.animate(frames, { duration, easing });
    if (isTurned) {
      run([{ transform: "scaleX(-1)" }, { transform: "scaleX(0.05)" }, { transform: "scaleX(1)" }]);
    } else if (isLast && points.length === 2) {
      const from = this.layout.points[points[0]];
      run([{ transform: `translate(${from.x - here.x}px, ${from.y - here.y}px)` }, { transform: "none" }]);
    } else if (isLast && this.layout.motion === "fall") {
      const above = `translate(0, ${-here.y - 0.5}px)`;
      run([{ transform: above }, { transform: "none" }], ANIMATION_MS, "cubic-bezier(0.5, 0, 0.9, 0.6)");
    } else if (isLast) {
      run([{ transform: "scale(0.6)", opacity: 0.2 }, { transform: "none", opacity: 1 }], 120);
    }
  }
}
