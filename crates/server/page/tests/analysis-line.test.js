// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { allMoves, backToMain, currentPly, goToPly, playedMoves, playMove } from "../public/views/analyse/analysis-line.js";

const MAIN = { game: "connect4", start: undefined, main: ["4", "4", "5"], ply: 3, variation: [], at: 0 };
const VARIATION = { ...MAIN, ply: 1, variation: ["3", "2"], at: 2 };

test("a move at the end extends the game", () => {
  const line = playMove(MAIN, "6");
  assert.deepEqual([line.main, line.ply, line.variation], [["4", "4", "5", "6"], 4, []]);
});

test("a move that was played follows the game", () => {
  const line = playMove(goToPly(MAIN, 1), "4");
  assert.deepEqual([line.main, line.ply, line.variation], [MAIN.main, 2, []]);
});

test("another move starts a variation and leaves the game alone", () => {
  const line = playMove(goToPly(MAIN, 1), "3");
  assert.deepEqual([line.main, line.ply, line.variation, line.at], [MAIN.main, 1, ["3"], 1]);
  assert.deepEqual(playedMoves(line), ["4", "3"]);
});

test("within a variation a different move replaces the rest of it", () => {
  const back = goToPly(VARIATION, 2);
  assert.deepEqual([back.at, allMoves(back)], [1, ["4", "3", "2"]]);
  assert.equal(playMove(back, "2").at, 2);
  assert.deepEqual(playMove(back, "7").variation, ["3", "7"]);
});

test("going back before the branch leaves the variation", () => {
  assert.deepEqual(goToPly(VARIATION, 1).variation, ["3", "2"]);
  const line = goToPly(VARIATION, 0);
  assert.deepEqual([line.ply, line.variation, currentPly(line)], [0, [], 0]);
  assert.deepEqual(backToMain(VARIATION), { ...MAIN, ply: 1 });
});

test("plies are limited to the moves there are", () => {
  assert.equal(currentPly(goToPly(MAIN, 99)), 3);
  assert.equal(currentPly(goToPly(MAIN, -1)), 0);
  assert.equal(currentPly(goToPly(VARIATION, 99)), 3);
});
