// @ts-check
// The moves of a game in two columns, one per side.

import { el, replaceContent } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { moveLabel, moveNumber } from "../../lib/notation.js";

/** @typedef {{ text: string, by: Api.Side }} ListedMove */

/** The classes of the marks, as of the values on the board. @type {Record<string, string>} */
export const MARK_CLASSES = { "?!": "inaccuracy", "?": "mistake-mark", "??": "blunder" };

/**
 * Arranges moves in numbered rows. Each cell is an index into `moves`, or `null` where a
 * side has no move: before a first move by o, and after the last move.
 * @param {readonly ListedMove[]} moves
 * @returns {{ number: number, cells: [number | null, number | null] }[]}
 */
export function moveRows(moves) {
  const first = moves[0]?.by;
  const offset = first === "o" ? 1 : 0;
  const rowCount = Math.ceil((moves.length + offset) / 2);
  /** @param {number} at */
  const cell = at => (at >= 0 && at < moves.length ? at : null);
  return Array.from({ length: rowCount }, (_, row) => {
    const at = 2 * row - offset;
    return { number: moveNumber(at, first), cells: [cell(at), cell(at + 1)] };
  });
}

export class MoveList {
  element = el("ol", { class: "moves" });
  /** What is shown, to skip updates that change nothing: replacing a cell may lose a click. */
  #shown = "";

  /** @param {(ply: number) => unknown} onPly */
  constructor(onPly) {
    this.onPly = onPly;
  }

  /**
   * @param {readonly ListedMove[]} moves
   * @param {number} ply the number of moves that led to the position on the board
   * @param {{ ply: number, mark: string }[]} mistakes
   * @param {Api.Layout} layout
   */
  show(moves, ply, mistakes, layout) {
    const shown = JSON.stringify([moves, ply, mistakes, t("no-moves")]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const marks = new Map(mistakes.map(mistake => [mistake.ply, mistake.mark]));
    /** @param {number | null} at */
    const cell = at => (at === null ? el("span") : this.#cell(moves[at], at, at + 1 === ply, marks.get(at), layout));
    const rows = moveRows(moves).map(({ number, cells }) => el("li", {}, el("span", { class: "count" }, String(number)), cells.map(cell)));
    if (!rows.length) rows.push(el("li", { class: "none" }, t("no-moves")));
    replaceContent(this.element, ...rows);
    this.#scrollToCurrent();
  }

  /** Scrolls the list itself, never the page. */
  #scrollToCurrent() {
    const current = /** @type {HTMLElement | null} */ (this.element.querySelector("[aria-current]"));
    const { scrollTop, clientHeight } = this.element;
    if (!current) this.element.scrollTop = 0;
    else if (current.offsetTop < scrollTop || current.offsetTop > scrollTop + clientHeight - 40) {
      this.element.scrollTop = current.offsetTop - clientHeight / 2;
    }
  }

  /**
   * @param {ListedMove} move
   * @param {number} at
   * @param {boolean} isCurrent
   * @param {string | undefined} mark
   * @param {Api.Layout} layout
   */
  #cell(move, at, isCurrent, mark, layout) {
    const label = moveLabel(layout, move.text);
    const spoken = label === move.text ? null : label;
    return el("button", {
      type: "button", class: "move " + move.by, "data-ply": at + 1, "aria-current": isCurrent ? "step" : null,
      title: spoken, "aria-label": spoken && mark ? `${spoken} ${mark}` : spoken, onclick: () => this.onPly(at + 1),
    }, move.text, mark ? el("b", { class: "mark " + MARK_CLASSES[mark] }, mark) : null);
  }
}
