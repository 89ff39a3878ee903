// @ts-check
// Moves of a game shown at a chosen pace, with pause and step: games between engines as they are
// played, and games that are over. Engines that are faster wait to be shown; while paused, the
// game is not watched, so that they do not think either.

import { button, el, replaceContent } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { load, loadOfTab, save, saveOfTab } from "../../lib/store.js";

/** Milliseconds from move to move. */
const PACES = [300, 1000, 2000, 5000];
const DEFAULT_PACE = 1000;

/**
 * @typedef {object} ReplayHandlers
 * @property {(ply: number) => Promise<unknown>} onPly shows the position after so many moves
 * @property {(isWatching: boolean) => unknown} onWatch watches the game, or no longer
 */

export class Replay {
  element = el("div", { class: "replay", role: "group", "aria-label": t("replay"), hidden: true });
  /** The number of moves shown. */
  ply = 0;
  isPaused = true;
  #count = 0;
  #isOver = false;
  /** Whether one move is wanted although the game is paused. */
  #steps = false;
  #shownAt = 0;
  #isActive = false;
  /** The game whose place this tab remembers. @type {string | null} */
  #id = null;
  /** Whether the result has been shown. */
  hasReachedEnd = false;
  /** The largest number of moves shown so far. */
  farthest = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {ReplayHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
  }

  get isActive() { return this.#isActive; }
  /** Whether a game that goes on is paused. */
  get isHeld() { return this.#isActive && this.isPaused && !this.#isOver; }
  /** Whether no engine thinks, because the game is paused. */
  get isIdle() { return this.isHeld && !this.#steps; }
  get pace() { return PACES.includes(load("pace")) ? Number(load("pace")) : DEFAULT_PACE; }

  /**
   * Starts with a game. One that goes on runs at once, from the move it has reached; a game that was
   * shown before in this tab, from where it was left.
   * @param {string | null} id of a game whose place is remembered
   * @param {number} count of its moves
   * @param {boolean} isOver
   */
  start(id, count, isOver) {
    this.leave();
    [this.#isActive, this.#steps] = [true, false];
    this.#id = id;
    const [ply, farthest, isPaused] = (id && loadOfTab("replay", id)) ?? [count, count, isOver];
    this.ply = Math.min(ply, count);
    this.farthest = Math.min(farthest, count);
    [this.#count, this.#isOver, this.isPaused] = [count, isOver, isPaused];
    this.hasReachedEnd = isOver && this.farthest === count;
    this.#shownAt = performance.now();
    this.#schedule();
    this.#draw();
  }

  leave() {
    clearTimeout(this.#timer);
    this.#isActive = false;
    this.element.hidden = true;
  }

  /**
   * Takes note of the moves that the game has now.
   * @param {number} count
   * @param {boolean} isOver
   */
  update(count, isOver) {
    [this.#count, this.#isOver] = [count, isOver];
    if (this.ply > count) this.ply = count;
    if (this.#steps && count > this.ply) {
      this.#steps = false;
      this.handlers.onWatch(false);
      this.#show(this.ply + 1);
    }
    this.#schedule();
    this.#draw();
  }

  /** The viewer went to a position, and continues from there. @param {number} ply */
  moveTo(ply) {
    if (!this.#isActive) return;
    this.ply = ply;
    if (ply < this.#count) this.pause();
    this.#draw();
  }

  pause() {
    clearTimeout(this.#timer);
    const isWatched = (!this.isPaused || this.#steps) && !this.#isOver;
    [this.isPaused, this.#steps] = [true, false];
    if (isWatched) this.handlers.onWatch(false);
    this.#draw();
  }

  toggle() {
    if (!this.isPaused) { this.pause(); return; }
    // A step that waits for its move becomes part of the run, which goes on watching after it.
    [this.isPaused, this.#steps] = [false, false];
    // From the start again, where all has been shown.
    if (this.#isOver && this.ply === this.#count) this.#show(0);
    if (!this.#isOver) this.handlers.onWatch(true);
    this.#schedule();
    this.#draw();
  }

  step() {
    if (!this.isPaused) this.pause();
    if (this.ply < this.#count) this.#show(this.ply + 1);
    else if (!this.#isOver && !this.#steps) {
      this.#steps = true;
      this.handlers.onWatch(true);
    }
    this.#draw();
  }

  /** @param {number} ply */
  #show(ply) {
    this.ply = ply;
    this.farthest = Math.max(this.farthest, ply);
    this.hasReachedEnd ||= this.#isOver && ply === this.#count;
    this.#shownAt = performance.now();
    return this.handlers.onPly(ply);
  }

  #schedule() {
    clearTimeout(this.#timer);
    if (this.isPaused) return;
    if (this.ply >= this.#count) {
      if (this.#isOver) this.isPaused = true;
      return;
    }
    this.#timer = setTimeout(async () => {
      await this.#show(this.ply + 1);
      this.#schedule();
      this.#draw();
    }, Math.max(0, this.#shownAt + this.pace - performance.now()));
  }

  #draw() {
    this.element.hidden = !this.#isActive;
    if (!this.#isActive) return;
    if (this.#id) saveOfTab("replay", this.#id, [this.ply, this.farthest, this.isPaused]);
    const run = t(this.isPaused ? "run" : "pause");
    const pace = el("select", {
      name: "pace", "aria-label": t("pace"), onchange: ({ target }) => { save("pace", Number(target.value)); this.#schedule(); },
    }, PACES.map(ms => el("option", { value: ms, selected: ms === this.pace }, t("seconds-a-move", { seconds: String(ms / 1000) }))));
    replaceContent(this.element,
      button(run, () => this.toggle(), { "data-tool": "run" }, icon(this.isPaused ? "run" : "pause"), el("span", {}, run)),
      button(t("step"), () => this.step(), { "data-tool": "step", disabled: this.#isOver && this.ply >= this.#count },
        icon("step"), el("span", {}, t("step"))),
      pace);
  }
}
