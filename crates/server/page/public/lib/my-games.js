// @ts-check
// The games played in this browser: what the list of them shows, also without the server.

import { otherSide, SIDES } from "./notation.js";
import { load, save } from "./store.js";

/**
 * @typedef {object} MyGame
 * @property {string} id
 * @property {string} game the variant
 * @property {string} title
 * @property {string} start the first position
 * @property {string[]} moves
 * @property {Api.Side | "both"} side that this browser plays
 * @property {Api.Sides<Api.Opponent>} seats
 * @property {Api.Finish | null} finish
 * @property {string} record
 * @property {number} changed when it changed last, in milliseconds
 * @property {Api.Side} turn the side to move
 * @property {boolean} isWaiting whether an invited opponent has not come yet
 * @property {Partial<Api.Sides<number>>} [accuracy] from 0 to 100, once the game was reviewed
 */

/** Older games are dropped from the list. */
const MAX_GAMES = 200;

/** @returns {Record<string, MyGame>} */
const loadAll = () => load("games") ?? {};

/** Returns the games of this browser, the latest first. @returns {MyGame[]} */
export const myGames = () => Object.values(loadAll()).sort((a, b) => b.changed - a.changed);

/** Returns those that are not over, the latest first. */
export const unfinishedGames = () => myGames().filter(game => !game.finish && game.moves.length > 0 || game.isWaiting);

/**
 * Remembers a game as it is now. Games between engines only, and those one watches, are not kept, nor
 * are those that nobody has played.
 * @param {Api.Game} game
 * @param {Partial<Api.Sides<string>>} playing the seats of this browser
 */
export function rememberGame(game, playing) {
  const sides = SIDES.filter(side => playing[side]);
  if (!sides.length || SIDES.every(side => game.seats[side].spec !== "human")) return;
  const all = loadAll();
  const moves = game.moves.map(move => move.text);
  const before = all[game.id];
  if (!before && !moves.length && !game.waiting) return;
  const isSame = before && before.moves.join() === moves.join() && Boolean(before.finish) === Boolean(game.view.finish);
  all[game.id] = {
    id: game.id, game: game.game, title: game.title, start: game.start, moves, side: sides.length === 2 ? "both" : sides[0],
    seats: game.seats, finish: game.view.finish, record: game.record,
    turn: game.view.turn, isWaiting: game.waiting !== null,
    changed: isSame ? before.changed : Date.now(),
    ...(isSame && before.accuracy ? { accuracy: before.accuracy } : {}),
  };
  const old = Object.values(all).sort((a, b) => b.changed - a.changed).slice(MAX_GAMES);
  for (const { id } of old) delete all[id];
  save("games", all);
}

/**
 * Remembers how well a game was played.
 * @param {string} id
 * @param {Partial<Api.Sides<number>>} accuracy from 0 to 100
 */
export function rememberAccuracy(id, accuracy) {
  const all = loadAll();
  if (!all[id]) return;
  all[id] = { ...all[id], accuracy };
  save("games", all);
}

/** Removes a game from the list, with the tokens of its seats. @param {string} id */
export function forgetGame(id) {
  for (const name of /** @type {const} */ (["games", "seats"])) {
    const all = load(name) ?? {};
    delete all[id];
    save(name, all);
  }
}

/**
 * Returns the result for this browser; `null` in a game that is not over.
 * @param {Pick<MyGame, "finish" | "side">} game
 * @returns {"won" | "lost" | "drawn" | "played" | null}
 */
export function myResult({ finish, side }) {
  if (!finish) return null;
  if (!finish.winner) return "drawn";
  if (side === "both") return "played";
  return finish.winner === side ? "won" : "lost";
}

/** Returns the opponent; `null` where this browser plays both sides. @param {MyGame} game */
export const opponentOf = ({ seats, side }) => (side === "both" ? null : seats[otherSide(side)]);
