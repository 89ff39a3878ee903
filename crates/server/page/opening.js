// How a game comes to the board: by its address, from the last visit, or new.

import { ask } from "./api.js";
import { usualGame } from "./offered.js";
import { address, settle, splitMoves } from "./router.js";
import { recall, takeSeats } from "./store.js";

const USUAL = { x: "human", o: "level:3" };

// The game of an address: one that is kept, perhaps with a seat of it, or a new
// one with what the address says of it.
export async function findGame(id, params) {
  const token = params.get("token"), seat = params.get("seat");
  if (id && token && seat) {
    takeSeats(id, { [seat]: token });
    settle(address("play", id));
  }
  if (id) return ask("games/" + id);
  const named = params.get("game");
  const known = named ? null : await lastGame();
  if (known) return known;
  const usual = recall("opponents") ?? USUAL;
  const seats = { x: params.get("first") ?? usual.x, o: params.get("second") ?? usual.o };
  const rest = { position: params.get("position") || undefined, moves: splitMoves(params.get("moves")) };
  return newGame(named ?? await usualGame(), seats, rest);
}

// The game this browser was at, if it is still going on.
async function lastGame() {
  const last = recall("last");
  const game = last && await ask("games/" + last).catch(() => null);
  if (!game || game.view.finish) return null;
  settle(address("play", game.id));
  return game;
}

// Begins a game, whose seats are this browser's.
export async function begin(name, seats = recall("opponents") ?? USUAL, rest = {}) {
  const body = { game: name, first: seats.x, second: seats.o, tc: recall("tc") ?? undefined, ...rest };
  const { game, tokens } = await ask("games", body);
  takeSeats(game.id, tokens);
  return game;
}

export async function newGame(name, seats, rest) {
  const game = await begin(name, seats, rest);
  settle(address("play", game.id));
  return game;
}
