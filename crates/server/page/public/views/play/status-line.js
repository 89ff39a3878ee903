// @ts-check
// The text under the board, and the buttons beside it.

import { button } from "../../lib/dom.js";
import { formatNumber } from "../../lib/format.js";
import { capitalize, t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { moveButtonLabel, moveNumber, otherSide } from "../../lib/notation.js";
import { describeValue, formatLine } from "../../lib/values.js";
import { resultTexts } from "./result-text.js";

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
      ...(isEarlier ? (view.finish ? [view.finish.text, ...view.notes] : turnTexts(view, state.names, play.layout)) : isAbandoned(play.game) ? [t("abandoned"), ...view.notes]
        : view.finish ? [resultTexts(play.game, session.mySide, play.layout).title, ...view.notes] : currentTurnTexts(play)),
      ...(state.isReplaced ? [t("opponent-replaced")] : []),
    ],
    buttons: [
      ...(isEarlier && !play.isOfEngines ? [button(t("back-to-game"), () => play.browse(play.game.moves.length), {}, t("back-to-game"))] : []),
      ...(!isEarlier && !isAbandoned(play.game) ? engineButtons(play) : []),
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
 * Returns whose turn it is, as said to a spectator.
 * @param {Pick<Api.View, "turn" | "playable" | "notes">} view
 * @param {Api.Sides<string>} names
 * @param {Pick<Api.Layout, "regions">} layout
 */
export function turnTexts({ turn, playable, notes }, names, { regions }) {
  if (!playable.length && notes.length) return notes;
  const where = playable.length > 1 ? t("in-any-region") : playable.length && t("in-region", { name: regions[playable[0]].name });
  return [t("turn", { side: names[turn] }) + (where ? " " + where : "")];
}

/** Returns which position is browsed. @param {Play} play */
function browsedPositionText({ game: { moves }, state: { browsedPly, names }, isOfEngines, replay }) {
  const last = moves[(browsedPly ?? 0) - 1];
  if (!last) return t("start-position");
  if (isOfEngines) return t(replay.hasReachedEnd ? "move-of" : "move-number", { number: browsedPly ?? 0, count: moves.length });
  return t("earlier-position", { number: moveNumber((browsedPly ?? 0) - 1, moves[0].by), side: names[last.by] });
}

/** Returns whose turn it is, as said to the one who reads it. @param {Play} play */
function currentTurnTexts(play) {
  const { session, state, presence } = play;
  const { view, seats, waiting } = play.game;
  const side = state.names[view.turn];
  const watching = session.playsAny ? [] : [t("watching")];
  if (waiting) return [t("waiting-for-opponent"), ...(session.isMyTurn() ? [t("may-move-first")] : []), ...watching];
  if (seats[view.turn].spec !== "human" && !play.replay.isIdle) {
    const isOpponent = session.playsAny && !session.playsBoth;
    return [isOpponent ? t("thinking-now") : t("thinking", { side }), ...view.notes, ...(state.showsThinking ? thoughtTexts(state) : []), ...watching];
  }
  if (state.awaitsRematch) return [t("waiting-for-rematch"), ...(session.isMyTurn() ? [t("may-move-first")] : [])];
  if (session.playsAny && !session.playsBoth) {
    const left = presence.hasLeft ? [t("opponent-left")] : [];
    if (session.isMyTurn()) return [...yourTurnTexts(view, play.layout), ...left];
    // A request of one's own already says what the game waits for.
    return [...left, ...(play.game.asked || left.length ? [] : [t("opponents-turn")]), ...view.notes];
  }
  return [...turnTexts(view, state.names, play.layout), ...watching];
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
 * Returns what an engine thinks: it is a hint, and only shown when asked for.
 * @param {Pick<import("./play-state.js").PlayState, "thought" | "names">} state
 */
function thoughtTexts({ thought, names }) {
  if (!thought) return [];
  const { depth, nodes, line, value, by } = thought;
  return [
    t("depth", { depth }), t("nodes", { count: formatNumber(nodes) }), describeValue(value, by, names),
    formatLine(line, 0, 5).replaceAll(" · ", ", "),
  ].filter(Boolean);
}

/** Returns the buttons of the engine that is to move. @param {Play} play */
function engineButtons(play) {
  const { view, seats } = play.game;
  if (view.finish || seats[view.turn].spec === "human" || play.replay.isIdle) return [];
  const details = t(play.state.showsThinking ? "hide-thinking" : "show-thinking");
  return [
    ...(play.session.playsAny && !play.isOfEngines
      ? [button(t("move-now"), () => play.act("stop"), { class: "stop", "data-tool": "stop" }, icon("stop"), t("move-now"))] : []),
    button(details, () => play.act("thinking"), { class: "quiet", "data-tool": "thinking", "aria-pressed": String(play.state.showsThinking) }, details),
  ];
}

/**
 * Returns the title of the window, which says whose turn it is.
 * @param {Play} play
 * @param {string | undefined} status
 */
export function pageTitle(play, status) {
  const { game, session } = play;
  const parts = [capitalize(game.title), "Plateau"];
  const text = game.view.finish ? resultTexts(game, session.mySide, play.layout).title : status;
  return [session.isMyTurn() && !game.waiting ? "● " + t("your-turn") : text, ...parts].filter(Boolean).join(" – ");
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
