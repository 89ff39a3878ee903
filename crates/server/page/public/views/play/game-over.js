// @ts-check
// The end of a game: the result, the worst mistakes, and what to do next.

import { badge } from "../../board/pieces.js";
import { button, el } from "../../lib/dom.js";
import { describeMistake, worstMistakes } from "../../lib/game-review.js";
import { t } from "../../lib/i18n.js";
import { resultTexts } from "./result-text.js";

const SHOWN_MISTAKES = 2;

/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("../../lib/game-review.js").Mistake} Mistake */

/**
 * @param {Play} play
 * @param {Api.Finish} finish
 * @param {Mistake[]} mistakes
 */
export function drawGameOver(play, finish, mistakes) {
  const { review, game, variant } = play;
  const mine = play.session.mySide;
  const side = mine ?? finish.winner;
  const { title, how } = resultTexts(game, mine, play.layout);
  /** @type {HTMLElement[]} */
  const parts = [el("h2", { class: "result" }, side && variant && badge(side, variant), title)];
  if (how) parts.push(el("p", { class: "how" }, how));
  parts.push(el("div", { class: "buttons" },
    againButton(play),
    button(t("review"), () => play.analyseGame(game.moves.length), { "data-tool": "analyse" }, t("review"))));
  if (game.next) parts.push(el("p", {}, t("rematch-started")));
  if (review.done < review.values.length) {
    parts.push(el("p", { class: "muted" }, t("reviewing", { done: review.done, count: review.values.length })));
  } else if (!mistakes.length) {
    parts.push(el("p", { class: "muted" }, t("no-mistakes")));
  }
  for (const mistake of worstMistakes(mistakes, SHOWN_MISTAKES)) {
    parts.push(el("p", {}, el("button", {
      type: "button", class: "mistake", "data-ply": mistake.ply, onclick: () => play.analyseGame(mistake.ply),
    }, el("b", { class: "mark" }, mistake.mark), " ", describeMistake(mistake, game.moves, play.layout, play.state.names))));
  }
  return el("section", { class: "game-over" }, parts);
}

/** @param {Play} play */
function againButton(play) {
  const label = t(!play.game.next ? "play-again" : play.session.playsAny ? "join-rematch" : "watch-rematch");
  return button(label, () => play.playAgain(), { class: "primary", "data-tool": "again", title: t("sides-swapped") }, label);
}
