// @ts-check
// The seats of a game that this browser holds: what it may do there, and changes made on
// their behalf.

import { ApiError, request, submitChange } from "../../lib/api.js";
import { otherSide, SIDES } from "../../lib/notation.js";
import { loadTokens } from "../../lib/store.js";

/** @typedef {import("../../lib/store.js").SeatTokens} SeatTokens */

/**
 * Returns the seats this browser has, each with its token.
 *
 * `playing` are those it plays at: the human seats, or both in a game between engines.
 * `controlled` are all seats it may act for, engines included. A seat that was taken by an
 * invitation belongs to the guest: the token that the host has for it is no longer valid. One
 * that is kept for a guest is not played here.
 * @param {Pick<Api.Game, "seats" | "taken" | "waiting">} game
 * @param {SeatTokens} tokens
 * @returns {{ playing: SeatTokens, controlled: SeatTokens }}
 */
export function seatRights(game, tokens) {
  const humans = SIDES.filter(side => game.seats[side].spec === "human");
  /** @param {Api.Side} side */
  const isHere = side => tokens[side] && !(game.taken[side] && tokens[otherSide(side)]);
  /** @param {readonly Api.Side[]} sides */
  const held = sides => Object.fromEntries(sides.filter(isHere).map(side => [side, tokens[side]]));
  const played = (humans.length ? humans : SIDES).filter(side => side !== game.waiting);
  return { playing: held(played), controlled: held(SIDES) };
}

/**
 * Returns whether this browser may choose who plays a side. In a game between two people nobody is
 * replaced, except by the one who plays both sides or waits for a guest.
 * @param {Api.Side} side
 * @param {Pick<Api.Game, "seats" | "waiting">} game
 * @param {Pick<Api.View, "finish">} view
 * @param {{ playing: SeatTokens, controlled: SeatTokens }} session
 */
export function canChoose(side, game, view, { playing, controlled }) {
  const humans = SIDES.filter(each => game.seats[each].spec === "human").length;
  if (humans === 2 && !view.finish) {
    return game.waiting ? side in playing || side === game.waiting && side in controlled : SIDES.every(each => each in playing);
  }
  return side in controlled || Object.keys(playing).length > 0 || humans === 0;
}

/**
 * @typedef {object} SessionHandlers
 * @property {(game: Api.Game) => void} onGame called with the game after a change
 * @property {(error: unknown, change?: Api.GameChange) => void} onError
 * @property {() => void} onRejected called when a change failed, to show the old position
 */

export class SeatSession {
  /** All tokens this browser knows. @type {SeatTokens} */
  tokens = {};
  /** @type {SeatTokens} */
  playing = {};
  /** @type {SeatTokens} */
  controlled = {};
  /** An answer on its way that the next change waits for. @type {Promise<unknown> | null} */
  pendingAnswer = null;
  /** Changes are sent one after the other. @type {Promise<unknown>} */
  #queue = Promise.resolve();

  /**
   * @param {import("./play-state.js").PlayState} state of the view
   * @param {SessionHandlers} handlers
   */
  constructor(state, handlers) {
    this.state = state;
    this.handlers = handlers;
  }

  get #game() { return /** @type {Api.Game} */ (this.state.game); }

  /** @param {Api.Game} game */
  setGame(game) {
    Object.assign(this.state, { game, receivedAt: performance.now() });
    this.tokens = loadTokens(game.id);
    Object.assign(this, seatRights(game, this.tokens));
  }

  /** The moves of the game as text. */
  get moves() { return this.#game.moves.map(move => move.text); }

  isMyTurn() {
    const { view, seats } = this.#game;
    return !view.finish && seats[view.turn].spec === "human" && Boolean(this.playing[view.turn]);
  }

  /** The side of this browser, if it plays just one. @returns {Api.Side | null} */
  get mySide() { return this.playsBoth ? null : this.playing.x ? "x" : this.playing.o ? "o" : null; }

  get playsBoth() { return Boolean(this.playing.x && this.playing.o); }
  get playsAny() { return Boolean(this.playing.x || this.playing.o); }

  /** Whether no other person plays. */
  get isAlone() { return this.playsBoth || SIDES.some(side => this.#game.seats[side].spec !== "human"); }

  /** Returns a function that tells whether the game is still as it is now. */
  revisionGuard() {
    const { id, revision } = this.#game;
    return () => !this.state.isClosed && this.#game.id === id && this.#game.revision === revision;
  }

  /** Identifies the position on the board and how it came about. */
  #positionKey() { return this.moves.join() + " " + this.#game.view.position; }

  /**
   * Changes the game after the changes submitted before. Returns whether it succeeded.
   * @param {Api.GameChange} change
   * @param {Record<string, unknown>} [body]
   * @param {Api.Side} [side] on whose behalf
   * @returns {Promise<boolean>}
   */
  submit(change, body, side) {
    const { id } = this.#game;
    const position = this.#positionKey();
    const run = async () => {
      if (this.state.isClosed || this.state.game?.id !== id) return false;
      // Pressed once more than there were moves.
      if ((change === "undo" || change === "redo") && !this.state.game[change]) return false;
      // A move is meant for the position the player saw.
      if (change === "move" && this.#positionKey() !== position) {
        this.handlers.onError(new ApiError(409, {}));
        return false;
      }
      const isDone = await this.#send(change, body, side);
      await this.pendingAnswer;
      return isDone;
    };
    const result = this.#queue.then(run, run);
    this.#queue = result;
    return result;
  }

  /**
   * @param {Api.GameChange} change
   * @param {Record<string, unknown>} [body]
   * @param {Api.Side} [side]
   * @param {boolean} [mayRetry]
   * @returns {Promise<boolean>}
   */
  async #send(change, body = {}, side = this.sideFor(change), mayRetry = true) {
    const { id, revision } = this.#game;
    const position = this.#positionKey();
    try {
      this.handlers.onGame(await submitChange(id, change, { revision, ...body }, this.controlled[side]));
      return true;
    } catch (error) {
      if (this.state.isClosed || this.#game.id !== id) return false;
      // Where the answer was lost, the change may still have been made: our own event stream skips it.
      const current = error instanceof ApiError ? error.game : await request("games/" + id).catch(() => undefined);
      if (this.state.isClosed || this.#game.id !== id) return false;
      if (current) this.handlers.onGame(current);
      // The revision was old. The change still makes sense if the position is the same (the
      // opponent only took a seat), or if an engine moved and its move is undone as well.
      const isStillMeant = change === "move" ? this.#positionKey() === position
        : (change === "undo" || change === "redo") && this.isAlone && this.#game[change];
      const isConflict = error instanceof ApiError && error.status === 409;
      if (mayRetry && isConflict && isStillMeant) return this.#send(change, body, undefined, false);
      if (!current) this.handlers.onRejected();
      this.handlers.onError(error, change);
      return false;
    }
  }

  /**
   * Returns the side that makes a change: undo belongs to the side that moved last, anything
   * else to the side to move, provided this browser plays it.
   * @param {Api.GameChange} change
   */
  sideFor(change) {
    const { turn } = this.#game.view;
    const preferred = change === "undo" ? otherSide(turn) : turn;
    return this.playing[preferred] ? preferred : otherSide(preferred);
  }

  /** Answers the opponent's request to undo or redo. @param {boolean} accept */
  answer(accept) {
    const { asked } = this.#game;
    return asked ? this.#send("answer", { accept }, otherSide(asked.by)) : Promise.resolve(false);
  }
}
