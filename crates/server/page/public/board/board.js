// @ts-check
// A board drawn from a layout and a view, without knowledge of the game.

import { svg } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { Artwork } from "./artwork.js";
import { BoardInput } from "./board-input.js";
import { drawHighlights, drawMarks } from "./highlights.js";
import { drawHover } from "./hover.js";
import { drawMoveValues } from "./move-values.js";
import { Pieces } from "./pieces.js";

/** From the bottom to the top. */
const LAYERS = /** @type {const} */ (["background", "highlights", "hover", "pieces", "foreground", "marks", "values", "hits", "cursor"]);

/** The room above a board that is only a picture, in cells. */
const PICTURE_TOP = -0.6;

/** @typedef {Record<typeof LAYERS[number], SVGGElement>} Layers */

/**
 * @typedef {object} BoardHandlers
 * @property {(move: Api.Move) => unknown} onMove called for a click on a legal move
 * @property {(point: number, from: number | null) => unknown} onIllegal called for any other
 *   click; `from` is the point of the selected piece
 * @property {(point: number | null) => unknown} [onSelect] called when a piece is selected or
 *   deselected
 */

export class Board {
  element = svg("svg", { class: "board" });
  /** The position shown. @type {Api.View | null} */
  view = null;
  /** Values to write on the moves. @type {Api.Analysis | null} */
  values = null;
  /** The suggested move. @type {string | null} */
  hint = null;
  /** The best move of a review, shown by an arrow. @type {string | null} */
  arrow = null;
  /** Whether clicks make moves. */
  interactive = false;
  /** The point of the selected piece, which the next click moves. @type {number | null} */
  selected = null;
  // Set by `setVariant`, which comes before anything is shown.
  variant = /** @type {Api.Variant} */ (/** @type {unknown} */ (null));
  layers = /** @type {Layers} */ ({});
  artwork = /** @type {Artwork} */ (/** @type {unknown} */ (null));
  pieces = /** @type {Pieces} */ (/** @type {unknown} */ (null));
  /** @type {BoardInput | null} */
  input = null;
  /** The animation of the last piece, which rings and lines wait for. @type {Animation | null} */
  #landing = null;

  /** @param {BoardHandlers} [handlers] a board without them is a picture */
  constructor(handlers) {
    this.handlers = handlers;
    // The font size of values and the handling of touches depend on the size of the cells.
    if (handlers) new ResizeObserver(() => this.redraw()).observe(this.element);
  }

  get layout() { return this.variant.layout; }

  /** The size of a cell in pixels. */
  get cellSize() { return (this.element.clientWidth || 600) / this.artwork.viewBox[2]; }

  /** @param {Api.Variant} variant */
  setVariant(variant) {
    if (this.variant === variant) return;
    this.variant = variant;
    this.view = null;
    const layers = LAYERS.map(name => [name, svg("g", { class: name, "aria-hidden": name === "hits" ? null : "true" })]);
    this.layers = Object.fromEntries(layers);
    this.element.replaceChildren(...Object.values(this.layers));
    this.artwork = new Artwork(this.layout);
    this.layers.background.append(...this.artwork.background());
    this.layers.foreground.append(...this.artwork.foreground());
    const [left, top, width, bottom] = this.artwork.viewBox;
    // Only boards to play on need the room above, where a piece waits before it falls.
    const y = this.handlers ? top : Math.max(top, PICTURE_TOP);
    const height = bottom + top - y;
    this.element.setAttribute("class", "board " + this.layout.look.class);
    this.element.setAttribute("viewBox", [left, y, width, height].join(" "));
    this.element.style.setProperty("--ratio", String(width / height));
    this.element.setAttribute("aria-label", t("board", { game: variant.title }));
    this.pieces = new Pieces(this.layout, this.artwork, this.layers.pieces);
    if (this.handlers) this.input = new BoardInput(this, this.handlers);
  }

  /**
   * Shows a position.
   * @param {Api.View} view
   * @param {{ interactive?: boolean, animate?: boolean }} [options]
   */
  show(view, { interactive = false, animate = true } = {}) {
    const before = this.view;
    this.view = view;
    this.interactive = interactive;
    // The server may send the same position again while a piece is selected.
    if (!interactive || before?.position !== view.position) this.selected = null;
    this.hint = null;
    this.arrow = null;
    if (before?.position !== view.position || !interactive) this.hover(null);
    const landing = this.pieces.show(view, animate && before !== null);
    if (landing || !animate) this.#land(landing);
    this.redraw();
    this.element.dataset.interactive = String(interactive);
  }

  /** Hides rings and lines until a piece has landed. @param {Animation | null} landing */
  #land(landing) {
    this.#landing = landing;
    this.layers.marks.classList.toggle("landing", landing !== null);
    landing?.finished.finally(() => { if (this.#landing === landing) this.#land(null); });
  }

  /**
   * Shows a move at once, before the server has answered with the position after it.
   * @param {Api.Move} move
   */
  previewMove({ text, points }) {
    if (!this.view || !points.length) return;
    const pieces = [...this.view.pieces];
    if (points.length === 2) pieces[points[0]] = ".";
    pieces[points[points.length - 1]] = this.view.turn;
    this.show({ ...this.view, pieces: pieces.join(""), last: { text, points, turned: [] }, moves: [], playable: [] });
  }

  /** @param {Api.Analysis | null} values */
  showValues(values) {
    this.values = values;
    this.redraw();
  }

  /** @param {string | null} move */
  showHint(move) {
    this.hint = move;
    this.redraw();
  }

  /** @param {string | null} move */
  showArrow(move) {
    if (move === this.arrow) return;
    this.arrow = move;
    this.redraw();
  }

  /** Shows what a move to a point would do, or nothing. @param {number | null} point */
  hover(point) { drawHover(this, point); }

  /** Selects a piece to move, or none. @param {number | null} point */
  select(point) {
    this.selected = point;
    this.redraw();
    this.handlers?.onSelect?.(point);
  }

  redraw() {
    if (!this.view) return;
    this.element.dataset.turn = this.view.turn;
    this.pieces.raise(this.selected);
    drawHighlights(this, this.view, drawMoveValues(this, this.view));
    drawMarks(this, this.view);
    this.input?.update(this.view);
  }
}

/**
 * Returns the picture of a position.
 * @param {Api.Variant} variant
 * @param {Api.View} view
 */
export function boardPicture(variant, view) {
  const board = new Board();
  board.setVariant(variant);
  board.show(view, { animate: false });
  board.element.setAttribute("role", "img");
  return board.element;
}
