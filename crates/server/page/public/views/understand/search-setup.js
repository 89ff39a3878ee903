// @ts-check
// What the understand view searches: position, depth and evaluator.

import { defaultGame } from "../../lib/catalogue.js";
import { capitalize, t } from "../../lib/i18n.js";
import { joinMoves } from "../../lib/router.js";

/** The server refuses larger trees; the automatic depth stays below. */
const MAX_TREE_NODES = 1e6;
export const NO_EVALUATOR = "none";

/**
 * What is searched.
 * @typedef {object} SearchSetup
 * @property {string} game the variant
 * @property {string} position empty for the start
 * @property {string | string[]} moves played from the position; text in the game's notation until the server has read it
 * @property {number | undefined} depth chosen automatically if undefined
 * @property {string} evaluator by name, "none", or empty for the strongest
 */

/** A setup the server has read. @typedef {SearchSetup & { moves: string[], depth: number }} CompleteSetup */

/** Returns the parameters of a setup's address. @param {SearchSetup} setup */
export function addressParams({ game, position, moves, depth, evaluator }) {
  return { game, position, moves: typeof moves === "string" ? moves : joinMoves(moves), depth, eval: evaluator };
}

/**
 * Fills in what the server has read, and the depth.
 * @param {SearchSetup} setup
 * @param {Pick<Api.Variant, "start">} variant
 * @param {Pick<Api.ViewAnswer, "start" | "moves" | "view">} answer
 * @returns {CompleteSetup}
 */
export function completeSetup(setup, variant, { start, moves, view }) {
  const depth = setup.depth ?? (view.moves.length ** 3 > MAX_TREE_NODES ? 2 : 3);
  // A position may be typed as the moves that lead to it from the start.
  const position = moves.length ? (start === variant.start ? "" : start) : setup.position;
  return { ...setup, position, moves, depth };
}

/**
 * Returns the evaluator of positions at the depth limit: the strongest, unless another or
 * none is chosen.
 * @param {Pick<SearchSetup, "evaluator">} setup
 * @param {Pick<Api.Variant, "evaluators">} variant
 */
export function chosenEvaluator({ evaluator }, { evaluators }) {
  if (evaluator === NO_EVALUATOR) return undefined;
  return evaluators.includes(evaluator) ? evaluator : evaluators[evaluators.length - 1];
}

/** @param {string} name */
export function evaluatorLabel(name) {
  if (name === NO_EVALUATOR) return t("evaluator-none");
  return name === "baseline" || name === "seed" ? t("evaluator-basic") : capitalize(name);
}

/**
 * Returns what to show instead of an invalid setup: the start of its game, or of the default
 * one, or `null` if that was the setup.
 * @param {SearchSetup} setup
 * @returns {Promise<SearchSetup | null>}
 */
export async function fallbackSetup({ game, position, moves, depth }) {
  const start = { position: "", moves: [], depth, evaluator: "" };
  if (position || moves.length) return { game, ...start };
  const other = await defaultGame();
  return game === other ? null : { game: other, ...start };
}
