// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { applyLine, commonValues, countMistakes, describeMistake, findMistakes, worstMistakes } from "../public/lib/game-review.js";
import { judgeAttempt } from "../public/views/review/try-again.js";
import { reviewAddress } from "../public/views/analyse/analysis-address.js";
import { inLanguage } from "./language.js";

/**
 * @param {Api.Mark | null} mark
 * @param {number} lost
 * @param {Api.Side} [turn]
 */
const reviewed = (mark, lost, turn = "x") => /** @type {Api.ReviewedPosition} */ (/** @type {unknown} */ ({ best: "5", turn, played: { mark, lost, move: "1" } }));

test("mistakes are the marked moves", () => {
  const mistakes = findMistakes([null, reviewed(null, 0.05), reviewed("?", 0.3), reviewed("??", 0.9), reviewed("?!", 0.1, "o")]);
  assert.deepEqual(mistakes.map(({ ply, mark }) => [ply, mark]), [[2, "?"], [3, "??"], [4, "?!"]]);
  assert.deepEqual(countMistakes(mistakes, "x"), { "?!": 0, "?": 1, "??": 1 });
  assert.deepEqual(countMistakes(mistakes, "o"), { "?!": 1, "?": 0, "??": 0 });
});

test("the worst mistakes come first, those of the reader before all others", () => {
  const mistakes = findMistakes([reviewed("?", 0.3), reviewed("??", 0.9, "o"), reviewed("?", 0.2), reviewed("??", 0.5)]);
  /** @param {Api.Side | null} seat @param {number} [count] */
  const plies = (seat, count = 4) => worstMistakes(mistakes, count, seat).map(({ ply }) => ply);
  assert.deepEqual(plies(null), [1, 3, 0, 2]);
  assert.deepEqual(plies("x"), [3, 0, 2, 1]);
  assert.deepEqual(plies("o"), [1, 3, 0, 2]);
  assert.deepEqual(plies("x", 2), [3, 0]);
  const atOnce = reviewed("?", 0.2);
  Object.assign(atOnce, { result: "loss" }), Object.assign(/** @type {object} */ (atOnce.played), { result: "loss", plies: 2 });
  assert.deepEqual(worstMistakes(findMistakes([reviewed("??", 0.9), atOnce]), 2).map(({ ply }) => ply), [1, 0]);
});

test("a mistake is described with the best move", () => {
  const exact = { exact: true, score: null, chance: 1 };
  const mistake = /** @type {import("../public/lib/game-review.js").Mistake} */ (/** @type {unknown} */ ({
    ply: 2, mark: "??", by: "x", best: "5", before: { ...exact, result: "win", plies: 35 }, after: { ...exact, result: "loss", plies: 8 },
  }));
  /** @type {{ text: string, by: Api.Side }[]} */
  const moves = [{ text: "4", by: "x" }, { text: "4", by: "o" }, { text: "1", by: "x" }];
  /** @param {Api.Side | null} [seat] */
  const describe = seat => describeMistake(mistake, moves, { points: [], motion: "fall" }, { x: "x", o: "o" }, seat);
  assert.equal(describe(), "2. x played column 1 (loses in 8). Best was column 5 (wins in 35).");
  assert.equal(describe("x"), "2. You played column 1 (loses in 8). Best was column 5 (wins in 35).");
  assert.equal(inLanguage("fr", describe), "2. x a joué colonne 1 (perd en 8). Le meilleur coup était colonne 5 (gagne en 35).");
});

test("a faster loss is called that, and no move is better than itself", () => {
  /** @param {number} before @param {number} after @param {string | null} best */
  const describe = (before, after, best) => {
    /** @param {number} plies */
    const loss = plies => ({ exact: true, score: null, chance: 0, result: "loss", plies });
    const mistake = /** @type {import("../public/lib/game-review.js").Mistake} */ (/** @type {unknown} */ ({
      ply: 0, mark: "?", by: "x", best, before: loss(before), after: loss(after),
    }));
    return describeMistake(mistake, [{ text: "6", by: "x" }], { points: [], motion: "fall" }, { x: "Red", o: "Yellow" }, "x");
  };
  assert.equal(describe(12, 2, "3"), "1. You played column 6 (loses in 2). That lost at once: column 3 held out longer (loses in 12).");
  assert.equal(describe(30, 4, "3"), "1. You played column 6 (loses in 4). That lost sooner: column 3 held out longer (loses in 30).");
  assert.equal(describe(12, 2, null), "1. You played column 6 (loses in 2). There was a better move (loses in 12).");
});

test("lines of the server fill the positions in", () => {
  const start = { values: [null, null, null], accuracy: null, stage: /** @type {const} */ ("rough"), share: 0, isDone: false, isSettled: false };
  /** @param {number} ply */
  const position = ply => ({ ...reviewed(null, 0), ply });
  /** @type {Api.ReviewLine} */
  const line = { plies: 2, stage: "rough", share: 0.2, done: false, settled: false, accuracy: null, positions: [position(2)] };
  const first = applyLine(start, line);
  assert.deepEqual(first.values.map(value => value?.ply ?? null), [null, null, 2]);
  const last = applyLine(first, { ...line, stage: "deep", share: 1, done: true, settled: true, accuracy: { x: 93, o: null }, positions: [position(0), position(1)] });
  assert.deepEqual(last.values.map(value => value?.ply), [0, 1, 2]);
  assert.deepEqual([last.accuracy, last.isDone, last.isSettled], [{ x: 93, o: null }, true, true]);
});

test("a changed game keeps the values of the positions it shares", () => {
  const values = ["a", "b", "c"].map((move, ply) => ({ ...reviewed("?", 0.3), ply, played: /** @type {any} */ ({ move }) }));
  const end = { ...reviewed(null, 0), ply: 3, played: null };
  const kept = commonValues([...values, end], ["a", "b", "c"], ["a", "x", "y"]);
  assert.deepEqual(kept.map(value => value && [value.ply, value.played?.move ?? null]), [[0, "a"], [1, null], null, null]);
  const longer = commonValues([...values, end], ["a", "b", "c"], ["a", "b", "c", "d"]);
  assert.deepEqual(longer.map(value => value?.ply ?? null), [0, 1, 2, 3, null]);
});

test("a review has an address", () => {
  const place = { game: "tictactoe", start: undefined, moves: ["b2", "b3", "a3"], seat: /** @type {const} */ ("o") };
  assert.equal(reviewAddress(place), "#/analyse?game=tictactoe&moves=b2.b3.a3&seat=o");
  assert.equal(reviewAddress({ ...place, ply: 1, tryAgain: true }), "#/analyse?game=tictactoe&moves=b2.b3.a3&ply=1&seat=o&try=1");
  assert.equal(reviewAddress({ ...place, ply: 0, tryAgain: true, seat: null }), "#/analyse?game=tictactoe&moves=b2.b3.a3&ply=0&try=0");
});

test("any move that keeps the value is right, and a wrong one has a reason", () => {
  const value = { exact: true, plies: null, score: null, chance: 0.5, result: "draw" };
  /** @param {object} played */
  const judge = played => judgeAttempt(/** @type {Api.Analysis} */ (/** @type {unknown} */ ({ ...value, played })), { points: [], motion: "appear" });
  assert.deepEqual(judge({ ...value, move: "a1", mark: null, line: ["a1", "c3"] }), { move: "a1", isRight: true, text: "Right: a1 (draw)." });
  const lost = { ...value, result: "loss", plies: 6, chance: 0, mark: "??", move: "b1" };
  assert.equal(judge({ ...lost, line: ["b1", "a1", "c3"] })?.text,
    "Not b1 (loses in 6): the answer is a1 · c3. Another move is better (draw).");
  assert.equal(judge({ ...lost, line: ["b1"] })?.text, "Not b1 (loses in 6). Another move is better (draw).");
  assert.equal(judgeAttempt(/** @type {Api.Analysis} */ (/** @type {unknown} */ (value)), { points: [], motion: "appear" }), null);
});
