// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { myGames, myResult, rememberAccuracy, rememberGame, unfinishedGames } from "../public/lib/my-games.js";
import { playerName } from "../public/lib/opponents.js";
import { opponentSide } from "../public/views/play/opponent-picker.js";
import { resultTexts } from "../public/views/play/result-text.js";
import { inLanguage } from "./language.js";

const LAYOUT = { points: [0, 1, 2].flatMap(y => [0, 1, 2].map(x => ({ name: `${x}${y}`, words: null, x, y, region: null }))) };

/**
 * @param {Partial<Api.View>} view
 * @param {number} [count] of moves
 */
const game = (view, count = 5) => ({
  moves: Array.from({ length: count }, (_, at) => ({ text: "a1", by: /** @type {Api.Side} */ (at % 2 ? "o" : "x"), ms: 0 })),
  view: /** @type {Api.View} */ ({ line: [], region_line: [], tally: null, ...view }),
});

/** @param {Api.Side | null} winner @param {string} [reason] */
const finish = (winner, reason = "moves") => ({ finish: { winner, reason, text: winner ? winner + " wins" : "draw" } });

test("the result is said to the one who played", () => {
  const won = game({ ...finish("x"), line: [0, 1, 2] });
  assert.deepEqual(resultTexts(won, "x", LAYOUT), { title: "You won in 3 moves", how: "3 in a row" });
  assert.deepEqual(resultTexts(won, "o", LAYOUT), { title: "You lost in 2 moves", how: "3 in a row" });
  assert.deepEqual(resultTexts(won, null, LAYOUT), { title: "x wins", how: "3 in a row" });
  assert.equal(resultTexts(game(finish(null), 9), "o", LAYOUT).title, "Draw after 4 moves");
  assert.equal(resultTexts(game(finish("x"), 1), "x", LAYOUT).title, "You won in 1 move");
  inLanguage("fr", () => assert.equal(resultTexts(won, "x", LAYOUT).title, "Vous avez gagné en 3 coups"));
});

test("the result says how it came about", () => {
  const tally = { what: "discs", x: 40, o: 24 };
  assert.equal(resultTexts(game({ ...finish("x"), tally }), "o", LAYOUT).how, "24 to 40 discs");
  assert.equal(resultTexts(game({ ...finish("x"), line: [0, 1, 2, 5, 8] }), "x", LAYOUT).how, "Two lines at once");
  assert.equal(resultTexts(game({ ...finish("o"), region_line: [0, 1, 2] }), "x", LAYOUT).how, "3 grids in a row");
  assert.deepEqual(resultTexts(game(finish("x", "resignation")), "x", LAYOUT), { title: "You won", how: "Your opponent resigned." });
  assert.deepEqual(resultTexts(game(finish("x", "time")), "o", LAYOUT), { title: "You lost", how: "You ran out of time." });
});

test("levels have names", () => {
  assert.equal(playerName({ spec: "level:2", name: "level 2" }), "Easy (level 2)");
  assert.equal(playerName({ spec: "level:level=6,seed=12", name: "level 6" }), "Hard (level 6)");
  assert.equal(playerName({ spec: "best", name: "strongest engine" }), "Unbeatable");
  assert.equal(playerName({ spec: "mcts:nodes=50", name: "mcts:nodes=50" }), "Mcts:nodes=50");
});

test("a new opponent takes the engine's seat or that of the guest", () => {
  /** @param {string} x @param {string} o @param {Api.Side | null} [waiting] */
  const seats = (x, o, waiting = null) => ({ seats: { x: { spec: x, name: x }, o: { spec: o, name: o } }, waiting });
  assert.equal(opponentSide(seats("human", "level:1"), { x: "tx" }), "o");
  assert.equal(opponentSide(seats("level:1", "human"), { o: "to" }), "x");
  assert.equal(opponentSide(seats("human", "human", "o"), { x: "tx" }), "o");
  assert.equal(opponentSide(seats("human", "human"), { x: "tx", o: "to" }), "o");
  assert.equal(opponentSide(seats("human", "human"), { x: "tx" }), null, "a person is not replaced");
  assert.equal(opponentSide(seats("human", "level:1"), {}), null, "a spectator chooses nobody");
});

test("one's games are remembered with their result", () => {
  /** @param {string} id @param {Partial<Api.View>} view */
  const remember = (id, view, moves = true) => rememberGame(/** @type {Api.Game} */ (/** @type {unknown} */ ({
    id, ...game({ turn: "x", ...view }), ...(moves ? {} : { moves: [] }), game: "tictactoe", title: "tic-tac-toe", start: "9 x", record: "", waiting: null,
    seats: { x: { spec: "human", name: "human" }, o: { spec: "level:1", name: "level 1" } },
  })), { x: "tx" });
  remember("one", { finish: null });
  remember("two", finish("o"));
  assert.deepEqual(unfinishedGames().map(({ id }) => id), ["one"]);
  const two = myGames().find(({ id }) => id === "two");
  assert.equal(two && myResult(two), "lost");
  rememberAccuracy("two", { x: 71 });
  remember("two", finish("o"));
  assert.deepEqual(myGames().find(({ id }) => id === "two")?.accuracy, { x: 71 });
  remember("never played", { finish: null }, false);
  assert.deepEqual(myGames().map(({ id }) => id).sort(), ["one", "two"], "only opened");
});
