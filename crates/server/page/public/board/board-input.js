// @ts-check
// Playing on a board by mouse, touch and keyboard.

import { svg } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { pointLabel } from "../lib/notation.js";
import { describeValue } from "../lib/values.js";
import { Drag } from "./drag.js";
import { nearestPoint, pieceRadius } from "./geometry.js";
import { pointShape } from "./highlights.js";
import { findMove, visibleValues } from "./targets.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let boards = 0;

export class BoardInput {
  /** The point of the keyboard cursor. @type {number | null} */
  #cursor = null;
  #idPrefix = `board${boards++}-`;
  /** One clickable area per point. @type {SVGElement[]} */
  #hits;

  /**
   * @param {import("./board.js").Board} board
   * @param {import("./board.js").BoardHandlers} handlers
   */
  constructor(board, handlers) {
    this.board = board;
    this.handlers = handlers;
    const { element, layout, layers } = board;
    element.setAttribute("role", "application");
    element.setAttribute("tabindex", "0");
    const isLines = layout.ground === "lines";
    const r = isLines ? Math.max(0.3, pieceRadius(layout) * 1.3) : 0.5;
    this.#hits = layout.points.map(({ name, x, y }, id) => {
      const attributes = { id: this.#idPrefix + id, class: "hit", role: "button", "data-point": id, "data-name": name };
      return isLines ? svg("circle", { cx: x, cy: y, r, ...attributes })
        : svg("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, ...attributes });
    });
    layers.hits.append(...this.#hits);
    this.drag = new Drag(board, event => this.#pointOf(event), id => this.#click(id));
    layers.hits.addEventListener("click", event => {
      const id = this.#hits.indexOf(/** @type {SVGElement} */ (event.target));
      if (id >= 0) { this.#cursor = id; this.#click(id); }
    });
    element.onkeydown = event => this.#onKey(event);
    element.onfocus = () => this.#drawCursor();
    element.onblur = () => { layers.cursor.replaceChildren(); board.hover(null); };
  }

  /** Returns the point under the pointer. @param {PointerEvent} event */
  #pointOf({ clientX, clientY }) {
    // A touch stays with the element where it began.
    const under = document.elementFromPoint(clientX, clientY);
    const id = this.#hits.indexOf(/** @type {SVGElement} */ (under));
    return id < 0 ? null : id;
  }

  /**
   * Labels every point for screen readers, and marks those that can be clicked.
   * @param {Api.View} view
   */
  update(view) {
    const { layout, interactive, variant, values } = this.board;
    this.drag.update();
    const valueAt = visibleValues(this.board, view);
    const legal = new Set(interactive ? view.moves.flatMap(move => [...move.points, ...(move.also ?? [])]) : []);
    this.#hits.forEach((hit, id) => {
      const piece = view.pieces[id];
      const parts = [pointLabel(layout.points[id]), piece === "." ? t("empty") : variant.players[/** @type {Api.Side} */ (piece)]];
      if (legal.has(id)) parts.push(t("legal"));
      const shown = valueAt.get(id);
      if (shown && values) parts.push(describeValue(shown.value, values.turn, variant.players));
      hit.setAttribute("aria-label", parts.join(", "));
      hit.classList.toggle("legal", legal.has(id));
    });
  }

  /** @param {number} id */
  #click(id) {
    const { view, selected, interactive } = this.board;
    if (!view) return;
    if (!interactive) { this.handlers.onIllegal(id, null); return; }
    const move = findMove(view, id, selected);
    if (move) {
      this.handlers.onMove(move);
    } else if (selected !== id && view.moves.some(({ points }) => points.length === 2 && points[0] === id)) {
      this.board.select(id);
    } else {
      if (selected !== null) this.board.select(null);
      if (selected !== id) this.handlers.onIllegal(id, selected);
    }
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      this.#cursor = this.#cursor === null ? this.#firstPoint() : nearestPoint(this.board.layout.points, this.#cursor, ...arrow);
      this.#drawCursor();
    } else if ((event.key === "Enter" || event.key === " ") && this.#cursor !== null) {
      this.#click(this.#cursor);
      this.#drawCursor();
    } else if (event.key === "Escape" && this.board.selected !== null) {
      this.board.select(null);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Returns where the cursor appears first: the legal point nearest the middle. */
  #firstPoint() {
    const { layout, view } = this.board;
    const legal = view?.moves.flatMap(move => move.points.slice(0, 1)) ?? [];
    const candidates = legal.length ? legal : layout.points.map((_, id) => id);
    /** @param {number} id */
    const distance = id => Math.hypot(layout.points[id].x - layout.width / 2, layout.points[id].y - layout.height / 2);
    return candidates.reduce((best, id) => (distance(id) < distance(best) ? id : best));
  }

  #drawCursor() {
    const { element, layers, layout } = this.board;
    if (document.activeElement !== element || !element.matches(":focus-visible")) return;
    this.#cursor ??= this.#firstPoint();
    element.setAttribute("aria-activedescendant", this.#idPrefix + this.#cursor);
    // Two lines, one of which is seen on any surface.
    layers.cursor.replaceChildren(...["focus under", "focus"].map(name => pointShape(layout, this.#cursor ?? 0, { class: name })));
    this.board.hover(this.#cursor);
  }
}
