// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { moveButtonLabel, moveLabel, moveNumber, otherSide, pointLabel } from "../public/lib/notation.js";
import { moveRows } from "../public/views/shared/move-list.js";
import { inLanguage } from "./language.js";

/** @type {Api.Point} */
const POINT = { name: "5 1", words: "grid 5, cell 1", x: 0, y: 0, region: 4 };

test("moves are numbered as in the move list", () => {
  assert.deepEqual([0, 1, 2, 3].map(ply => moveNumber(ply, "x")), [1, 1, 2, 2]);
  assert.deepEqual([0, 1, 2, 3].map(ply => moveNumber(ply, "o")), [1, 2, 2, 3]);
});

test("a move is called by the words of its point, or by its column", () => {
  assert.equal(moveLabel({ points: [POINT], motion: "appear" }, "5 1"), "grid 5, cell 1");
  assert.equal(moveLabel({ points: [{ ...POINT, name: "a1", words: null }], motion: "appear" }, "a1"), "a1");
  assert.equal(moveLabel({ points: [], motion: "fall" }, "5"), "column 5");
  assert.equal(inLanguage("fr", () => moveLabel({ points: [], motion: "fall" }, "5")), "colonne 5");
  assert.equal(moveLabel({ points: [POINT], motion: "turn" }, "pass"), "pass");
  assert.deepEqual(["pass", "swap"].map(moveButtonLabel), ["Pass", "swap"]);
  assert.equal(inLanguage("fr", () => moveButtonLabel("pass")), "Passer");
  assert.equal(pointLabel(POINT), "grid 5, cell 1");
  assert.equal(otherSide(otherSide("x")), "x");
});

/** @param {Api.Side} first @param {number} count */
const moves = (first, count) => Array.from({ length: count }, (_, i) => ({ text: String(i), by: i % 2 ? otherSide(first) : first }));

test("a game begun by x fills rows from the left", () => {
  assert.deepEqual(moveRows(moves("x", 3)), [{ number: 1, cells: [0, 1] }, { number: 2, cells: [2, null] }]);
});

test("a game begun by o leaves the first cell empty", () => {
  assert.deepEqual(moveRows(moves("o", 4)), [
    { number: 1, cells: [null, 0] }, { number: 2, cells: [1, 2] }, { number: 3, cells: [3, null] },
  ]);
  assert.deepEqual(moveRows([]), []);
});
