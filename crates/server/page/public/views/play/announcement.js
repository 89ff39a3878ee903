// @ts-check
// What changed in a game, for screen readers.

import { t } from "../../lib/i18n.js";
import { moveLabel } from "../../lib/notation.js";
import { moveCount } from "./result-text.js";
import { isAbandoned, pendingRequestText } from "./status-line.js";

/**
 * @param {import("./play.js").Play} play
 * @param {Api.Game | null} before
 */
export function describeChange(play, before) {
  const { moves, view, title, next } = play.game;
  const { names } = play.state;
  /** @param {{ text: string }} move */
  const label = move => moveLabel(play.layout, move.text);
  const last = moves[moves.length - 1];
  /** @type {(string | null | undefined | false)[]} */
  const parts = [];
  if (!before) parts.push(moves.length ? t("game-opened", { game: title, moves: moveCount(moves.length) }) : t("new-game", { game: title }));
  else if (moves.length > before.moves.length) parts.push(t("plays", { side: names[last.by], move: label(last) }));
  else if (moves.length < before.moves.length) {
    parts.push(t("undone", { moves: before.moves.slice(moves.length).map(label).reverse().join(", ") }));
  }
  const hasNoMove = !before || moves.length < before.moves.length;
  const namesTurn = hasNoMove && !view.finish && !view.notes.length;
  parts.push(...view.notes, view.finish?.text, namesTurn && t("turn", { side: names[view.turn] }));
  parts.push(pendingRequestText(play), next && !before?.next && t("rematch-started"), isAbandoned(play.game) && t("abandoned"));
  return parts.filter(Boolean).join("; ");
}
