// @ts-check
// The address of an analysis: a game, the position shown, a variation, and whose mistakes are reviewed.

import { request } from "../../lib/api.js";
import { defaultGame, loadVariant } from "../../lib/catalogue.js";
import { address, joinMoves, movesForServer, splitMoves } from "../../lib/router.js";

/** @typedef {import("./analysis-line.js").AnalysisLine} AnalysisLine */

/**
 * Reads the line of an address.
 * @param {URLSearchParams} params
 * @returns {Promise<AnalysisLine>}
 */
export async function readLine(params) {
  const game = params.get("game") ?? await defaultGame();
  const position = params.get("position") || undefined;
  const moves = movesForServer(params.get("moves"));
  /** @type {Pick<Api.ViewAnswer, "start" | "moves"> | null} */
  const answer = position || moves ? await request("view", { game, position, moves }) : null;
  const main = answer?.moves ?? [];
  // A position may be typed as the moves that lead to it from the start.
  const start = main.length ? answer?.start : position;
  const variation = splitMoves(params.get("line"));
  return {
    game, start: start === (await loadVariant(game)).start ? undefined : start,
    main, ply: readIndex(params.get("ply"), main.length),
    variation, at: readIndex(params.get("at"), variation.length),
  };
}

/**
 * Reads a number of moves: all of them by default, and never more.
 * @param {string | null} text
 * @param {number} count
 */
const readIndex = (text, count) => Math.min(count, Number(text ?? count) || 0);

/**
 * Returns the side of the reader that an address names.
 * @param {URLSearchParams} params
 * @returns {Api.Side | null}
 */
export function readSeat(params) {
  const seat = params.get("seat");
  return seat === "x" || seat === "o" ? seat : null;
}

/**
 * Returns the address of a game and its review.
 * @param {object} game
 * @param {string} game.game the variant
 * @param {string} [game.start] the position it started from
 * @param {string[]} game.moves
 * @param {number} [game.ply] of the position to show, the last one by default
 * @param {Api.Side | null} [game.seat] of the reader
 * @param {boolean} [game.tryAgain] whether the reader looks for a better move there
 */
export const reviewAddress = ({ game, start, moves, ply = moves.length, seat, tryAgain }) =>
  addressOf({ game, start, main: moves, ply, variation: [], at: 0 }, seat, tryAgain);

/**
 * @param {AnalysisLine} line
 * @param {Api.Side | null} [seat] of the reader
 * @param {boolean} [tryAgain] whether the reader looks for a better move here
 */
export function addressOf({ game, start, main, ply, variation, at }, seat = null, tryAgain = false) {
  return address("analyse", "", {
    game, position: start, moves: joinMoves(main), ply: ply === main.length ? "" : ply,
    line: joinMoves(variation), at: at === variation.length ? "" : at, seat, try: tryAgain ? ply : "",
  });
}
