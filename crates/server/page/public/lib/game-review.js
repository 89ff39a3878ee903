// @ts-check
// The value of every position of a game, and the mistakes they show.

import { Analyser } from "./analysis.js";
import { t } from "./i18n.js";
import { moveLabel, moveNumber } from "./notation.js";
import { describeForMover } from "./values.js";

/**
 * @typedef {object} Mistake
 * @property {number} ply of the position where it was made
 * @property {"?" | "??"} mark
 * @property {Api.Analysis} before the value before the move
 * @property {Api.PlayedValue} after the value of the move that was played
 * @property {string | null} best
 */

/**
 * Returns the mistakes among the values of a game, in the order they were played.
 * @param {(Api.Analysis | null)[]} values
 * @returns {Mistake[]}
 */
export function findMistakes(values) {
  return values.flatMap((before, ply) => {
    const after = before?.played;
    return before && after?.mark ? [{ ply, mark: after.mark, before, after, best: before.best }] : [];
  });
}

/**
 * Returns the mistakes that lost the most, in the order they were played.
 * @param {Mistake[]} mistakes
 * @param {number} count
 */
export function worstMistakes(mistakes, count) {
  const worst = [...mistakes].sort((a, b) => b.after.lost - a.after.lost).slice(0, count);
  return worst.sort((a, b) => a.ply - b.ply);
}

/**
 * Describes a mistake and the best move: "2. x played column 1 (loses in 8). Best was …".
 * @param {Mistake} mistake
 * @param {readonly { text: string, by: Api.Side }[]} moves of the game
 * @param {Pick<Api.Layout, "points" | "motion">} layout
 * @param {Api.Sides<string>} names
 */
export function describeMistake({ ply, before, after, best }, moves, layout, names) {
  const { text, by } = moves[ply];
  return t("mistake", {
    number: moveNumber(ply, moves[0].by), side: names[by],
    move: moveLabel(layout, text), after: describeForMover(after),
    best: moveLabel(layout, best ?? ""), before: describeForMover(before),
  });
}

const TIME_PER_POSITION = "400ms";

/** Results of earlier reviews. @type {Map<string, Api.Analysis>} */
const cache = new Map();

/** Analyses every position of a game, one after the other. */
export class GameReview {
  #analyser = new Analyser();
  /** Incremented to cancel the review in progress. */
  #run = 0;
  /** One value per position, `null` until it is known. @type {(Api.Analysis | null)[]} */
  values = [];

  /** @param {() => void} onChange called whenever a value becomes known */
  constructor(onChange) {
    this.onChange = onChange;
  }

  stop() {
    this.#run++;
    this.#analyser.cancel();
  }

  clear() {
    this.stop();
    this.values = [];
  }

  get done() { return this.values.filter(Boolean).length; }

  /**
   * @param {string} game
   * @param {string | undefined} start
   * @param {string[]} moves
   */
  async start(game, start, moves) {
    const run = ++this.#run;
    // The move played from a position is part of the key: its review comes with the value.
    /** @param {number} ply */
    const keyOf = ply => JSON.stringify([game, start, moves.slice(0, ply + 1), ply]);
    this.values = Array.from({ length: moves.length + 1 }, (_, ply) => cache.get(keyOf(ply)) ?? null);
    this.onChange();
    // Backwards, because late positions are solved soonest.
    for (let ply = moves.length; ply >= 0; ply--) {
      if (this.values[ply]) continue;
      const body = { game, position: start, moves: moves.slice(0, ply), played: moves[ply], time: TIME_PER_POSITION };
      const answer = await this.#analyser.analyse(body).catch(() => null);
      if (run !== this.#run) return;
      if (!answer) continue;
      cache.set(keyOf(ply), answer);
      this.values[ply] = answer;
      this.onChange();
    }
  }
}
