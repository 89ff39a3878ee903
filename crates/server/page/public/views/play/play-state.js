// @ts-check
// What the play view remembers.

import { load } from "../../lib/store.js";

/**
 * Everything the play view remembers. `createState` has the initial values.
 * @typedef {object} PlayState
 * @property {Api.Catalogue | null} catalogue
 * @property {Api.Game | null} game as the server sent it last
 * @property {number} receivedAt when it came, for the running clock (`performance.now()`)
 * @property {Api.Variant | null} variant of the game
 * @property {Api.Sides<string>} names of the sides
 * @property {Api.View | null} view on the board: the current position or an earlier one
 * @property {number | null} browsedPly of the earlier position on the board, `null` for the current one
 * @property {Api.Thought | null} thought of the engine to move
 * @property {boolean} showsValues whether the values of the moves are shown
 * @property {boolean} showsThinking whether the thinking of the opponent is shown
 * @property {boolean} confirmsResign whether the player is asked to confirm resigning
 * @property {string | null} note shown instead of the status, such as a hint or an error
 * @property {string | null} connectionProblem
 * @property {boolean} isReplaced whether an engine has taken the seat of the other person
 * @property {boolean} awaitsRematch whether the friend has not yet joined the rematch that was started here
 * @property {number | null} acceptedRevision at which an undo between one's own seats was accepted
 * @property {number} openRequest counts requests to open a game; answers to older ones are dropped
 * @property {number} viewRequest counts requests for a position; answers to older ones are dropped
 * @property {boolean} isClosed whether another view has replaced this one
 */

/** @returns {PlayState} */
export const createState = () => ({
  catalogue: null, game: null, receivedAt: 0, variant: null, names: { x: "x", o: "o" }, view: null, browsedPly: null,
  thought: null, showsValues: load("values") === true, showsThinking: load("thinking") === true, confirmsResign: false, note: null, connectionProblem: null, isReplaced: false, awaitsRematch: false,
  acceptedRevision: null, openRequest: 0, viewRequest: 0, isClosed: false,
});
