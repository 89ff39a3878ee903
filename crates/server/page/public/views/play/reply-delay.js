// @ts-check
// Lets a move land before the engine's reply to it is shown, as between people.

import { prefersReducedMotion } from "../../lib/theme.js";
import { load } from "../../lib/store.js";

/** From the player's move to the reply, in milliseconds. */
const DELAY_MS = 400;

export class ReplyDelay {
  #movedAt = -Infinity;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The last state that waits, and its revision. @type {{ revision: number, show: () => void } | null} */
  #pending = null;

  /** The player has moved now. */
  start() { this.#movedAt = performance.now(); }

  /**
   * Shows a state that an engine's move has led to, after the delay.
   * @param {number} revision
   * @param {() => void} show
   */
  show(revision, show) {
    const wait = this.#movedAt + (load("reply") === "now" || prefersReducedMotion() ? 0 : DELAY_MS) - performance.now();
    if (wait <= 0 && !this.#pending) { show(); return; }
    const isFirst = !this.#pending;
    this.#pending = { revision, show };
    if (isFirst) this.#timer = setTimeout(() => { const last = this.#pending; this.#pending = null; last?.show(); }, wait);
  }

  /** Forgets what waits, because something as new is shown. @param {number} [revision] of what is shown */
  cancel(revision = Infinity) {
    if (this.#pending && this.#pending.revision > revision) return;
    clearTimeout(this.#timer);
    this.#pending = null;
  }
}
