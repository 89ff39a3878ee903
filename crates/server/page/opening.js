// How a game comes to the board: by its address, from the last visit, or new.

import { ask, change, isUnreadable, Refusal } from "./api.js";
import { usualGame } from "./offered.js";
import { movesText } from "./router.js";
import { recall, takeSeats } from "./store.js";
import { say } from "./words.js";

const USUAL = { x: "human", o: "level:3" };

// The game of an address; where it can't be read, the start of the game it names,
// or of the usual one, and why.
export async function findGame(id, params) {
  try {
    return await named(id, params);
  } catch (refused) {
    if (!isUnreadable(refused)) throw refused;
    for (const name of [params.get("game"), await usualGame()]) {
      const game = name && await newGame(name, USUAL).catch(() => null);
      if (game) return { game, refused };
    }
    throw refused;
  }
}

// One that is kept, perhaps with a seat of it, or a new one with what the address
// says of it.
async function named(id, params) {
  const token = params.get("token"), seat = params.get("seat");
  if (id && seat !== null) return invited(id, seat, token ?? "");
  if (id) return { game: await ask("games/" + id) };
  return { game: await unnamed(params) };
}

// The last game, or a new one.
async function unnamed(params) {
  const name = params.get("game");
  const known = name ? null : await lastGame();
  if (known) return known;
  const usual = recall("opponents") ?? USUAL;
  const seats = { x: params.get("first") ?? usual.x, o: params.get("second") ?? usual.o };
  const rest = { position: params.get("position") || undefined, moves: movesText(params.get("moves")) };
  return newGame(name ?? await usualGame(), seats, rest);
}

// A game with the seat that a link gives; a token that is not of this game gives
// none, and takes none away.
async function invited(id, seat, token) {
  // What no header can hold is no token.
  const isToken = /^[\w-]+$/.test(token);
  const game = await ask("games/" + id, undefined, isToken ? { token } : {});
  if (game.seat !== seat) return { game, refused: new Refusal(403, { message: say("no-invitation") }) };
  takeSeats(id, { [seat]: token });
  if (game.taken[seat]) return { game };
  // Who invited is told; where the game goes on meanwhile, asked once more.
  const take = ({ revision }) => change(id, "take", { revision }, token);
  const again = error => { if (!error.answer?.game) throw error; return take(error.answer.game); };
  return take(game).catch(again).then(taken => ({ game: taken }), refused => ({ game, refused }));
}

// The game this browser was at, if it is still going on.
async function lastGame() {
  const last = recall("last");
  const game = last && await ask("games/" + last).catch(() => null);
  return game && !game.view.finish ? game : null;
}

// Begins a game, whose seats are this browser's. Players of the last game that this
// one does not have make way for the usual ones.
export async function newGame(name, seats, rest = {}) {
  if (!seats) {
    return newGame(name, recall("opponents") ?? USUAL, rest).catch(error => {
      if (!isUnreadable(error)) throw error;
      return newGame(name, USUAL, rest);
    });
  }
  const body = { game: name, first: seats.x, second: seats.o, tc: recall("tc") ?? undefined, ...rest };
  const { game, tokens } = await ask("games", body);
  takeSeats(game.id, tokens);
  return game;
}
