// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { nearestPoint, winningLines } from "../public/board/geometry.js";
import { fallFrames, fallTime } from "../public/board/motion.js";
import { clickablePoints, findMove, visibleValues } from "../public/board/targets.js";

/** A board of 3×3 cells, numbered by rows from the top left. */
const CELLS = Array.from({ length: 9 }, (_, i) => ({ x: i % 3 + 0.5, y: Math.floor(i / 3) + 0.5 }));

test("arrow keys go to the next cell, and stay at the edge", () => {
  assert.equal(nearestPoint(CELLS, 4, 0, -1), 1);
  assert.equal(nearestPoint(CELLS, 4, 1, 0), 5);
  assert.equal(nearestPoint(CELLS, 0, -1, 0), 0);
  assert.equal(nearestPoint(CELLS, 8, 0, 1), 8);
});

test("arrow keys skip gaps and prefer points straight ahead", () => {
  assert.equal(nearestPoint([{ x: 0, y: 0 }, { x: 3, y: 0 }, { x: 2, y: 2 }], 0, 1, 0), 1);
});

test("a winning line goes a little beyond its ends", () => {
  assert.equal(winningLines([CELLS[2], CELLS[0], CELLS[1]]), "M0.2 0.5L2.8 0.5");
  assert.equal(winningLines([CELLS[0]]), "");
  assert.equal(winningLines([]), "");
});

test("two lines won at once are both drawn", () => {
  const row = [CELLS[0], CELLS[1], CELLS[2]], column = [CELLS[5], CELLS[8]];
  assert.equal(winningLines([...row, ...column]), "M0.2 0.5L2.8 0.5M2.5 0.2L2.5 2.8");
  const diagonals = [0, 4, 8, 2, 6].map(id => CELLS[id]);
  assert.equal(winningLines(diagonals).split("M").length - 1, 2);
});

test("a piece falls longer from higher, bounces once and comes to rest", () => {
  assert.ok(fallTime(6) > fallTime(1) && fallTime(6) < 600, String(fallTime(6)));
  const frames = fallFrames(4);
  assert.deepEqual([frames[0].transform, frames[1].transform], ["translateY(-4px)", "translateY(0px)"]);
  assert.equal(frames[frames.length - 1].transform, "translateY(0px)");
  assert.ok(frames.slice(1, -1).every(({ offset }) => Number(offset) > 0 && Number(offset) < 1));
});

const PLACE = { text: "4", points: [4], also: [1, 7] };
const SLIDES = [{ text: "0 3", points: [0, 3] }, { text: "0 1", points: [0, 1] }, { text: "8 5", points: [8, 5] }];

test("a click places a piece, also on points that stand for the same move", () => {
  assert.equal(findMove({ moves: [PLACE] }, 4, null), PLACE);
  assert.equal(findMove({ moves: [PLACE] }, 7, null), PLACE);
  assert.equal(findMove({ moves: [PLACE] }, 5, null), undefined);
});

test("a slide needs its piece to be selected", () => {
  assert.equal(findMove({ moves: SLIDES }, 3, null), undefined);
  assert.equal(findMove({ moves: SLIDES }, 3, 0), SLIDES[0]);
  assert.equal(findMove({ moves: SLIDES }, 3, 8), undefined);
});

test("only the targets of the selected piece can be clicked", () => {
  assert.deepEqual(clickablePoints({ moves: [PLACE, ...SLIDES] }, null), { targets: [4], sources: [0, 8] });
  assert.deepEqual(clickablePoints({ moves: SLIDES }, 0), { targets: [3, 1], sources: [0, 8] });
});

/** @param {string} move @returns {Api.MoveValue} */
const moveValue = move => ({
  move, line: [], exact: true, result: "win", plies: 1, score: null, estimate: null, share: null, text: "", chance: 1,
});

test("a piece shows its best slide until it is selected", () => {
  const values = { position: "p", moves: ["0 1", "8 5", "0 3"].map(moveValue) };
  const view = { position: "p", moves: SLIDES };
  const unselected = visibleValues({ values, selected: null }, view);
  assert.deepEqual([...unselected].map(([point, { value, onPiece }]) => [point, value.move, onPiece]), [[0, "0 1", true], [8, "8 5", true]]);
  const selected = visibleValues({ values, selected: 0 }, view);
  assert.deepEqual([...selected].map(([point, { value, onPiece }]) => [point, value.move, onPiece]), [[1, "0 1", false], [3, "0 3", false]]);
});

test("values of another position are not shown", () => {
  const values = { position: "before", moves: [moveValue("4")] };
  assert.equal(visibleValues({ values, selected: null }, { position: "after", moves: [PLACE] }).size, 0);
});
