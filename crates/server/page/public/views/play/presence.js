// @ts-check
// Whether the opponent is here. One who reloads the page has not left.

const GRACE_MS = 2500;

export class Presence {
  /** Whether the opponent has left; `null` in a game without one. @type {boolean | null} */
  hasLeft = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {{ onChange: () => unknown, onReturn: () => unknown }} handlers */
  constructor(handlers) {
    this.handlers = handlers;
  }

  leave() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.hasLeft = null;
  }

  /** @param {boolean | null} isHere `null` where there is no opponent */
  update(isHere) {
    if (isHere === null) { this.leave(); return; }
    if (isHere) {
      const before = this.hasLeft;
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.hasLeft = false;
      if (before !== false) this.handlers.onChange();
      if (before) this.handlers.onReturn();
    } else if (!this.hasLeft) {
      this.#timer ??= setTimeout(() => { this.hasLeft = true; this.handlers.onChange(); }, GRACE_MS);
    }
  }
}
