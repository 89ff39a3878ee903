// @ts-check
// The end of a game: the result, what to do next, accuracy and the worst mistakes.

import { badge } from "../../board/pieces.js";
import { button, el } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { navigate } from "../../lib/router.js";
import { reviewAddress } from "../analyse/analysis-address.js";
import { reviewSummary } from "../review/summary.js";
import { playAgain } from "./players.js";
import { resultTexts } from "./result-text.js";

const SHOWN_MISTAKES = 2;

/** @typedef {import("./play.js").Play} Play */

/**
 * @param {Play} play
 * @param {Api.Finish} finish
 */
export function drawGameOver(play, finish) {
  const { review, game, variant, session } = play;
  const side = session.mySide ?? finish.winner;
  const { title, how } = resultTexts(game, session.mySide, play.layout);
  /** @type {HTMLElement[]} */
  const parts = [el("h2", { class: "result" }, side && variant && badge(side, variant), title)];
  if (how) parts.push(el("p", { class: "how" }, how));
  parts.push(el("div", { class: "buttons" },
    againButton(play),
    button(t("review"), () => play.analyseGame(game.moves.length), { "data-tool": "analyse" }, t("review"))));
  if (game.next) parts.push(el("p", {}, t("rematch-started")));
  const moves = game.moves.map(move => move.text);
  parts.push(reviewSummary(review, { moves: game.moves, layout: play.layout, names: play.state.names }, {
    seat: session.mySide, shown: SHOWN_MISTAKES, onShow: ({ ply }) => play.analyseGame(ply),
    onTryAgain: ({ ply }) => navigate(reviewAddress({ game: game.game, start: game.start, moves, ply, seat: session.mySide, tryAgain: true })),
  }));
  return el("section", { class: "game-over" }, parts);
}

/** @param {Play} play */
function againButton(play) {
  const label = t(!play.game.next ? "play-again" : play.session.playsAny ? "join-rematch" : "watch-rematch");
  return button(label, () => playAgain(play), { class: "primary", "data-tool": "again", title: t("sides-swapped") }, label);
}
