// @ts-check
// Moves by pressing, moving and releasing: a piece is carried to its point, and a piece to be
// placed follows the pointer from point to point until it is released.

/** How far the pointer moves before a press becomes a drag, in pixels. */
const SLOP_PX = 6;

/** Cells smaller than this are hard to touch: there, a finger drags instead of scrolling. */
const TOUCH_PX = 44;

/**
 * @typedef {object} Press
 * @property {number} pointer
 * @property {boolean} isTouch
 * @property {number} from the point that was pressed
 * @property {number} x where, in pixels
 * @property {number} y
 * @property {boolean} carries whether a piece is picked up
 * @property {boolean} isMoving
 */

export class Drag {
  /** @type {Press | null} */
  #press = null;
  /** Whether the click that follows the release belongs to a drag. */
  #swallowsClick = false;

  /**
   * @param {import("./board.js").Board} board
   * @param {(event: PointerEvent) => number | null} pointOf returns the point under the pointer
   * @param {(point: number) => unknown} play called when a piece is released on another point
   */
  constructor(board, pointOf, play) {
    this.board = board;
    this.pointOf = pointOf;
    this.play = play;
    const { hits } = board.layers;
    hits.addEventListener("pointerdown", event => this.#onDown(event));
    hits.addEventListener("pointermove", event => { if (!this.#press && event.pointerType === "mouse") board.hover(pointOf(event)); });
    hits.addEventListener("pointerleave", event => { if (!this.#press && event.pointerType === "mouse") board.hover(null); });
    // Captures the click before the points see it.
    hits.addEventListener("click", event => {
      if (this.#swallowsClick) event.stopImmediatePropagation();
      this.#swallowsClick = false;
    }, true);
  }

  /** Lets touches scroll the page, except where they are needed to aim. */
  update() {
    const { element, cellSize, layout, interactive } = this.board;
    const needsAim = layout.motion === "slide" || cellSize < TOUCH_PX;
    element.dataset.touch = !interactive ? "scroll" : needsAim ? "drag" : layout.motion === "fall" ? "across" : "scroll";
  }

  /** @param {PointerEvent} event */
  #onDown(event) {
    const { board } = this;
    this.#swallowsClick = false;
    const from = this.pointOf(event);
    if (this.#press || event.button !== 0 || from === null || !board.view || !board.interactive) return;
    const carries = board.view.moves.some(({ points }) => points.length === 2 && points[0] === from);
    const isTouch = event.pointerType !== "mouse";
    this.#press = { pointer: event.pointerId, isTouch, from, x: event.clientX, y: event.clientY, carries, isMoving: false };
    if (isTouch) board.hover(from);
    const controller = new AbortController();
    /** @param {string} name @param {(event: PointerEvent) => unknown} action */
    const listen = (name, action) => window.addEventListener(name, each => {
      const pointerEvent = /** @type {PointerEvent} */ (each);
      if (pointerEvent.pointerId === event.pointerId) action(pointerEvent);
    }, { signal: controller.signal });
    listen("pointermove", each => this.#onMove(each));
    listen("pointerup", each => { controller.abort(); this.#onUp(each); });
    listen("pointercancel", () => { controller.abort(); this.#end(null); });
  }

  /** @param {PointerEvent} event */
  #onMove(event) {
    const { board } = this, press = this.#press;
    if (!press) return;
    if (!press.isMoving && Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLOP_PX) return;
    if (!press.isMoving) {
      press.isMoving = true;
      if (press.carries && board.selected !== press.from) board.select(press.from);
    }
    if (press.carries) board.pieces.carry(press.from, this.#place(event));
    board.hover(this.pointOf(event));
  }

  /** @param {PointerEvent} event */
  #onUp(event) {
    const press = this.#press;
    const to = this.pointOf(event);
    this.#end(press?.isMoving ? to : null);
  }

  /** Ends the press, and plays where a piece was released. @param {number | null} to */
  #end(to) {
    const { board } = this, press = this.#press;
    this.#press = null;
    if (!press) return;
    if (press.carries) board.pieces.carry(press.from, null);
    if (press.isTouch) board.hover(null);
    if (!press.isMoving) return;
    // A mouse released on the point it pressed also clicks there, which would select the piece again.
    this.#swallowsClick = !press.isTouch;
    // The click comes at once, if it comes.
    setTimeout(() => { this.#swallowsClick = false; }, 0);
    if (to === null || to === press.from && press.carries) board.select(null);
    else this.play(to);
  }

  /** Returns the place under the pointer in cells. @param {PointerEvent} event */
  #place({ clientX, clientY }) {
    const matrix = this.board.element.getScreenCTM();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix?.inverse());
    return { x, y };
  }
}
