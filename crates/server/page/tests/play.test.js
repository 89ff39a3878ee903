// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseGame } from "../public/lib/catalogue.js";
import { load, loadTokens, save, saveTokens } from "../public/lib/store.js";
import { canChoose, seatRights } from "../public/views/play/seat-session.js";
import { Presence } from "../public/views/play/presence.js";
import { turnTexts, yourTurnTexts } from "../public/views/play/status-line.js";
import "./language.js";

/**
 * @param {string} x
 * @param {string} o
 * @param {Partial<Api.Sides<boolean>>} [taken]
 */
const game = (x, o, taken = {}) => ({
  seats: { x: { spec: x, name: x }, o: { spec: o, name: o } }, taken: { x: false, o: false, ...taken }, waiting: null,
});
const BOTH = { x: "tx", o: "to" };

test("against an engine one plays the human seat and controls both", () => {
  assert.deepEqual(seatRights(game("human", "level:3"), BOTH), { playing: { x: "tx" }, controlled: BOTH });
});

test("in a game between engines one has both seats", () => {
  assert.deepEqual(seatRights(game("best", "level:3"), BOTH), { playing: BOTH, controlled: BOTH });
});

test("a seat taken by invitation belongs to the guest alone", () => {
  const shared = game("human", "human", { o: true });
  assert.deepEqual(seatRights(shared, BOTH), { playing: { x: "tx" }, controlled: { x: "tx" } });
  assert.deepEqual(seatRights(shared, { o: "to" }), { playing: { o: "to" }, controlled: { o: "to" } });
});

test("without a token one watches", () => {
  assert.deepEqual(seatRights(game("human", "human"), {}), { playing: {}, controlled: {} });
});

test("tokens are remembered even where the browser stores nothing", () => {
  saveTokens("k3v9", { x: "tx" });
  assert.deepEqual(loadTokens("k3v9"), { x: "tx", o: undefined });
  assert.deepEqual(loadTokens("other"), { x: undefined, o: undefined });
});

test("the game of the last visit is opened if the server has it", () => {
  const ids = ["tictactoe", "supermorpion", "connect4"];
  assert.equal(chooseGame(ids, "connect4:6x5"), "connect4:6x5");
  assert.equal(chooseGame(ids, "chess"), "supermorpion");
  assert.equal(chooseGame(["treblecross"], null), "treblecross");
});

test("between two people nobody is replaced until the end", () => {
  const people = game("human", "human");
  const first = { playing: { x: "tx" }, controlled: { x: "tx" } };
  assert.deepEqual(/** @type {const} */ (["x", "o"]).map(side => canChoose(side, people, { finish: null }, first)), [false, false]);
  assert.ok(canChoose("x", people, { finish: null }, { playing: BOTH, controlled: BOTH }), "one who plays both sides");
  assert.ok(canChoose("o", { ...people, waiting: "o" }, { finish: null }, { playing: first.playing, controlled: BOTH }), "while the guest has not come");
  const finish = { winner: null, reason: "moves", text: "draw" };
  assert.ok(canChoose("o", people, { finish }, first), "once the game is over, for a new one");
  assert.ok(canChoose("o", game("human", "best"), { finish: null }, first));
  assert.ok(!canChoose("o", game("human", "best"), { finish: null }, { playing: {}, controlled: {} }));
});

test("the status says where to play", () => {
  const regions = ["1", "2", "3"].map(name => ({ name, x: 0, y: 0, width: 3, height: 3 }));
  assert.deepEqual(yourTurnTexts({ playable: [1], notes: ["x must play in grid 2"] }, { regions }), ["Your turn: play in grid 2"]);
  assert.deepEqual(yourTurnTexts({ playable: [0, 2], notes: [] }, { regions }), ["Your turn: play in any highlighted grid"]);
  assert.deepEqual(yourTurnTexts({ playable: [], notes: ["white passed"] }, { regions: [] }), ["Your turn", "white passed"]);
});

test("spectators are told whose turn it is and where", () => {
  const names = { x: "x", o: "o" }, layout = { regions: [{ name: "1" }, { name: "2" }] };
  /** @param {number[]} playable @param {string[]} notes */
  const texts = (playable, notes) => turnTexts({ turn: "o", playable, notes }, names, /** @type {any} */ (layout));
  assert.deepEqual(texts([], []), ["o to move"]);
  assert.deepEqual(texts([], ["x passes"]), ["x passes"]);
  assert.deepEqual(texts([1], ["o must play in grid 2"]), ["o to move in grid 2"]);
  assert.deepEqual(texts([0, 1], ["o can play in any open grid"]), ["o to move in any highlighted grid"]);
});

test("the presence of an opponent is drawn as soon as it is known", () => {
  /** @type {string[]} */
  const calls = [];
  const presence = new Presence({ onChange: () => calls.push("change"), onReturn: () => calls.push("return") });
  presence.update(true);
  assert.deepEqual([presence.hasLeft, calls], [false, ["change"]]);
  presence.update(true);
  assert.deepEqual(calls, ["change"], "nothing new");
  presence.leave();
});

test("tokens of games that were only opened are dropped first", () => {
  save("games", { played: {} });
  saveTokens("played", BOTH);
  for (let opened = 0; opened < 250; opened++) saveTokens("opened-" + opened, BOTH);
  const saved = Object.keys(load("seats"));
  assert.equal(saved.length, 200);
  assert.ok(saved.includes("played") && saved.includes("opened-249") && !saved.includes("opened-0"));
});
