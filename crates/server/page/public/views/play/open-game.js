// @ts-check
// Which game to show: the one of the address, or a new one.

import { ApiError, isInvalidRequest, request, submitChange, submitCreation } from "../../lib/api.js";
import { defaultGame, kindsOf } from "../../lib/catalogue.js";
import { t } from "../../lib/i18n.js";
import { SIDES } from "../../lib/notation.js";
import { DEFAULT_OPPONENT } from "../../lib/opponents.js";
import { movesForServer } from "../../lib/router.js";
import { load, loadTokens, saveTokens } from "../../lib/store.js";

/** @typedef {Api.Sides<Api.PlayerSpec>} Players */
/** @typedef {{ position?: string, moves?: string | string[], invite?: Api.Side }} GameStart */
/** What is shown, why it is not what was wanted, and what to tell the reader. @typedef {{ game: Api.Game, error?: unknown, note?: string }} OpenedGame */

/** @type {Players} */
const DEFAULT_PLAYERS = { x: "human", o: DEFAULT_OPPONENT };

/**
 * Returns the game of an address. If the address names no game and is invalid, returns a new game of the
 * same kind, or of the default one, with the error.
 * @param {string} id
 * @param {URLSearchParams} params
 * @returns {Promise<OpenedGame>}
 */
export async function findGame(id, params) {
  try {
    return await gameOfAddress(id, params);
  } catch (error) {
    if (id && error instanceof ApiError && error.status === 404) throw new ApiError(404, { message: t("no-game") });
    if (id || !isInvalidRequest(error)) throw error;
    for (const name of [...kindsOf(params.get("game")), await defaultGame()]) {
      const game = name && await createGame(name, DEFAULT_PLAYERS).catch(() => null);
      if (game) return { game, error };
    }
    throw error;
  }
}

/**
 * @param {string} id
 * @param {URLSearchParams} params
 * @returns {Promise<OpenedGame>}
 */
async function gameOfAddress(id, params) {
  const seat = params.get("seat");
  if (id && seat !== null) return joinGame(id, seat, params.get("token") ?? "");
  return { game: id ? await request("games/" + id) : await gameWithoutId(params) };
}

/**
 * Returns a new game as the parameters describe it. `invite` is the side that is kept for a friend.
 * @param {URLSearchParams} params
 */
async function gameWithoutId(params) {
  const name = params.get("game") ?? await defaultGame();
  const invite = SIDES.find(side => side === params.get("invite"));
  const start = { position: params.get("position") || undefined, moves: movesForServer(params.get("moves")), invite };
  if (invite) return createGame(name, { x: "human", o: "human" }, start);
  /** @type {Players} */
  const players = load("opponents") ?? DEFAULT_PLAYERS;
  return createGame(name, { x: params.get("first") ?? players.x, o: params.get("second") ?? players.o }, start);
}

/**
 * Takes the seat of an invitation, which works once: the seat gets a new token. With an
 * invitation that is used or not of this game, only shows the game.
 * @param {string} id
 * @param {string} seat
 * @param {string} token
 * @returns {Promise<OpenedGame>}
 */
async function joinGame(id, seat, token) {
  /** @param {string | undefined} known */
  const gameFor = known => request("games/" + id, undefined, known ? { token: known } : {});
  // Other characters cannot be sent in a header.
  /** @type {Api.Game} */
  const game = await gameFor(/^[\w-]+$/.test(token) ? token : undefined);
  const side = SIDES.find(each => each === seat);
  if (!side || game.seat !== side) {
    // This browser may have taken the seat before.
    const own = side && loadTokens(id)[side];
    const opened = own ? await gameFor(own) : game;
    if (side && opened.seat === side) return { game: opened };
    return { game, note: t(side && game.taken[side] ? "invitation-used" : "invalid-invitation") };
  }
  /** @param {Api.Game} current */
  const take = ({ revision }) => submitChange(id, "take", { revision }, token);
  try {
    const taken = await take(game).catch(error => {
      // The game changed meanwhile: try once more with the current revision.
      if (!(error instanceof ApiError) || !error.game) throw error;
      return take(error.game);
    });
    saveTokens(id, { [side]: taken.token });
    return { game: taken };
  } catch (error) {
    return { game, error };
  }
}

/**
 * Creates a game and saves the tokens of its seats. Without players, those of the last game
 * are used, or the default ones if this game does not have them.
 * @param {string} name
 * @param {Players} [players]
 * @param {GameStart} [start]
 * @returns {Promise<Api.Game>}
 */
export async function createGame(name, players, start = {}) {
  if (!players) {
    return createGame(name, load("opponents") ?? DEFAULT_PLAYERS, start).catch(error => {
      if (!isInvalidRequest(error)) throw error;
      return createGame(name, DEFAULT_PLAYERS, start);
    });
  }
  const body = { game: name, first: players.x, second: players.o, tc: load("tc") ?? undefined, ...start };
  const { game, tokens } = await submitCreation(body);
  saveTokens(game.id, tokens);
  return game;
}
