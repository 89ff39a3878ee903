// @ts-check
// The review of a game in words: accuracy and mistakes of both sides, the worst ones with "try again".
// Shown beside the board of the analyse view and at the end of a game.

import { button, el } from "../../lib/dom.js";
import { formatNumber } from "../../lib/format.js";
import { countMistakes, describeMistake, findMistakes, worstMistakes } from "../../lib/game-review.js";
import { t } from "../../lib/i18n.js";
import { SIDES } from "../../lib/notation.js";
import { openDialog } from "../shared/dialog.js";
import { MARK_CLASSES } from "../shared/move-list.js";

/** @typedef {import("../../lib/game-review.js").Mistake} Mistake */

const DEFAULT_SHOWN = 3;
const MARKS = /** @type {const} */ (["?!", "?", "??"]);

/**
 * The game that is reviewed.
 * @typedef {object} ReviewedGame
 * @property {readonly { text: string, by: Api.Side }[]} moves
 * @property {Pick<Api.Layout, "points" | "motion">} layout
 * @property {Api.Sides<string>} names of the sides
 */

/**
 * What a review shows, and does when it is clicked.
 * @typedef {object} ReviewOptions
 * @property {Api.Side | null} seat of the reader, whose mistakes come first
 * @property {(mistake: Mistake) => unknown} onShow opens the position of a mistake
 * @property {(mistake: Mistake) => unknown} onTryAgain lets the reader look for a better move there
 * @property {number} [shown] how many mistakes are listed
 */

/**
 * Returns the review of a game as far as it is known. Call it again whenever the review has changed.
 * @param {import("../../lib/game-review.js").GameReview} review
 * @param {ReviewedGame} game
 * @param {ReviewOptions} options
 */
export function reviewSummary(review, game, { seat, onShow, onTryAgain, shown = DEFAULT_SHOWN }) {
  const mistakes = findMistakes(review.values);
  // Where few are listed, there is no room for it, and they say the same.
  const ownMistakes = shown === DEFAULT_SHOWN && review.isDone ? mistakes.filter(({ by }) => by === seat) : [];
  const worst = worstMistakes(mistakes, shown, seat);
  return el("section", { class: "review", "aria-label": t("review"), "aria-busy": String(!review.isDone && !review.error) },
    review.error ? el("p", { class: "review-state" }, review.error) : stateOf(review),
    accuracyTable(review, mistakes, game.names, seat),
    ownMistakes.length > 1 && button(t("first-mistake"), () => onTryAgain(ownMistakes[0]), { class: "primary", "data-tool": "first-mistake" }, t("first-mistake")),
    worst.length > 0 && el("ol", { class: "mistakes" }, worst.map(mistake => el("li", { "data-ply": mistake.ply },
      el("button", { type: "button", class: "mistake", "data-ply": mistake.ply, onclick: () => onShow(mistake) },
        el("b", { class: "mark " + MARK_CLASSES[mistake.mark] }, mistake.mark), " ",
        describeMistake(mistake, game.moves, game.layout, game.names, seat)),
      el("button", { type: "button", class: "try-again", "data-try": mistake.ply, onclick: () => onTryAgain(mistake) }, t("try-again"))))),
    review.isDone && !mistakes.length && game.moves.length > 0 && el("p", { class: "muted" }, t("no-mistakes")));
}

/** Says how far the review is. @param {import("../../lib/game-review.js").GameReview} review */
function stateOf({ isDone, isSettled, share, stage, done, values }) {
  if (isDone) return isSettled ? null : el("p", { class: "review-state" }, t("review-rough-only"));
  const text = stage === "rough" ? t("reviewing", { done, count: values.length }) : t("review-deeper", { percent: formatNumber(100 * share) });
  return el("p", { class: "review-state" }, text, el("progress", { max: 1, value: share, "aria-label": t("review") }));
}

/**
 * Returns the accuracy and the number of mistakes of each side.
 * @param {import("../../lib/game-review.js").GameReview} review
 * @param {Mistake[]} mistakes
 * @param {Api.Sides<string>} names
 * @param {Api.Side | null} seat
 */
function accuracyTable({ accuracy }, mistakes, names, seat) {
  /** @param {Api.Side} side */
  const row = side => {
    // A side without moves has none.
    const percent = accuracy?.[side] ?? null;
    const counts = countMistakes(mistakes, side);
    return el("tr", { "data-side": side },
      el("th", { scope: "row" }, side === seat ? t("you") : names[side]),
      el("td", { class: "accuracy" }, percent !== null ? formatNumber(percent) + " %" : accuracy ? "–" : "…"),
      MARKS.map(mark => el("td", { class: counts[mark] ? MARK_CLASSES[mark] : "none" }, String(counts[mark]))));
  };
  // The reader's own side comes first.
  const sides = seat === "o" ? [...SIDES].reverse() : SIDES;
  return el("table", { class: "accuracy-table" },
    el("thead", {}, el("tr", {}, el("td", {}),
      el("th", { scope: "col" }, t("accuracy"), " ", button(t("about-accuracy"), explainAccuracy, { class: "about" }, "?")),
      MARKS.map(mark => el("th", { scope: "col", title: t(`mark-${MARK_NAMES[mark]}`) },
        el("span", { "aria-hidden": "true" }, mark), el("span", { class: "visually-hidden" }, t(`mark-${MARK_NAMES[mark]}`)))))),
    el("tbody", {}, sides.map(row)));
}

const MARK_NAMES = /** @type {const} */ ({ "?!": "inaccuracy", "?": "mistake", "??": "blunder" });

/** Says where the accuracy comes from. */
function explainAccuracy() {
  openDialog(t("about-accuracy"), ...t("accuracy-explained").split("\n").map(text => el("p", {}, text)));
}
