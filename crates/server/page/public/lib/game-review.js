// @ts-check
// The review of a game: the value of every position, the mistakes, and the accuracy of both sides.

import { ApiError, streamLines } from "./api.js";
import { capitalize, t } from "./i18n.js";
import { moveLabel, moveNumber } from "./notation.js";
import { describeForMover } from "./values.js";

/**
 * @typedef {object} Mistake
 * @property {number} ply of the position where it was made
 * @property {Api.Mark} mark
 * @property {Api.Side} by
 * @property {Api.Value} before the value before the move
 * @property {Api.ReviewedMove} after the value of the move that was played
 * @property {string | null} best
 */

/** @typedef {(Api.ReviewedPosition | null)[]} PositionValues one per position, `null` until it is known */

/**
 * Returns the mistakes among the values of a game, in the order they were played.
 * @param {PositionValues} values
 * @returns {Mistake[]}
 */
export function findMistakes(values) {
  return values.flatMap((before, ply) => {
    const after = before?.played;
    return before && after?.mark ? [{ ply, mark: after.mark, by: before.turn, before, after, best: before.best }] : [];
  });
}

/**
 * Returns the mistakes that lost the most, those of the reader's own side first, and of these a loss at once
 * before one that only a perfect opponent brings about.
 * @param {Mistake[]} mistakes
 * @param {number} count
 * @param {Api.Side | null} [seat] of the reader
 */
export function worstMistakes(mistakes, count, seat = null) {
  /** @param {Mistake} mistake */
  const isOther = ({ by }) => Number(seat !== null && by !== seat);
  /** @param {Mistake} mistake */
  const isAtOnce = mistake => Number(betterKey(mistake) === "lost-at-once");
  return [...mistakes].sort((a, b) => isOther(a) - isOther(b) || isAtOnce(b) - isAtOnce(a) || b.after.lost - a.after.lost || a.ply - b.ply).slice(0, count);
}

/**
 * Counts the mistakes of a side by their marks.
 * @param {Mistake[]} mistakes
 * @param {Api.Side} side
 * @returns {Record<Api.Mark, number>}
 */
export function countMistakes(mistakes, side) {
  const counts = { "?!": 0, "?": 0, "??": 0 };
  for (const { by, mark } of mistakes) if (by === side) counts[mark]++;
  return counts;
}

/** A loss in as many plies is one that the opponent can bring about at once. */
const AT_ONCE = 2;

/** Returns how to say what would have been better. @param {Mistake} mistake */
function betterKey({ before, after, best }) {
  if (!best) return "better-exists";
  if (before.result !== "loss" || after.result !== "loss") return "best-was";
  return (after.plies ?? AT_ONCE + 1) <= AT_ONCE ? "lost-at-once" : "lost-sooner";
}

/**
 * Describes a mistake and the best move: "2. x played column 1 (loses in 8). Best was …".
 * @param {Mistake} mistake
 * @param {readonly { text: string, by: Api.Side }[]} moves of the game
 * @param {Pick<Api.Layout, "points" | "motion">} layout
 * @param {Api.Sides<string>} names
 * @param {Api.Side | null} [seat] of the reader
 */
export function describeMistake(mistake, moves, layout, names, seat = null) {
  const { ply, before, after, best } = mistake;
  const { text, by } = moves[ply];
  const played = t(by === seat ? "your-mistake" : "mistake", {
    number: moveNumber(ply, moves[0].by), side: names[by], move: moveLabel(layout, text), after: describeForMover(after),
  });
  const better = t(betterKey(mistake), { best: moveLabel(layout, best ?? ""), before: describeForMover(before) });
  return played + " " + capitalize(better);
}

/**
 * What is known about a game.
 * @typedef {object} ReviewState
 * @property {PositionValues} values
 * @property {Api.Sides<number | null> | null} accuracy in percent
 * @property {"rough" | "deep"} stage
 * @property {number} share done, from 0 to 1
 * @property {boolean} isDone
 * @property {boolean} isSettled whether the server searched as long as it wanted
 */

/** @param {PositionValues} values @returns {ReviewState} */
const startState = values => ({ values, accuracy: null, stage: "rough", share: 0, isDone: false, isSettled: false });

/**
 * Returns a state after a line of the server's answer.
 * @param {ReviewState} state
 * @param {Api.ReviewLine} line
 * @returns {ReviewState}
 */
export function applyLine(state, { positions, accuracy, stage, share, done, settled }) {
  const values = [...state.values];
  for (const position of positions) values[position.ply] = position;
  return { values, accuracy, stage, share, isDone: done, isSettled: settled };
}

/**
 * Returns the values of the positions that two games have in common.
 * @param {PositionValues} values of the earlier game
 * @param {string[]} earlier its moves
 * @param {string[]} moves
 * @returns {PositionValues}
 */
export function commonValues(values, earlier, moves) {
  let common = 0;
  while (common < moves.length && earlier[common] === moves[common]) common++;
  return Array.from({ length: moves.length + 1 }, (_, ply) => {
    const value = ply <= common ? values[ply] ?? null : null;
    return value && ply === common && value.played?.move !== moves[ply] ? { ...value, played: null } : value;
  });
}

const MAX_CACHED = 20;
/** Finished reviews. @type {Map<string, ReviewState>} */
const cache = new Map();

/** A pause before a review starts, so that quick changes of the game don't start one each. */
const DELAY_MS = 250;

/** Reviews a game at a time: a new one cancels the one before. */
export class GameReview {
  /** @type {AbortController | null} */
  #current = null;
  #key = "";
  /** @type {{ game: string, start: string | undefined, moves: string[] }} */
  #reviewed = { game: "", start: undefined, moves: [] };
  #state = startState([]);
  /** Why the review failed, in words. @type {string | null} */
  error = null;

  /** @param {() => void} onChange called whenever something becomes known */
  constructor(onChange) {
    this.onChange = onChange;
  }

  get values() { return this.#state.values; }
  get accuracy() { return this.#state.accuracy; }
  get stage() { return this.#state.stage; }
  get share() { return this.#state.share; }
  get isDone() { return this.#state.isDone; }
  get isSettled() { return this.#state.isSettled; }
  /** The number of positions whose value is known. */
  get done() { return this.values.filter(Boolean).length; }

  stop() {
    this.#current?.abort();
    this.#current = null;
    if (!this.isDone) this.#key = "";
  }

  clear() {
    this.stop();
    this.#key = "";
    this.#state = startState([]);
    this.error = null;
  }

  /**
   * Reviews a game, unless it is the one that is reviewed already.
   * @param {string} game
   * @param {string | undefined} start
   * @param {string[]} moves
   */
  async start(game, start, moves) {
    const key = JSON.stringify([game, start, moves]);
    if (key === this.#key && !this.error) return;
    this.stop();
    this.#key = key;
    this.error = null;
    const before = this.#reviewed;
    const isVariation = before.game === game && before.start === start;
    this.#reviewed = { game, start, moves };
    this.#state = cache.get(key) ?? startState(commonValues(isVariation ? this.values : [], before.moves, moves));
    this.onChange();
    if (this.isDone) return;
    const { signal } = this.#current = new AbortController();
    try {
      await new Promise(resolve => setTimeout(resolve, DELAY_MS));
      if (signal.aborted) return;
      await streamLines("review", { game, position: start, moves }, signal, line => {
        if (signal.aborted) return;
        this.#state = applyLine(this.#state, line);
        this.onChange();
      });
      if (signal.aborted) return;
      if (this.isSettled) remember(key, this.#state);
    } catch (error) {
      if (signal.aborted) return;
      this.error = error instanceof ApiError ? error.message : t("no-answer");
      this.onChange();
    }
  }
}

/**
 * @param {string} key
 * @param {ReviewState} state
 */
function remember(key, state) {
  cache.set(key, state);
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED) break;
    cache.delete(oldest);
  }
}
