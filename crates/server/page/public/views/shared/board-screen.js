// @ts-check
// The layout of a view with a board: game picker, evaluation bar and board, side panel,
// status line and toolbar.

import { Board } from "../../board/board.js";
import { button, el, replaceContent } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { prefersReducedMotion } from "../../lib/theme.js";
import { MoveList } from "./move-list.js";
import { EvaluationBar, ValuePlot } from "./value-plot.js";

/**
 * @typedef {object} Tool a button of the toolbar
 * @property {import("../../lib/icons.js").IconName} name
 * @property {string} label
 * @property {() => unknown} action
 * @property {boolean} [isToggle]
 * @property {boolean} [iconOnly] whether the label is only a tooltip
 */

export class BoardScreen {
  /** @type {Record<string, HTMLButtonElement>} */
  buttons = {};
  gamePicker = el("div", { class: "game-picker" });
  /** Content that comes and goes below the status. */
  extra = el("div", { class: "extra" });
  evaluationBar = new EvaluationBar();
  #message = el("p", { class: "message" });
  #actions = el("span", { class: "actions buttons" });
  status = el("div", { class: "status" }, this.#message, this.#actions);
  /** What is said to the player, beside the board. */
  talk = el("section", { class: "talk" }, this.status, this.extra);
  opponentPicker = el("div", { class: "opponent-picker", role: "group", hidden: true });

  /**
   * @param {HTMLElement} root
   * @param {object} options
   * @param {import("../../board/board.js").BoardHandlers} options.board
   * @param {(ply: number) => unknown} options.onPly called when a move of the list or the plot is clicked
   * @param {Tool[]} options.tools
   * @param {HTMLElement} options.top of the side panel
   */
  constructor(root, { board, onPly, tools, top }) {
    this.board = new Board(board);
    this.plot = new ValuePlot(onPly);
    this.moveList = new MoveList(onPly);
    this.plotBox = el("section", { class: "value-box" }, el("h2", {}, t("evaluation")), this.plot.element);
    const movesBox = el("section", { class: "moves-box" }, el("h2", {}, t("moves")), this.moveList.element);
    this.side = el("aside", { class: "side", "data-tab": "moves" }, top, this.#tabs(), movesBox, this.plotBox);
    root.replaceChildren(el("div", { class: "board-screen" }, el("div", { class: "pickers" }, this.gamePicker, this.opponentPicker),
      el("div", { class: "board-area" }, this.evaluationBar.element, this.board.element), el("div", { class: "column" }, this.talk, this.side),
      el("div", { class: "tools", role: "toolbar" }, tools.map(tool => this.#toolButton(tool)))));
  }

  /** On a phone, the move list and the plot share one place. */
  #tabs() {
    const tabs = /** @type {const} */ ([["moves", "moves"], ["value", "evaluation"]]).map(([name, key]) => el("button", {
      type: "button", "data-tab": name, "aria-pressed": String(name === "moves"),
      onclick: () => {
        this.side.dataset.tab = name;
        for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.tab === name));
      },
    }, t(key)));
    return el("div", { class: "tabs" }, tabs);
  }

  /** @param {Tool} tool */
  #toolButton({ name, label, action, isToggle, iconOnly }) {
    return this.buttons[name] = button(label, action, { "data-tool": name, "aria-pressed": isToggle ? "false" : null },
      icon(name), iconOnly ? null : el("span", {}, label));
  }

  /** @param {Api.Variant} variant */
  setVariant(variant) {
    this.board.setVariant(variant);
    this.evaluationBar.setVariant(variant);
  }

  /** Scrolls to the board, where it is not visible: on phones it may be far above what was tapped. */
  revealBoard() {
    this.board.element.scrollIntoView({ block: "nearest", behavior: prefersReducedMotion() ? "auto" : "smooth" });
  }

  /**
   * @param {string} name of a tool
   * @param {boolean} isEnabled
   */
  enable(name, isEnabled) {
    const tool = this.buttons[name];
    // A disabled button would lose the focus to nothing.
    if (!isEnabled && tool === document.activeElement) this.board.element.focus({ preventScroll: true });
    tool.disabled = !isEnabled;
  }

  /**
   * @param {string} name of a tool
   * @param {boolean} isPressed
   */
  setPressed(name, isPressed) { this.buttons[name].setAttribute("aria-pressed", String(isPressed)); }

  /**
   * Shows the status: the first text large, the others after it.
   * @param {string | string[]} texts
   * @param {boolean} [isUrgent]
   * @param {Node | null} [badge] the piece of the side to move
   */
  setStatus(texts, isUrgent = false, badge = null) {
    const [first, ...others] = Array.isArray(texts) ? texts : texts.split(" · ");
    const rest = others.length ? el("span", { class: "details" }, el("span", { class: "dot" }, " · "), others.join(" · ")) : "";
    this.#message.replaceChildren(...(badge ? [badge] : []), el("strong", {}, first ?? ""), rest);
    this.status.classList.toggle("urgent", isUrgent);
  }

  /** Shows buttons beside the status text. @param {...HTMLButtonElement} buttons */
  setActions(...buttons) { replaceContent(this.#actions, ...buttons); }
}
