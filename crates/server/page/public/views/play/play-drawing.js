// @ts-check
// Draws everything of the play view but the board.

import { badge } from "../../board/pieces.js";
import { button, replaceContent } from "../../lib/dom.js";
import { findMistakes } from "../../lib/game-review.js";
import { t } from "../../lib/i18n.js";
import { address } from "../../lib/router.js";
import { setNavTargets } from "../shared/nav.js";
import { drawGameOver } from "./game-over.js";
import { drawInvitation, invitationLink } from "./invitation.js";
import { drawOpponentPicker, opponentSide } from "./opponent-picker.js";
import { cancelInvitation, inviteFriend } from "./players.js";
import { pageTitle, statusLine } from "./status-line.js";

/** @typedef {import("./play.js").Play} Play */

/** @param {Play} play */
export function drawPlay(play) {
  const { game, view, ply, session, screen, state, replay, review } = play;
  const { waiting, view: { finish } } = game;
  setNavTargets({ play: address("play", game.id), analyse: address("analyse", "", { ...play.addressParams, seat: session.mySide }) });
  play.seatPanel.show(play);
  // Engines may be ahead of what is shown.
  const farthest = play.isOfEngines && !replay.hasReachedEnd ? replay.farthest : game.moves.length;
  const moves = game.moves.slice(0, farthest);
  const values = review.values.slice(0, farthest + 1);
  const mistakes = findMistakes(values).filter(mistake => mistake.ply < farthest);
  screen.moveList.show(moves, ply, mistakes, play.layout);
  screen.plotBox.hidden = !values.length;
  if (values.length) screen.plot.show(values, ply, mistakes, state.names, /** @type {Api.Variant} */ (state.variant), !review.isDone);
  const isPlayer = session.playsAny && !play.isOfEngines;
  const mayStep = isPlayer && !(finish && play.isBetweenPeople);
  screen.enable("undo", game.undo && mayStep);
  screen.enable("redo", game.redo && mayStep);
  screen.enable("values", game.hints);
  screen.enable("hint", game.hints && !view.finish && (state.browsedPly !== null || !play.isOwnEngineToMove));
  // Nobody is there to win: an invitation is cancelled instead.
  screen.enable("resign", isPlayer && !finish && !waiting && game.moves.length > 0);
  const side = opponentSide(game, session.playing);
  drawOpponentPicker(screen.opponentPicker, game, side, {
    onEngine: spec => { if (side) play.choosePlayer(side, spec); },
    onFriend: () => { if (side) inviteFriend(play, side); },
  });
  const isShownToTheEnd = finish && (!replay.isActive || replay.hasReachedEnd);
  replaceContent(screen.extra, isShownToTheEnd ? drawGameOver(play, finish) : invitation(play));
  const final = review.values[ply];
  if (state.showsValues && view.finish && final) screen.evaluationBar.show(final, final.turn, state.names);
  drawStatus(play);
}

/** Returns the invitation of the guest who has not come yet, to the one who has its token. @param {Play} play */
function invitation(play) {
  const { game: { id, waiting }, session, state } = play;
  const token = waiting && session.tokens[waiting];
  return waiting && token
    ? drawInvitation(invitationLink(id, waiting, token), state.names[waiting], () => cancelInvitation(play)) : null;
}

/** @param {Play} play */
export function drawStatus(play) {
  const { state, view, screen } = play;
  const { texts, buttons } = state.confirmsResign ? resignQuestion(play) : statusLine(play);
  document.title = pageTitle(play, texts[0]);
  screen.status.hidden = Boolean(play.game.view.finish) && state.browsedPly === null && !state.note
    && !state.connectionProblem && !buttons.length;
  const urgent = state.connectionProblem ?? (state.confirmsResign ? texts[0] : state.note);
  const turnBadge = view.finish || !state.variant ? null : badge(view.turn, state.variant);
  if (urgent) screen.setStatus([urgent], true, turnBadge);
  else screen.setStatus(texts, false, turnBadge);
  screen.setActions(...buttons);
}

/** Asks whether to resign until the player answers, even if the engine moves meanwhile. @param {Play} play */
function resignQuestion(play) {
  /** @param {"yes" | "no"} name @param {() => unknown} then */
  const answer = (name, then) => button(t(name), () => { play.state.confirmsResign = false; then(); },
    { class: name === "yes" ? "primary" : null, "data-answer": name }, t(name));
  return {
    texts: [t("confirm-resign")],
    buttons: [answer("yes", () => play.session.submit("resign")), answer("no", () => drawStatus(play))],
  };
}
