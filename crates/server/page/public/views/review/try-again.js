// @ts-check
// "Try again": the reader looks for a better move in the position before a mistake.

import { Analyser } from "../../lib/analysis.js";
import { t } from "../../lib/i18n.js";
import { moveLabel } from "../../lib/notation.js";
import { describeForMover, formatLine } from "../../lib/values.js";

const TIME = "1s";
const SHOWN_LINE = 6;

/**
 * A position in which the reader tries again.
 * @typedef {object} TrialPosition
 * @property {string} game the variant
 * @property {string | undefined} start
 * @property {string[]} moves that lead to the position
 * @property {string | null} played the mistake
 * @property {Pick<Api.Layout, "points" | "motion">} layout
 */

/**
 * The answer to an attempt.
 * @typedef {object} Verdict
 * @property {string} move
 * @property {boolean} isRight whether the move keeps the value of the position
 * @property {string} text why
 */

/**
 * Returns whether a move keeps the value of the position, and why.
 * @param {Api.Analysis} analysis with the value of the move played
 * @param {Pick<Api.Layout, "points" | "motion">} layout
 * @returns {Verdict | null} `null` without that value
 */
export function judgeAttempt({ played, ...before }, layout) {
  if (!played) return null;
  const isRight = played.mark === null;
  const move = moveLabel(layout, played.move);
  const value = describeForMover(played);
  // A game that the move ends has no line after it.
  const line = formatLine(played.line, 1, SHOWN_LINE);
  const key = isRight ? "try-right" : line ? "try-wrong" : "try-wrong-end";
  return { move: played.move, isRight, text: t(key, { move, value, line, best: describeForMover(before) }) };
}

/** One mistake that the reader tries to correct. */
export class Trial {
  #analyser = new Analyser();
  /** The last attempt. @type {Verdict | null} */
  verdict = null;
  /** The move that is being judged. @type {string | null} */
  pending = null;

  /** @param {TrialPosition} position */
  constructor(position) {
    this.position = position;
  }

  get isSolved() { return this.verdict?.isRight ?? false; }

  /** What the reader is asked to do, or how the last attempt was. */
  get text() {
    const { played, layout } = this.position;
    if (this.pending) return t("try-judging");
    return this.verdict?.text ?? (played ? t("try-find", { move: moveLabel(layout, played) }) : t("try-find-any"));
  }

  /**
   * Judges a move. Returns `null` if another one was tried meanwhile.
   * @param {string} move
   */
  async attempt(move) {
    const { game, start, moves, layout } = this.position;
    this.pending = move;
    try {
      const analysis = await this.#analyser.analyse({ game, position: start, moves, played: move, time: TIME });
      if (!analysis || this.pending !== move) return null;
      this.verdict = judgeAttempt(analysis, layout);
      return this.verdict;
    } finally {
      if (this.pending === move) this.pending = null;
    }
  }

  stop() {
    this.#analyser.cancel();
    this.pending = null;
  }
}
