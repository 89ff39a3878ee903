// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { address, joinMoves, movesForServer, parseAddress, splitMoves } from "../public/lib/router.js";

test("an address without a game opens the start screen", () => {
  for (const hash of ["", "#/", "#/play"]) {
    const { view, id, params } = parseAddress(hash, "");
    assert.deepEqual([view, id, [...params]], ["start", "", []]);
  }
  assert.equal(parseAddress("", "?game=othello").view, "play");
  assert.equal(parseAddress("#/play/k3v9", "").view, "play");
});

test("the query of the URL counts only without a hash", () => {
  assert.equal(parseAddress("", "?game=connect4").params.get("game"), "connect4");
  assert.equal(parseAddress("#/analyse", "?game=connect4").params.get("game"), null);
});

test("view, id and parameters are read from the hash", () => {
  const { view, id, params } = parseAddress("#/play/k3v9?seat=o&token=a-b_c", "");
  assert.deepEqual([view, id, params.get("seat"), params.get("token")], ["play", "k3v9", "o", "a-b_c"]);
  assert.equal(parseAddress("#analyse", "").view, "analyse");
});

test("spaces in positions are read as plus signs and as escapes", () => {
  for (const text of ["1o11o1oxx+x", "1o11o1oxx%20x"]) {
    assert.equal(parseAddress("#/understand?position=" + text, "").params.get("position"), "1o11o1oxx x");
  }
});

test("an address leaves out empty parameters but keeps zero", () => {
  assert.equal(address("analyse", "", { game: "othello", position: "", ply: 0, line: null, at: undefined }), "#/analyse?game=othello&ply=0");
  assert.equal(address("play", "k3v9"), "#/play/k3v9");
});

test("what an address holds is read back", () => {
  const params = { game: "connect4:6x5", position: "5/5/5/5/5/2xo1 x", moves: "5 5.1 3" };
  const read = parseAddress(address("analyse", "", params), "");
  assert.deepEqual(Object.fromEntries(read.params), params);
});

test("moves are joined by full stops, and split again", () => {
  const moves = ["5 5", "5 1"];
  assert.deepEqual(splitMoves(joinMoves(moves)), moves);
  assert.deepEqual(splitMoves(""), []);
  assert.deepEqual(splitMoves(null), []);
  assert.equal(movesForServer("5 5.5 1"), "5 5;5 1");
  assert.equal(movesForServer(""), undefined);
});
