// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { addressParams, chosenEvaluator, completeSetup, evaluatorLabel } from "../public/views/understand/search-setup.js";
import "./language.js";

const SETUP = { game: "othello", position: "", moves: "f5d6", depth: undefined, evaluator: "" };

/** @param {number} moveCount @returns {Pick<Api.ViewAnswer, "start" | "moves" | "view">} */
const answer = moveCount => ({
  start: "start", moves: ["f5", "d6"],
  view: /** @type {Api.View} */ (/** @type {unknown} */ ({ moves: Array(moveCount).fill({ text: "a1", points: [0] }) })),
});

test("the depth is chosen by the number of moves", () => {
  assert.equal(completeSetup(SETUP, { start: "start" }, answer(9)).depth, 3);
  assert.equal(completeSetup(SETUP, { start: "start" }, answer(361)).depth, 2);
  assert.equal(completeSetup({ ...SETUP, depth: 7 }, { start: "start" }, answer(361)).depth, 7);
});

test("moves are kept as the server read them", () => {
  const complete = completeSetup(SETUP, { start: "start" }, answer(9));
  assert.deepEqual([complete.position, complete.moves], ["", ["f5", "d6"]]);
  assert.equal(completeSetup(SETUP, { start: "another" }, answer(9)).position, "start");
  assert.equal(addressParams(complete).moves, "f5.d6");
});

test("the strongest evaluator is used unless another is chosen", () => {
  const variant = { evaluators: ["baseline", "plateau"] };
  assert.equal(chosenEvaluator({ evaluator: "" }, variant), "plateau");
  assert.equal(chosenEvaluator({ evaluator: "baseline" }, variant), "baseline");
  assert.equal(chosenEvaluator({ evaluator: "unknown" }, variant), "plateau");
  assert.equal(chosenEvaluator({ evaluator: "none" }, variant), undefined);
  assert.equal(chosenEvaluator({ evaluator: "" }, { evaluators: [] }), undefined);
});

test("evaluators have labels", () => {
  assert.deepEqual(["baseline", "seed", "plateau", "none"].map(evaluatorLabel), ["basic", "basic", "Plateau", "none"]);
});
