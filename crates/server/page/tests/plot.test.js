// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { plotScale } from "../public/views/shared/plot-scale.js";
import { growingRows, logScale } from "../public/views/understand/node-counts.js";

test("a click on the plot finds the ply that is drawn there", () => {
  for (const count of [2, 3, 14, 61]) {
    const { x, plyAt } = plotScale(count);
    for (let ply = 0; ply < count; ply++) assert.equal(plyAt(x(ply) / 320), ply, `${ply} of ${count}`);
    assert.equal(plyAt(-1), 0);
    assert.equal(plyAt(2), count - 1);
  }
});

test("the first player's chance grows upwards, within the margins", () => {
  const { y } = plotScale(5);
  assert.deepEqual([y(1), y(0.5), y(0)], [16, 56, 96]);
});

test("a single position is drawn at the left", () => {
  const { x, plyAt } = plotScale(1);
  assert.equal(x(0), 8);
  assert.equal(plyAt(0.7), 0);
});

/** @param {[number, number, number][]} rows @returns {Api.NodeCount[]} */
const counts = rows => rows.map(([depth, minimax, alphabeta]) => ({ depth, minimax, alphabeta }));

test("rows end where the tree is complete", () => {
  const all = counts([[1, 5, 5], [2, 17, 12], [3, 41, 30], [4, 49, 35], [5, 49, 35]]);
  assert.deepEqual(growingRows(all).map(row => row.depth), [1, 2, 3, 4]);
  assert.deepEqual(growingRows([]), []);
});

test("powers of ten are equally far apart", () => {
  const { x, y, powers } = logScale(counts([[1, 10, 10], [2, 90, 40], [3, 900, 100]]));
  assert.equal(powers, 3);
  const heights = [1, 10, 100, 1000].map(y);
  for (const i of [1, 2, 3]) assert.ok(Math.abs(heights[i - 1] - heights[i] - 54) < 1e-9);
  assert.equal(y(0), y(1), "nothing is drawn below 1");
  assert.deepEqual([x(1), x(2), x(3)], [44, 177, 310]);
  assert.equal(logScale(counts([[4, 10, 10]])).x(4), 177, "one depth stands in the middle");
});
