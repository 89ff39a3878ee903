// Values as they are written. They are for the side to move; bar, plot and
// status line turn them to the first player.

import { other } from "./sides.js";
import { number, say, signed } from "./words.js";

const SHAPES = { win: "▲", draw: "●", loss: "▼" };

// What is proven or seen of a value in one of three words.
function kindOf(value) {
  if (value.result) return value.result;
  const lean = value.share !== null && value.share !== undefined ? value.share - 0.5 : value.estimate ?? 0;
  return lean > 0.004 ? "win" : lean < -0.004 ? "loss" : "draw";
}

// What is won or lost for sure, though not yet in how many plies or by how much.
const isBound = ({ exact, result, at_least: least, at_most: most }) => !exact
  && (result === "win" && least?.result === "win" || result === "loss" && most?.result === "loss");
const isEstimate = value => !value.exact && !isBound(value);

// How sure a value is.
export const proofOf = value => say(value.exact ? "exact" : isBound(value) ? "bound" : "estimated");

// A value in the width of a cell; a tight one has room for less.
export function brief(value, tight = false) {
  const kind = kindOf(value);
  const estimated = isEstimate(value);
  const about = estimated ? "≈" : "";
  const bounded = isBound(value) ? "≤" : "";
  if (value.plies !== null && value.plies !== undefined) {
    const main = value.score ? signed(value.score) : "";
    return { kind, estimated, shape: SHAPES[kind], main: about + main, more: tight ? bounded + value.plies : say("in", { plies: bounded + value.plies }) };
  }
  if (value.score !== null && value.score !== undefined) {
    return { kind, estimated, shape: SHAPES[kind], main: signed(value.score), more: "" };
  }
  if (value.result) return { kind, estimated, shape: SHAPES[kind], main: about + (kind === "draw" ? "0" : ""), more: "" };
  const amount = value.share !== null && value.share !== undefined
    ? number(100 * value.share) + (tight ? "" : " %") : signed(value.estimate ?? 0, !tight && Math.abs(value.estimate ?? 0) < 10 ? 1 : 0);
  return { kind, estimated: true, shape: "", main: "≈" + amount, more: "" };
}

// A line of moves that breaks between them, not within.
export function lineOf(moves, from, to) {
  return (moves ?? []).slice(from, to).map(move => move.replaceAll(" ", "\u00a0")).join(" · ");
}

// A value in words, naming who it is good for.
export function told(value, turn, names) {
  const kind = kindOf(value);
  const winner = names[kind === "win" ? turn : other(turn)];
  const about = isEstimate(value) && value.result ? "≈ " : "";
  if (value.result === "draw") return about + say("draw");
  if (value.result) {
    if (value.plies !== null && value.plies !== undefined) {
      return about + say("wins-in", { side: winner, plies: (isBound(value) ? "≤\u202f" : "") + value.plies });
    }
    if (value.score) return about + say("wins-by", { side: winner, margin: Math.abs(value.score) });
    return about + say("wins", { side: winner });
  }
  return say("about", { side: names.x, value: written(value, turn) });
}

// An estimate for the first player.
function written(value, turn) {
  const flip = turn === "x" ? 1 : -1;
  if (value.share !== null && value.share !== undefined) {
    return number(100 * (turn === "x" ? value.share : 1 - value.share)) + " %";
  }
  return signed(flip * (value.estimate ?? 0), 1);
}

// How much of a bar is the first player's: 1 for a won game, 0 for a lost one.
export function shareOf({ chance }, turn) { return turn === "x" ? chance : 1 - chance; }
