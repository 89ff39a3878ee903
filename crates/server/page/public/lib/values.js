// @ts-check
// Values as text. A value is for the side to move; bars and plots show the first player's.

import { formatNumber, formatSigned } from "./format.js";
import { t } from "./i18n.js";
import { otherSide } from "./notation.js";

/** @typedef {Pick<Api.Value, "exact" | "result" | "plies" | "score" | "estimate" | "share" | "at_least" | "at_most">} Value */

const SHAPES = { win: "▲", draw: "●", loss: "▼" };

// An estimate this close to even counts as a draw.
const EVEN = 0.004;

/**
 * Returns the result a value proves, or else suggests.
 * @param {Value} value
 * @returns {Api.Result}
 */
function resultOf({ result, share, estimate }) {
  if (result) return result;
  const advantage = share !== null && share !== undefined ? share - 0.5 : estimate ?? 0;
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
 * @property {string} main the score or estimate
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
  const { plies, score, share, estimate } = value;
  if (plies !== null && plies !== undefined) {
    const distance = (isBound(value) ? "≤" : "") + plies;
    const main = about + (score ? formatSigned(score) : "");
    return { kind, estimated, shape: SHAPES[kind], main, more: tight ? distance : t("in", { plies: distance }) };
  }
  if (score !== null && score !== undefined) {
    return { kind, estimated, shape: SHAPES[kind], main: formatSigned(score), more: "" };
  }
  if (value.result) return { kind, estimated, shape: SHAPES[kind], main: about + (kind === "draw" ? "0" : ""), more: "" };
  const amount = share !== null && share !== undefined
    ? formatNumber(100 * share) + (tight ? "" : " %")
    : formatSigned(estimate ?? 0, !tight && Math.abs(estimate ?? 0) < 10 ? 1 : 0);
  return { kind, estimated: true, shape: "", main: "≈" + amount, more: "" };
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

/** @param {Value} value */
const distanceOf = value => (isBound(value) ? "≤\u202f" : "") + value.plies;

/**
 * Describes a value and names the side it favours: "x wins in 7".
 * @param {Value} value
 * @param {Api.Side} turn the side to move
 * @param {Api.Sides<string>} names
 */
export function describeValue(value, turn, names) {
  const about = isEstimate(value) && value.result ? "≈ " : "";
  const side = names[resultOf(value) === "win" ? turn : otherSide(turn)];
  if (value.result === "draw") return about + t("draw");
  if (value.result) {
    if (value.plies !== null && value.plies !== undefined) return about + t("wins-in", { side, plies: distanceOf(value) });
    if (value.score) return about + t("wins-by", { side, margin: Math.abs(value.score) });
    return about + t("wins", { side });
  }
  return t("about", { side: names.x, value: formatEstimate(value, turn === "x") });
}

/**
 * Describes a value for the side to move without naming it: "wins in 7", "loses by 4".
 * @param {Value} value
 */
export function describeForMover(value) {
  const about = isEstimate(value) && value.result ? "≈ " : "";
  if (value.result === "draw") return about + t("draw");
  if (value.result) {
    const isWin = value.result === "win";
    if (value.plies !== null && value.plies !== undefined) {
      return about + t(isWin ? "mover-wins-in" : "mover-loses-in", { plies: distanceOf(value) });
    }
    if (value.score) return about + t(isWin ? "mover-wins-by" : "mover-loses-by", { margin: Math.abs(value.score) });
    return about + t(isWin ? "mover-wins" : "mover-loses");
  }
  return "≈ " + formatEstimate(value, true);
}

/**
 * @param {Value} value
 * @param {boolean} forMover whether the estimate is for the side to move, or for the other
 */
function formatEstimate({ share, estimate }, forMover) {
  if (share !== null && share !== undefined) return formatNumber(100 * (forMover ? share : 1 - share)) + " %";
  return formatSigned((forMover ? 1 : -1) * (estimate ?? 0), 1);
}

/**
 * Returns the first player's chance, from 0 to 1: the share of a bar that is theirs.
 * @param {{ chance: number }} value
 * @param {Api.Side} turn
 */
export const firstPlayerChance = ({ chance }, turn) => (turn === "x" ? chance : 1 - chance);
