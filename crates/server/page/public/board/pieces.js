// @ts-check
// The pieces. Each is an element that stays while the piece stays on its point.

import { svg } from "../lib/dom.js";
import { prefersReducedMotion } from "../lib/theme.js";
import { Artwork } from "./artwork.js";
import { fallFrames, fallTime } from "./motion.js";

const ANIMATION_MS = 180, APPEAR_MS = 140, TURN_MS = 95;

/**
 * Returns a small picture of a side's piece.
 * @param {Api.Side} side
 * @param {Api.Variant} variant
 */
export function badge(side, { layout }) {
  const artwork = new Artwork(layout);
  const r = layout.look.radius * 1.35;
  // On a piece of its board, so that it can be seen on light and dark pages.
  return svg("svg", { class: "badge " + layout.look.class, viewBox: [-r, -r, 2 * r, 2 * r].join(" "), "aria-hidden": "true" },
    artwork.gradients(), svg("rect", { class: "tile", x: -r, y: -r, width: 2 * r, height: 2 * r, rx: r * 0.4 }), artwork.piece(side, 0));
}

/** @typedef {{ side: Api.Side, element: SVGGElement, body: SVGGElement }} StandingPiece */

export class Pieces {
  /** The pieces on the board, by point. @type {Map<number, StandingPiece>} */
  #standing = new Map();

  /**
   * @param {Api.Layout} layout
   * @param {Artwork} artwork
   * @param {SVGGElement} layer
   */
  constructor(layout, artwork, layer) {
    this.layout = layout;
    this.artwork = artwork;
    this.layer = layer;
  }

  /**
   * Shows the pieces of a position. Returns the animation of the last one, if it moves.
   * @param {Api.View} view
   * @param {boolean} animate
   */
  show(view, animate) {
    /** @type {Animation | null} */
    let landing = null;
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
        const piece = this.#place(id, side);
        if (isAnimated) landing = this.#animate(id, piece, view, old) ?? landing;
      }
      const isFaded = point.region !== null && closed.has(point.region);
      this.#standing.get(id)?.element.classList.toggle("faded", isFaded);
    });
    return landing;
  }

  /**
   * Raises the selected piece, which is about to move, and lowers all others.
   * @param {number | null} selected
   */
  raise(selected) {
    for (const [id, { element }] of this.#standing) element.classList.toggle("raised", id === selected);
  }

  /**
   * Carries a piece to a place, or back to its point.
   * @param {number} id
   * @param {{ x: number, y: number } | null} place
   */
  carry(id, place) {
    const piece = this.#standing.get(id);
    if (!piece) return;
    const { x, y } = place ?? this.layout.points[id];
    piece.element.setAttribute("transform", `translate(${x} ${y})`);
    piece.element.classList.toggle("carried", place !== null);
    if (place && this.layer.lastElementChild !== piece.element) this.layer.append(piece.element);
  }

  /**
   * @param {number} id
   * @param {Api.Side} side
   */
  #place(id, side) {
    const { x, y } = this.layout.points[id];
    const body = svg("g", {}, this.artwork.piece(side, id));
    const element = svg("g", { transform: `translate(${x} ${y})`, class: "piece " + side, "data-point": id }, body);
    this.layer.append(element);
    const piece = { side, element, body };
    this.#standing.set(id, piece);
    return piece;
  }

  /**
   * Animates a piece that has come. Returns the animation of the last one.
   * @param {number} id
   * @param {StandingPiece} piece
   * @param {Api.View} view
   * @param {StandingPiece | undefined} old the piece of the other side that it replaces
   */
  #animate(id, { element, body }, view, old) {
    const points = view.last?.points ?? [];
    const here = this.layout.points[id];
    const isLast = points[points.length - 1] === id;
    if (old) this.#turn(element, body, old);
    if (old || !isLast) return null;
    if (points.length === 2) {
      const from = this.layout.points[points[0]];
      return body.animate([{ transform: `translate(${from.x - here.x}px, ${from.y - here.y}px)` }, { transform: "none" }],
        { duration: ANIMATION_MS, easing: "ease-in-out" });
    }
    if (this.layout.motion === "fall") return body.animate(fallFrames(here.y + 0.52), { duration: fallTime(here.y + 0.52) });
    return body.animate([{ transform: "scale(0.7)", opacity: 0.1 }, { transform: "none", opacity: 1 }], { duration: APPEAR_MS, easing: "ease-out" });
  }

  /**
   * Turns a disc over: its old side narrows to an edge, then the new one widens.
   * @param {SVGGElement} element
   * @param {SVGGElement} body
   * @param {StandingPiece} old
   */
  #turn(element, body, old) {
    const underside = old.body;
    element.append(underside);
    const narrow = underside.animate([{ transform: "none" }, { transform: "scaleX(0.04)" }], { duration: TURN_MS, easing: "ease-in" });
    narrow.onfinish = narrow.oncancel = () => underside.remove();
    body.animate([{ transform: "scaleX(0.04)" }, { transform: "none" }], { duration: TURN_MS, delay: TURN_MS, easing: "ease-out", fill: "backwards" });
  }
}
