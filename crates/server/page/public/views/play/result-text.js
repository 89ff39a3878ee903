// @ts-check
// The end of a game in words, as said to the one who played it.

import { capitalizeSentence, t } from "../../lib/i18n.js";
import { otherSide } from "../../lib/notation.js";

/** Writes a number of moves. @param {number} count */
export const moveCount = count => (count === 1 ? t("one-move") : t("count-moves", { count }));

/**
 * Returns whether points are on one straight line.
 * @param {{ x: number, y: number }[]} points
 */
function isStraight([first, second, ...others]) {
  return !second || others.every(({ x, y }) => Math.abs((second.x - first.x) * (y - first.y) - (second.y - first.y) * (x - first.x)) < 1e-6);
}

/**
 * Returns the result, and how it came about.
 * @param {{ moves: readonly { by: Api.Side }[], view: Api.View }} game
 * @param {Api.Side | null} mine the side of the reader, `null` for a spectator and one who plays both
 * @param {Pick<Api.Layout, "points">} layout
 * @returns {{ title: string, how: string | null }}
 */
export function resultTexts({ moves, view }, mine, layout) {
  const finish = /** @type {Api.Finish} */ (view.finish);
  if (!mine) return { title: capitalizeSentence(finish.text), how: howByRules(view, finish.winner, layout) };
  const count = moves.filter(move => move.by === mine).length;
  const hasWon = finish.winner === mine;
  const title = !finish.winner ? t("you-drew", { moves: moveCount(count) })
    : !count || finish.reason !== "moves" ? t(hasWon ? "you-won-at-once" : "you-lost-at-once") : t(hasWon ? "you-won" : "you-lost", { moves: moveCount(count) });
  if (finish.reason === "resignation") return { title, how: t(hasWon ? "opponent-resigned" : "you-resigned") };
  if (finish.reason === "time") return { title, how: t(hasWon ? "opponent-out-of-time" : "you-out-of-time") };
  if (finish.reason === "moves") return { title, how: howByRules(view, mine, layout) };
  return { title, how: capitalizeSentence(finish.text) };
}

/**
 * @param {Api.View} view
 * @param {Api.Side | null} side whose count comes first
 * @param {Pick<Api.Layout, "points">} layout
 */
function howByRules({ finish, line, region_line: grids, tally }, side, layout) {
  if (finish?.reason !== "moves") return null;
  if (tally) return t("how-tally", { one: tally[side ?? "x"], other: tally[otherSide(side ?? "x")], what: tally.what });
  if (grids.length) return t("how-grids", { count: grids.length });
  if (!line.length) return null;
  return isStraight(line.map(point => layout.points[point])) ? t("how-line", { count: line.length }) : t("how-lines");
}
