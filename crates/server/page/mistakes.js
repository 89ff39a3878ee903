// Where a game was spoilt: how far the bar fell with a move.

import { shareOf } from "./values.js";

const SLIP = 0.2, BLUNDER = 0.45;

// The mistakes among the values of a game, each with the ply of its move.
export function mistakesIn(values, moves) {
  const found = [];
  for (let ply = 0; ply < moves.length; ply++) {
    const before = values[ply], after = values[ply + 1];
    if (!before?.best || !after || before.best === moves[ply].text) continue;
    const mover = before.turn;
    const fall = (shareOf(before, before.turn) - shareOf(after, after.turn)) * (mover === "x" ? 1 : -1);
    if (fall >= SLIP) found.push({ ply, fall, mark: fall >= BLUNDER ? "??" : "?", before, after, better: before.best });
  }
  return found;
}

// The worst ones, in the order they were played.
export function worst(mistakes, count) {
  const chosen = [...mistakes].sort((a, b) => b.fall - a.fall).slice(0, count);
  return chosen.sort((a, b) => a.ply - b.ply);
}
