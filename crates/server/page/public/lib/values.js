// @ts-check
// Values as text. A value is for the side to move; bars and plots show the first player's. Proven values
// are results in words, estimates are win chances in percent.

import { formatNumber, formatSigned } from "./format.js";
import { t } from "./i18n.js";
import { otherSide } from "./notation.js";

/** @typedef {Pick<Api.Value, "exact" | "result" | "plies" | "score" | "chance" | "at_least" | "at_most">} Value */

const SHAPES = { win: "▲", draw: "●", loss: "▼" };

// A win chance this close to one half counts as even.
const EVEN = 0.005;

/**
 * Returns the result a value proves, or else suggests.
 * @param {Value} value
 * @returns {Api.Result}
 */
function resultOf({ result, chance }) {
  if (result) return result;
  const advantage = chance - 0.5;
  return advantage > EVEN ? "win" : advantage < -EVEN ? "loss" : "draw";
}

/**
 * Returns whether a win or a loss is proven, but not its exact distance or margin.
 * @param {Value} value
 */
const isBound = ({ exact, result, at_least: least, at_most: most }) => !exact
  && (result === "win" && least?.result === "win" || result === "loss" && most?.result === "loss");

/** @param {Value} value */
const isEstimate = value => !value.exact && !isBound(value);

/** Returns "exact", "proven bound" or "estimate". @param {Value} value */
export const certainty = value => t(value.exact ? "exact" : isBound(value) ? "bound" : "estimated");

/**
 * @typedef {object} CompactValue
 * @property {Api.Result} kind
 * @property {boolean} estimated
 * @property {string} shape ▲, ● or ▼
 * @property {string} main the score or the win chance
 * @property {string} more a second line: the distance to the end of the game
 */

/**
 * Returns a value short enough for a cell of the board.
 * @param {Value} value
 * @param {boolean} [tight] whether the cell is so small that units are left out
 * @returns {CompactValue}
 */
export function compactValue(value, tight = false) {
  const kind = resultOf(value);
  const estimated = isEstimate(value);
  const about = estimated ? "≈" : "";
  const { plies, score, chance } = value;
  if (plies !== null && plies !== undefined) {
    const distance = (isBound(value) ? "≤" : "") + plies;
    const main = about + (score ? formatSigned(score) : "");
    return { kind, estimated, shape: SHAPES[kind], main, more: tight ? distance : t("in", { plies: distance }) };
  }
  if (score !== null && score !== undefined) {
    return { kind, estimated, shape: SHAPES[kind], main: formatSigned(score), more: "" };
  }
  if (value.result) return { kind, estimated, shape: SHAPES[kind], main: about + (kind === "draw" ? "0" : ""), more: "" };
  return { kind, estimated: true, shape: "", main: "≈" + formatNumber(100 * chance) + (tight ? "" : "\u00a0%"), more: "" };
}

/**
 * Joins the moves of a principal variation; lines break between moves, never within one.
 * @param {string[] | null | undefined} moves
 * @param {number} from
 * @param {number} to
 */
export function formatLine(moves, from, to) {
  return (moves ?? []).slice(from, to).map(move => move.replaceAll(" ", "\u00a0")).join(" · ");
}

// No line breaks within a value.
const ABOUT = "≈\u00a0";
/** @param {number} chance */
const percent = chance => formatNumber(100 * chance) + "\u00a0%";

/** @param {Value} value */
const distanceOf = value => (isBound(value) ? "≤\u202f" : "") + value.plies;

/**
 * Returns the value of a game that is over.
 * @param {Pick<Api.Finish, "winner">} finish
 * @param {Api.Side} turn the side that would move
 * @returns {Value}
 */
export function finishedValue({ winner }, turn) {
  const result = winner === null ? "draw" : winner === turn ? "win" : "loss";
  return { exact: true, result, plies: 0, score: null, chance: { win: 1, draw: 0.5, loss: 0 }[result], at_least: null, at_most: null };
}

/**
 * Describes a value and names the side it favours: "x wins in 7", "≈ x 63 %".
 * @param {Value} value
 * @param {Api.Side} turn the side to move
 * @param {Api.Sides<string>} names
 */
export function describeValue(value, turn, names) {
  const about = isEstimate(value) && value.result ? ABOUT : "";
  const side = names[value.result === "win" || !value.result && value.chance >= 0.5 ? turn : otherSide(turn)];
  if (value.result === "draw") return about + t("draw");
  if (value.result) {
    if (value.plies === 0) return t("has-won", { side });
    if (value.plies !== null && value.plies !== undefined) return about + t("wins-in", { side, plies: distanceOf(value) });
    if (value.score) return about + t("wins-by", { side, margin: Math.abs(value.score) });
    return about + t("wins", { side });
  }
  return t("about", { side, value: percent(Math.max(value.chance, 1 - value.chance)) });
}

/**
 * Describes a value for the side to move without naming it: "wins in 7", "loses by 4".
 * @param {Value} value
 */
export function describeForMover(value) {
  const about = isEstimate(value) && value.result ? ABOUT : "";
  if (value.result === "draw") return about + t("draw");
  if (value.result) {
    const isWin = value.result === "win";
    if (value.plies !== null && value.plies !== undefined) {
      return about + t(isWin ? "mover-wins-in" : "mover-loses-in", { plies: distanceOf(value) });
    }
    if (value.score) return about + t(isWin ? "mover-wins-by" : "mover-loses-by", { margin: Math.abs(value.score) });
    return about + t(isWin ? "mover-wins" : "mover-loses");
  }
  return ABOUT + percent(value.chance);
}

/**
 * How good a move is, from the best to a blunder, by the win chance it loses.
 * @typedef {"best" | "good" | "fair" | "inaccuracy" | "mistake" | "blunder"} Quality
 */

/** The least loss of each quality; the last three have the bounds of the marks `?!`, `?` and `??`. */
const LOSSES = /** @type {const} */ ([["blunder", 0.45], ["mistake", 0.2], ["inaccuracy", 0.1], ["fair", 0.04]]);

/** @typedef {Pick<Api.Value, "chance"> & Partial<Pick<Api.Value, "result" | "plies">>} Judged */

/**
 * Returns a person's chance, as reviews count it (docs/analysis.md): a proven loss that is far away leaves some.
 * @param {Judged} value
 */
function personalChance({ chance, result, plies }) {
  if (!result || result === "draw" || plies === null || plies === undefined) return chance;
  const hope = 0.38 * (1 - Math.exp(-((Math.max(0, plies - 2) / 8.5) ** 3)));
  return result === "win" ? 1 - hope : hope;
}

/**
 * Judges a move beside the best one. A move that wins is good, however long it takes.
 * @param {Judged} value of the move
 * @param {Judged} best the value of the best move
 * @param {boolean} isBest
 * @returns {Quality}
 */
export function moveQuality(value, best, isBest) {
  if (isBest) return "best";
  if (value.result === "win") return "good";
  const lost = personalChance(best) - personalChance(value);
  return LOSSES.find(([, least]) => lost >= least - 1e-9)?.[0] ?? "good";
}

/**
 * Returns the first player's chance, from 0 to 1: the share of a bar that is theirs.
 * @param {{ chance: number }} value
 * @param {Api.Side} turn
 */
export const firstPlayerChance = ({ chance }, turn) => (turn === "x" ? chance : 1 - chance);
