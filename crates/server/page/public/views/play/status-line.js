// @ts-check
// The text under the board, and the buttons beside it.

import { button } from "../../lib/dom.js";
import { formatNumber } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { moveButtonLabel, moveNumber, otherSide } from "../../lib/notation.js";
import { describeValue, formatLine } from "../../lib/values.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {{ texts: string[], buttons: HTMLButtonElement[] }} StatusLine */

/**
 * @param {Play} play
 * @returns {StatusLine}
 */
export function statusLine(play) {
  const { view, state, session } = play;
  const isEarlier = state.browsedPly !== null;
  const request = pendingRequestText(play);
  return {
    texts: [
      ...(isEarlier ? [browsedPositionText(play)] : []),
      ...(request ? [request] : []),
      ...(isEarlier ? positionTexts(view, state.names) : isAbandoned(play.game) ? [t("abandoned"), ...view.notes]
        : view.finish ? [view.finish.text, ...view.notes] : turnTexts(play)),
    ],
    buttons: [
      ...(isEarlier ? [button(t("back-to-game"), () => play.browse(play.game.moves.length), {}, t("back-to-game"))] : []),
      ...(!isEarlier && !isAbandoned(play.game) ? stopButton(play) : []),
      ...answerButtons(play),
      ...(!isEarlier && session.isMyTurn() ? buttonMoves(play) : []),
    ],
  };
}

/**
 * Returns whether the game was played elsewhere and its player has left.
 * @param {Pick<Api.Game, "live" | "view"> | null} game
 */
export const isAbandoned = game => game !== null && game.live === "left" && !game.view.finish;

/**
 * @param {Api.View} view
 * @param {Api.Sides<string>} names
 */
function positionTexts(view, names) {
  const texts = [...(view.finish ? [view.finish.text] : []), ...view.notes];
  return texts.length ? texts : [t("turn", { side: names[view.turn] })];
}

/** Returns which position is browsed. @param {Play} play */
function browsedPositionText({ game: { moves }, state: { browsedPly, names } }) {
  const last = moves[(browsedPly ?? 0) - 1];
  if (!last) return t("start-position");
  return t("earlier-position", { number: moveNumber((browsedPly ?? 0) - 1, moves[0].by), side: names[last.by] });
}

/** Returns whose turn it is, or what an engine thinks. @param {Play} play */
function turnTexts(play) {
  const { session, state } = play;
  const { view, seats } = play.game;
  const side = state.names[view.turn];
  const watching = session.playsAny ? [] : [t("watching")];
  if (seats[view.turn].spec !== "human") return [...view.notes, ...thinkingTexts(state, side), ...watching];
  if (session.playsAny && !session.playsBoth) {
    if (session.isMyTurn()) return yourTurnTexts(view, play.layout);
    // A request of one's own already says what the game waits for.
    return [...(play.game.asked ? [] : [t("waiting-for-opponent")]), ...view.notes];
  }
  return [...(view.notes.length ? view.notes : [t("turn", { side })]), ...watching];
}

/**
 * Tells players that it is their turn and, where that depends on the last move, where to play.
 * @param {Pick<Api.View, "playable" | "notes">} view
 * @param {Pick<Api.Layout, "regions">} layout
 */
export function yourTurnTexts({ playable, notes }, { regions }) {
  if (playable.length > 1) return [t("your-turn-in-any-region")];
  if (playable.length === 1) return [t("your-turn-in-region", { name: regions[playable[0]].name })];
  return [t("your-turn"), ...notes];
}

/**
 * @param {Pick<import("./play.js").PlayState, "thought" | "names">} state
 * @param {string} side
 */
function thinkingTexts({ thought, names }, side) {
  const texts = [t("thinking", { side })];
  if (!thought) return texts;
  const { depth, nodes, line, value, by } = thought;
  texts.push(t("depth", { depth }), t("nodes", { count: formatNumber(nodes) }), describeValue(value, by, names));
  texts.push(formatLine(line, 0, 5).replaceAll(" · ", ", "));
  return texts.filter(Boolean);
}

/** @param {Play} play */
function stopButton(play) {
  const { view, seats } = play.game;
  if (view.finish || seats[view.turn].spec === "human" || !play.session.playsAny) return [];
  return [button(t("move-now"), () => play.act("stop"), { class: "stop", "data-tool": "stop" }, icon("stop"))];
}

/** Returns a button for each move without a place on the board, such as a pass. @param {Play} play */
function buttonMoves(play) {
  return play.view.moves.filter(({ points }) => !points.length).map(move => {
    const label = moveButtonLabel(move.text);
    return button(label, () => play.playMove(move), { class: "primary", "data-move": move.text }, label);
  });
}

/**
 * Returns the text about a request to undo or redo, for the two players it concerns. Between
 * two people the opponent must accept it.
 * @param {Play} play
 */
export function pendingRequestText({ game: { asked }, session: { playing, playsBoth } }) {
  if (!asked || playsBoth) return null;
  if (playing[otherSide(asked.by)]) return t(asked.what === "undo" ? "asks-undo" : "asks-redo");
  return playing[asked.by] ? t("awaiting-answer") : null;
}

/** @param {Play} play */
function answerButtons({ game: { asked }, session }) {
  if (!asked || session.playsBoth || !session.playing[otherSide(asked.by)]) return [];
  return [
    button(t("accept"), () => session.answer(true), { class: "primary", "data-tool": "accept" }, t("accept")),
    button(t("decline"), () => session.answer(false), {}, t("decline")),
  ];
}
