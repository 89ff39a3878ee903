// @ts-check
// Who plays a game: other players, an invited friend, the rematch.

import { request } from "../../lib/api.js";
import { forgetGame } from "../../lib/my-games.js";
import { otherSide } from "../../lib/notation.js";
import { navigate } from "../../lib/router.js";
import { saveOfTab, saveTokens } from "../../lib/store.js";

/** @typedef {import("./play.js").Play} Play */

/** @param {Play} play @returns {Api.Sides<Api.PlayerSpec>} */
const players = ({ game: { seats } }) => ({ x: seats.x.spec, o: seats.o.spec });

/**
 * Puts another player at a seat. Returns whether that was possible.
 * @param {Play} play
 * @param {Api.Side} side
 * @param {Api.PlayerSpec} spec
 */
export function changePlayer(play, side, spec) {
  const { game, session } = play;
  const changed = { ...players(play), [side]: spec };
  if (game.view.finish) return play.startGame(game.game, changed);
  // A seat that this browser cannot change needs a new game, which continues from here.
  const canChange = session.controlled[side] || (spec !== "human" || session.tokens[side]) && session.playsAny;
  if (!canChange) return play.startGame(game.game, changed, { position: game.start, moves: session.moves });
  // A human's seat is handed over with its own token.
  return session.submit("seats", { first: changed.x, second: changed.o }, session.controlled[side] ? side : session.sideFor("seats"));
}

/**
 * Keeps a seat for a friend, who gets it by a link. A game that is over is started anew.
 * @param {Play} play
 * @param {Api.Side} side
 */
export async function inviteFriend(play, side) {
  const { game, session } = play;
  const changed = { ...players(play), [side]: "human" };
  if (game.view.finish || !session.tokens[side]) {
    return play.startGame(game.game, { ...changed, [otherSide(side)]: "human" }, { invite: side });
  }
  return session.submit("seats", { first: changed.x, second: changed.o, invite: side }, side);
}

/** Takes an invitation back: the game ends, and is forgotten here. @param {Play} play */
export async function cancelInvitation(play) {
  if (!await play.session.submit("resign")) return;
  forgetGame(play.game.id);
  navigate("#/");
}

/** Starts a rematch with sides swapped. Two people continue together in one game. @param {Play} play */
export async function playAgain(play) {
  const { session } = play;
  const { game, next } = play.game;
  if (next) return openRematch(play, next);
  const { x, o } = players(play);
  const isBetweenPeople = x === "human" && o === "human" && session.playsAny && !session.playsBoth;
  if (!isBetweenPeople) return play.startGame(game, { x: o, o: x });
  if (!await session.submit("again") || !play.game.next) return false;
  saveOfTab("rematch", play.game.next, true);
  return openRematch(play, play.game.next);
}

/** Opens the rematch, where the tokens of the seats are swapped. @param {Play} play @param {string} id */
function openRematch(play, id) {
  const { x, o } = play.session.tokens;
  if (x || o) saveTokens(id, { x: o, o: x });
  return play.openNext(() => request("games/" + id));
}
