// @ts-check
// The understand view: minimax and alpha-beta on the same position, side by side.

import { Board } from "../../board/board.js";
import { ApiError, isInvalidRequest, request } from "../../lib/api.js";
import { defaultGame, loadCatalogue, loadVariant } from "../../lib/catalogue.js";
import { button, el, replaceContent } from "../../lib/dom.js";
import { language, sideNames, t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { address, joinMoves, movesForServer, navigate, pushAddress, replaceAddress } from "../../lib/router.js";
import { THEME_EVENT } from "../../lib/theme.js";
import { drawGamePicker } from "../shared/game-picker.js";
import { setNavTargets } from "../shared/nav.js";
import { drawNodeCounts } from "./node-counts.js";
import { introduction, legendEntries } from "./lesson.js";
import { availablePresets } from "./presets.js";
import { addressParams, chosenEvaluator, completeSetup, evaluatorLabel, fallbackSetup, NO_EVALUATOR } from "./search-setup.js";
import { TreePair } from "./tree-pair.js";

/** @typedef {import("./search-setup.js").SearchSetup} SearchSetup */
/** @typedef {import("./search-setup.js").CompleteSetup} CompleteSetup */

/**
 * Everything the understand view remembers.
 * @typedef {object} UnderstandState
 * @property {CompleteSetup | null} setup on the board
 * @property {Api.Variant | null} variant
 * @property {import("./presets.js").Preset[]} presets
 * @property {number} request counts requested setups; answers to older ones are dropped
 * @property {number} drawnRequest the request whose trees are drawn
 */

/** @returns {UnderstandState} */
const createState = () => ({ setup: null, variant: null, presets: [], request: 0, drawnRequest: -1 });

const MAX_DEPTH = 9;
/** How many nodes of a tree are drawn at most. */
const DRAWN_NODES = 3000;
/** The node counts go at least this deep. */
const COUNTED_DEPTH = 6;

export class Understand {
  state = createState();
  #board = new Board({ onMove: move => this.#playMove(move), onIllegal: () => {} });
  #gamePicker = el("div", { class: "game-picker" });
  #message = el("p", { class: "message", role: "status" });
  #presets = el("div", { class: "presets" });
  #depth = el("select", { "aria-label": t("search-depth"), onchange: event => this.#change({ depth: Number(event.target.value) }) },
    Array.from({ length: MAX_DEPTH }, (_, i) => el("option", { value: i + 1 }, String(i + 1))));
  #evaluator = el("select", { "aria-label": t("evaluation"), onchange: event => this.#change({ evaluator: event.target.value }) });
  #evaluatorLabel = el("label", {}, t("evaluation") + " ", this.#evaluator);
  #back = button(t("previous-move"), () => this.#undo(), { "data-tool": "back" }, icon("undo"));
  #intro = el("div", { class: "intro" });
  #legend = el("ul", { class: "legend", "aria-label": t("legend") });
  #nodeCounts = el("section", { class: "node-counts" });
  #trees = new TreePair(step => {
    const { drawnRequest, request: latest, setup } = this.state;
    if (drawnRequest === latest && setup) replaceAddress(address("understand", "", { ...addressParams(setup), step }));
  });
  #onTheme = () => this.#trees.redraw();

  /** @param {HTMLElement} root */
  constructor(root) {
    root.replaceChildren(el("div", { class: "understand" }, this.#gamePicker,
      el("div", { class: "setup" }, el("div", { class: "small-board" }, this.#board.element),
        el("div", { class: "options" },
          el("p", { class: "row" }, el("label", {}, t("search-depth") + " ", this.#depth), this.#evaluatorLabel, this.#back),
          this.#presets, this.#message),
        this.#intro),
      this.#legend, this.#trees.element, this.#nodeCounts));
    window.addEventListener(THEME_EVENT, this.#onTheme);
  }

  get variant() { return this.state.variant; }

  leave() {
    this.state.request++;
    this.#trees.leave();
    window.removeEventListener(THEME_EVENT, this.#onTheme);
  }

  /** @param {Pick<import("../../lib/router.js").Route, "params">} route */
  async enter({ params }) {
    const entry = ++this.state.request;
    try {
      this.state.presets = await availablePresets();
      const setup = await this.#readSetup(params);
      if (entry === this.state.request) await this.#open(setup, Number(params.get("step")) || undefined);
    } catch (error) {
      if (entry === this.state.request) this.#showError(error);
    }
  }

  /**
   * Reads the setup of an address; without a game, the first preset.
   * @param {URLSearchParams} params
   * @returns {Promise<SearchSetup>}
   */
  async #readSetup(params) {
    const game = params.get("game");
    const preset = game ? undefined : this.state.presets[0];
    const depth = Math.floor(Number(params.get("depth"))) || preset?.depth;
    return {
      game: game ?? preset?.game ?? await defaultGame(),
      position: preset?.position ?? params.get("position") ?? "",
      moves: movesForServer(params.get("moves")) ?? [],
      depth: depth && Math.min(MAX_DEPTH, Math.max(1, depth)),
      evaluator: params.get("eval") ?? "",
    };
  }

  /** Opens a changed setup with a history entry. @param {Partial<SearchSetup>} change */
  #change(change) {
    if (!this.state.setup) return;
    const setup = { ...this.state.setup, ...change };
    pushAddress(address("understand", "", addressParams(setup)));
    this.#open(setup);
  }

  #undo() {
    const moves = this.state.setup?.moves ?? [];
    if (moves.length) this.#change({ moves: moves.slice(0, -1) });
  }

  /** @param {Api.Move} move */
  #playMove(move) { this.#change({ moves: [...this.state.setup?.moves ?? [], move.text] }); }

  /**
   * Shows a setup: the board first, then the trees, then the node counts.
   * @param {SearchSetup} setup
   * @param {number} [step] of the search; the first one by default
   * @param {unknown} [earlierError] why another setup could not be shown, shown with this one
   * @returns {Promise<void>}
   */
  async #open(setup, step, earlierError) {
    const { state } = this;
    const opening = ++state.request;
    const isStale = () => opening !== state.request;
    let isOnBoard = false;
    this.#trees.pause();
    this.#message.textContent = t("loading");
    try {
      const { game, position, moves } = setup;
      const shown = { game, position: position || undefined, moves };
      /** @type {[Api.Catalogue, Api.Variant, Api.ViewAnswer]} */
      const [catalogue, variant, answer] = await Promise.all([loadCatalogue(), loadVariant(game), request("view", shown)]);
      if (isStale()) return;
      const complete = completeSetup(setup, variant, answer);
      Object.assign(state, { variant, setup: complete });
      this.#drawSetup(catalogue, variant, complete, answer.view);
      isOnBoard = true;
      const { depth } = complete;
      const search = { ...shown, eval: chosenEvaluator(complete, variant) };
      const [minimax, alphabeta] = await Promise.all(["minimax", "alphabeta"].map(algorithm =>
        request("tree", { ...search, algorithm, depth, nodes: DRAWN_NODES })));
      if (isStale()) return;
      /** @type {Tree.Data} */
      const data = { ...minimax, trees: [...minimax.trees, ...alphabeta.trees] };
      state.drawnRequest = opening;
      this.#trees.show(data, language() === "fr" ? 1 : 0, step);
      this.#message.textContent = earlierError instanceof Error ? earlierError.message : this.#presetText();
      // Without estimates the evaluator makes no difference to the counts.
      const usesEvaluator = data.trees.some(tree => tree.scale === "estimates");
      const { rows } = await request("counts", { ...(usesEvaluator ? search : shown), depth: Math.max(depth, COUNTED_DEPTH) });
      if (!isStale()) drawNodeCounts(this.#nodeCounts, rows, depth);
    } catch (error) {
      if (isStale()) return;
      const isInvalid = isInvalidRequest(error);
      if (isOnBoard) {
        this.#trees.clear();
        this.#nodeCounts.replaceChildren();
        const current = /** @type {CompleteSetup} */ (state.setup);
        // The tree is too large: show the deepest that is not.
        if (isInvalid && current.depth > 1) return this.#open({ ...current, depth: current.depth - 1 }, undefined, earlierError ?? error);
        this.#showError(error);
        return;
      }
      const fallback = isInvalid ? await fallbackSetup(setup).catch(() => null) : null;
      if (isStale()) return;
      if (fallback) return this.#open(fallback, undefined, earlierError ?? error);
      this.#showError(earlierError ?? error);
    }
  }

  /** @param {unknown} error */
  #showError(error) { this.#message.textContent = error instanceof ApiError ? error.message : t("no-answer"); }

  /**
   * @param {Api.Catalogue} catalogue
   * @param {Api.Variant} variant
   * @param {CompleteSetup} setup
   * @param {Api.View} view
   */
  #drawSetup(catalogue, variant, setup, view) {
    const { game, position, moves, depth } = setup;
    this.#depth.value = String(depth);
    // A disabled button would lose the focus to nothing.
    if (!moves.length && this.#back === document.activeElement) this.#board.element.focus({ preventScroll: true });
    this.#back.disabled = !moves.length;
    this.#evaluatorLabel.hidden = !variant.evaluators.length;
    const chosen = chosenEvaluator(setup, variant) ?? NO_EVALUATOR;
    replaceContent(this.#evaluator, ...[...variant.evaluators, NO_EVALUATOR].map(name =>
      el("option", { value: name, selected: name === chosen }, evaluatorLabel(name))));
    this.#board.setVariant(variant);
    this.#board.show(view, { interactive: !view.finish, animate: false });
    drawGamePicker(this.#gamePicker, catalogue, game, name => navigate(address("understand", "", { game: name })));
    setNavTargets({
      understand: address("understand", "", addressParams(setup)),
      analyse: address("analyse", "", { game, position, moves: joinMoves(moves) }),
    });
    const isFirst = this.state.presets.length > 0 && this.#isAt(this.state.presets[0]);
    const names = sideNames(variant.players);
    replaceContent(this.#intro, ...(isFirst ? introduction(names) : []));
    replaceContent(this.#legend, ...legendEntries(names));
    this.#presets.hidden = !this.state.presets.length;
    replaceContent(this.#presets, el("span", { class: "muted" }, t("presets")), ...this.state.presets.map(preset => el("button", {
      type: "button", class: "chip", "data-preset": preset.name, "aria-pressed": String(this.#isAt(preset)),
      onclick: () => this.#change({ game: preset.game, position: preset.position, moves: [], depth: preset.depth, evaluator: "" }),
    }, t(`preset-${preset.name}`))));
  }

  /** Returns whether a preset is on the board. @param {import("./presets.js").Preset} preset */
  #isAt({ game, position }) {
    const { setup } = this.state;
    return setup !== null && game === setup.game && position === setup.position && !setup.moves.length;
  }

  /** Returns what the preset on the board shows, if it needs an explanation. */
  #presetText() {
    const preset = this.state.presets.find(each => this.#isAt(each));
    return preset?.name === "best" || preset?.name === "worst" ? t(`order-${preset.name}`) : "";
  }

  /**
   * Returns whether the key has an action here.
   * @param {string} key
   * @param {Element} target
   */
  key(key, target) { return this.#trees.key(key, target); }
}
