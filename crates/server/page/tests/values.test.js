// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { certainty, compactValue, describeForMover, describeValue, finishedValue, firstPlayerChance, formatLine, moveQuality } from "../public/lib/values.js";
import { inLanguage } from "./language.js";

const NAMES = { x: "x", o: "o" };

/**
 * @param {Partial<Api.Value>} fields
 * @returns {Api.Value}
 */
const value = fields => ({
  exact: false, result: null, plies: null, score: null, estimate: null, share: null, at_least: null, at_most: null,
  text: "", chance: 0.5, ...fields,
});
const WIN_IN_7 = value({ exact: true, result: "win", plies: 7 });
const LOSS_BOUND = value({ result: "loss", plies: 12, at_most: { result: "loss" } });

test("a win or a loss names the side that wins", () => {
  assert.equal(describeValue(WIN_IN_7, "x", NAMES), "x wins in 7");
  assert.equal(describeValue(WIN_IN_7, "o", NAMES), "o wins in 7");
  assert.equal(describeValue(LOSS_BOUND, "o", NAMES), "x wins in ≤\u202f12");
  assert.equal(describeValue(value({ exact: true, result: "loss", score: -46 }), "o", NAMES), "x wins by 46");
  assert.equal(describeValue(value({ exact: true, result: "draw" }), "o", NAMES), "draw");
});

test("an estimate is a win chance of the side it favours", () => {
  assert.equal(describeValue(value({ estimate: 1.25, chance: 0.634 }), "x", NAMES), "≈\u00a0x 63\u00a0%");
  assert.equal(describeValue(value({ estimate: 1.25, chance: 0.634 }), "o", NAMES), "≈\u00a0o 63\u00a0%");
  assert.equal(describeValue(value({ share: 0.25, chance: 0.275 }), "o", NAMES), "≈\u00a0x 73\u00a0%");
  assert.equal(describeValue(value({ result: "win", plies: 5 }), "x", NAMES), "≈\u00a0x wins in 5");
});

test("a finished game says who won, without a distance", () => {
  assert.equal(describeValue(finishedValue({ winner: "x" }, "o"), "o", NAMES), "x has won");
  assert.equal(describeValue(finishedValue({ winner: null }, "o"), "o", NAMES), "draw");
  assert.equal(finishedValue({ winner: "x" }, "o").chance, 0);
  assert.equal(inLanguage("fr", () => describeValue(finishedValue({ winner: "o" }, "x"), "x", { x: "Noirs", o: "Blancs" })), "Les Blancs ont gagné");
});

test("moves are judged by the bounds of the marks", () => {
  const best = { chance: 0.9 };
  const losses = [0, 0.03, 0.04, 0.1, 0.2, 0.45].map(lost => moveQuality({ chance: 0.9 - lost }, best, false));
  assert.deepEqual(losses, ["good", "good", "fair", "inaccuracy", "mistake", "blunder"]);
  assert.equal(moveQuality(best, best, true), "best");
});

test("proven results are judged as in reviews", () => {
  /** @param {Api.Result} result @param {number} plies */
  const proven = (result, plies) => value({ exact: true, result, plies, chance: { win: 1, draw: 0.5, loss: 0 }[result] });
  const won = proven("win", 41), draw = value({ exact: true, result: "draw" });
  assert.equal(moveQuality(proven("loss", 40), won, false), "mistake");
  assert.equal(moveQuality(draw, won, false), "inaccuracy");
  assert.equal(moveQuality(proven("win", 41), proven("win", 5), false), "good", "it still wins");
  assert.equal(moveQuality(proven("loss", 2), proven("loss", 30), false), "mistake");
  assert.equal(moveQuality(proven("loss", 2), draw, false), "blunder");
  assert.equal(moveQuality(value({ exact: true, result: "loss", score: -4, chance: 0 }), draw, false), "blunder");
});

test("a value for the mover names nobody", () => {
  assert.equal(describeForMover(WIN_IN_7), "wins in 7");
  assert.equal(describeForMover(LOSS_BOUND), "loses in ≤\u202f12");
  assert.equal(describeForMover(value({ exact: true, result: "loss", score: -4 })), "loses by 4");
  assert.equal(describeForMover(value({ estimate: -0.5, chance: 0.44 })), "≈\u00a044\u00a0%");
  assert.equal(inLanguage("fr", () => describeForMover(WIN_IN_7)), "gagne en 7");
});

test("a compact value has a shape, a score and a distance", () => {
  assert.deepEqual(compactValue(WIN_IN_7), { kind: "win", estimated: false, shape: "▲", main: "", more: "in 7" });
  assert.deepEqual(compactValue(LOSS_BOUND, true), { kind: "loss", estimated: false, shape: "▼", main: "", more: "≤12" });
  const score = value({ exact: true, result: "win", plies: 3, score: 18 });
  assert.deepEqual(compactValue(score), { kind: "win", estimated: false, shape: "▲", main: "+18", more: "in 3" });
  const draw = value({ exact: true, result: "draw" });
  assert.deepEqual(compactValue(draw), { kind: "draw", estimated: false, shape: "●", main: "0", more: "" });
});

test("a compact estimate is marked as one, and shorter in a tight cell", () => {
  const estimate = value({ estimate: 1.2, chance: 0.62 });
  assert.deepEqual(compactValue(estimate), { kind: "win", estimated: true, shape: "", main: "≈62\u00a0%", more: "" });
  assert.equal(compactValue(estimate, true).main, "≈62");
  assert.equal(compactValue(value({ chance: 0.204 })).kind, "loss");
  assert.equal(compactValue(value({ chance: 0.503 })).kind, "draw");
});

test("certainty tells proof from estimate", () => {
  assert.equal(certainty(WIN_IN_7), "exact");
  assert.equal(certainty(LOSS_BOUND), "proven bound");
  assert.equal(certainty(value({ result: "win", plies: 3 })), "estimate");
});

test("the bar shows the first player's chance", () => {
  assert.equal(firstPlayerChance({ chance: 0.9 }, "x"), 0.9);
  assert.ok(Math.abs(firstPlayerChance({ chance: 0.9 }, "o") - 0.1) < 1e-9);
});

test("a line of moves never breaks within a move", () => {
  assert.equal(formatLine(["5 1", "1 5", "5 2"], 0, 2), "5\u00a01 · 1\u00a05");
  assert.equal(formatLine(null, 0, 5), "");
});
