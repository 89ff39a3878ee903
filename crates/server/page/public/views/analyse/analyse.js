// @ts-check
// The analyse view: any position or game, the value of every move, and variations.

import { badge } from "../../board/pieces.js";
import { Analyser, explainIllegalMove } from "../../lib/analysis.js";
import { ApiError, request } from "../../lib/api.js";
import { defaultGame, loadCatalogue, loadVariant } from "../../lib/catalogue.js";
import { announce, button, el, replaceContent } from "../../lib/dom.js";
import { formatNumber } from "../../lib/format.js";
import { findMistakes, GameReview } from "../../lib/game-review.js";
import { sideNames, t } from "../../lib/i18n.js";
import { moveButtonLabel, moveLabel, moveNumber, otherSide } from "../../lib/notation.js";
import { absoluteLink, address, joinMoves, movesForServer, navigate, pushAddress, splitMoves } from "../../lib/router.js";
import { certainty, compactValue, describeValue, formatLine } from "../../lib/values.js";
import { createGame } from "../play/open-game.js";
import { BoardScreen } from "../shared/board-screen.js";
import { copyField, openDialog } from "../shared/dialog.js";
import { drawGamePicker } from "../shared/game-picker.js";
import { setNavTargets } from "../shared/nav.js";
import { allMoves, backToMain, currentPly, goToPly, playedMoves, playMove } from "./analysis-line.js";
import { pasteBox } from "./paste-box.js";

/** @typedef {import("./analysis-line.js").AnalysisLine} AnalysisLine */

/**
 * What is on the board.
 * @typedef {object} ShownPosition
 * @property {AnalysisLine} line
 * @property {Api.Variant} variant
 * @property {Api.Sides<string>} names of the sides
 * @property {Api.View} view
 * @property {string} record of the moves shown
 */

/**
 * Everything the analyse view remembers.
 * @typedef {object} AnalyseState
 * @property {ShownPosition | null} shown
 * @property {AnalysisLine | null} requested the position on its way from the server
 * @property {Api.Analysis | null} values of the position on the board
 * @property {string | null} note shown instead of the status, such as an error
 * @property {number} entry counts entered addresses; answers to older ones are dropped
 * @property {boolean} isClosed whether another view has replaced this one
 */

/** @returns {AnalyseState} */
const createState = () => ({ shown: null, requested: null, values: null, note: null, entry: 0, isClosed: false });

const ANALYSIS_TIME = "8s";
const SHOWN_LINE = 12;

/** @typedef {"first" | "back" | "next" | "last" | "play" | "share" | "new"} AnalyseAction */

/** @type {Record<string, AnalyseAction>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", u: "back", r: "next", s: "share", n: "new" };

export class Analyse {
  state = createState();
  #analyser = new Analyser();
  #review = new GameReview(() => this.#draw());
  #summary = el("section", { class: "summary" });

  /** @param {HTMLElement} root */
  constructor(root) {
    const tools = /** @type {const} */ ([
      ["first", "go-to-start"], ["back", "previous-move"], ["next", "next-move"], ["last", "go-to-end"], ["play", "continue"], ["share", "share"],
    ]);
    this.screen = new BoardScreen(root, {
      board: {
        onMove: move => this.#playMove(move),
        onIllegal: (point, from) => this.#explainIllegal(point, from),
        onSelect: point => this.#onSelect(point),
      },
      onPly: ply => this.#goTo(ply),
      tools: tools.map(([name, key]) => ({
        name, label: t(key), action: () => this.#act(name), iconOnly: name !== "play" && name !== "share",
      })),
      top: this.#summary,
    });
    this.screen.side.append(pasteBox(() => this.state.shown?.line.game, error => this.#showError(error)));
  }

  get variant() { return this.state.shown?.variant ?? null; }

  leave() {
    this.state.isClosed = true;
    this.state.entry++;
    this.#analyser.cancel();
    this.#review.stop();
  }

  // Opening positions

  /** @param {Pick<import("../../lib/router.js").Route, "params">} route */
  async enter({ params }) {
    const entry = ++this.state.entry;
    const isCurrent = () => entry === this.state.entry;
    const line = await readLine(params).catch(error => { if (isCurrent()) this.#showError(error); });
    if (!isCurrent() || line && await this.#open(line)) return;
    // The address is invalid: show the start of its game, or of the default one, and the error.
    const { note } = this.state;
    for (const game of [params.get("game"), await defaultGame().catch(() => null)]) {
      if (!isCurrent()) return;
      if (game && await this.#open({ game, start: undefined, main: [], ply: 0, variation: [], at: 0 })) break;
    }
    if (!isCurrent()) return;
    this.state.note = note;
    this.#drawStatus();
  }

  /**
   * Shows a position. Returns false if the server refuses it.
   * @param {AnalysisLine} line
   */
  async #open(line) {
    const { state, screen } = this;
    state.requested = line;
    const isStale = () => state.isClosed || state.requested !== line;
    try {
      const catalogue = await loadCatalogue();
      const variant = await loadVariant(line.game);
      /** @type {Api.ViewAnswer} */
      const { view, record } = await request("view", {
        game: line.game, position: line.start, moves: allMoves(line), ply: currentPly(line),
      });
      if (isStale()) return true;
      const isOtherGame = state.shown?.line.game !== line.game;
      Object.assign(state, { shown: { line, variant, names: sideNames(variant.players), view, record }, note: null, values: null });
      screen.board.setVariant(variant);
      screen.board.showValues(null);
      screen.board.show(view, { interactive: !view.finish, animate: !isOtherGame });
      if (isOtherGame || !screen.gamePicker.children.length) {
        drawGamePicker(screen.gamePicker, catalogue, line.game, name => navigate(address("analyse", "", { game: name })));
      }
      this.#setNavTargets(line);
      this.#draw();
      announce([this.#lastMoveText(), ...view.notes, view.finish?.text].filter(Boolean).join("; "));
      this.#evaluate(line).catch(error => this.#showError(error));
      return true;
    } catch (error) {
      if (isStale()) return true;
      state.requested = state.shown?.line ?? null;
      this.#showError(error);
      return false;
    }
  }

  /** @param {AnalysisLine} line */
  #setNavTargets(line) {
    const here = { game: line.game, position: line.start, moves: joinMoves(playedMoves(line)) };
    setNavTargets({ analyse: addressOf(line), understand: address("understand", "", here) });
  }

  /** Returns the move that led to the position, for screen readers. */
  #lastMoveText() {
    const { view, names, variant } = /** @type {ShownPosition} */ (this.state.shown);
    return view.last && t("plays", { side: names[otherSide(view.turn)], move: moveLabel(variant.layout, view.last.text) });
  }

  // Actions

  /** Opens a position with a history entry. @param {AnalysisLine} line */
  #navigate(line) {
    pushAddress(addressOf(line));
    return this.#open(line);
  }

  /** Counts from the position on its way, so that quick key presses are not lost. @param {number} ply */
  #goTo(ply) {
    if (this.state.requested) this.#navigate(goToPly(this.state.requested, ply));
  }

  /** @param {Api.Move} move */
  #playMove(move) {
    if (!this.state.shown) return;
    this.screen.board.previewMove(move);
    this.#navigate(playMove(this.state.shown.line, move.text));
  }

  /** @param {AnalyseAction} name */
  #act(name) {
    const { shown, requested } = this.state;
    if (!shown || !requested) return;
    if (name === "first") this.#goTo(0);
    else if (name === "back") this.#goTo(currentPly(requested) - 1);
    else if (name === "next") this.#goTo(currentPly(requested) + 1);
    else if (name === "last") this.#goTo(allMoves(requested).length);
    else if (name === "play") this.#continueGame(shown.line);
    else if (name === "share") this.#share(shown);
    else navigate(address("analyse", "", { game: shown.line.game }));
  }

  /**
   * Returns whether the key has an action here.
   * @param {string} key
   * @param {Element} target
   */
  key(key, target) {
    // Arrows on the board move its cursor.
    if (!KEYS[key] || target.closest(".board") && key.startsWith("Arrow")) return false;
    this.#act(KEYS[key]);
    return true;
  }

  /** Plays on from here in the play view. @param {AnalysisLine} line */
  async #continueGame(line) {
    try {
      const game = await createGame(line.game, undefined, { position: line.start, moves: playedMoves(line) });
      if (!this.state.isClosed) navigate(address("play", game.id));
    } catch (error) {
      this.#showError(error);
    }
  }

  /** @param {ShownPosition} shown */
  #share({ line, view, record }) {
    openDialog(t("share"), copyField(t("analysis-link"), absoluteLink(addressOf(line))),
      copyField(t("position"), view.position), copyField(t("record"), record, 6));
  }

  /** @param {number | null} point */
  #onSelect(point) {
    this.state.note = point === null ? null : t("slide-to");
    this.#drawStatus();
  }

  /**
   * @param {number} point
   * @param {number | null} from
   */
  async #explainIllegal(point, from) {
    const { shown } = this.state;
    if (!shown || shown.view.finish) return;
    const { line, view, variant } = shown;
    const text = await explainIllegalMove(line.game, view.position, variant.layout, point, from).catch(error => this.#showError(error));
    if (!text || this.state.isClosed || this.state.shown?.line !== line) return;
    this.state.note = text;
    this.#drawStatus();
    announce(text);
  }

  /** Analyses the position, then the whole line. @param {AnalysisLine} line */
  async #evaluate(line) {
    const { game, start } = line;
    this.#review.stop();
    this.#analyser.cancel();
    const body = { game, position: start, moves: playedMoves(line), every: true, time: ANALYSIS_TIME };
    const answer = await this.#analyser.analyse(body, analysis => {
      this.state.values = analysis;
      this.screen.board.showValues(analysis);
      this.#draw();
    });
    if (!this.state.isClosed && answer) await this.#review.start(game, start, allMoves(line));
  }

  // Drawing

  /** Draws everything but the board. */
  #draw() {
    const { shown, values } = this.state;
    if (!shown) return;
    const { screen } = this;
    const { line, view, names, variant } = shown;
    const ply = currentPly(line);
    // The sides move in turn, so the parity of the ply tells who made each move.
    /** @type {Api.Side[]} */
    const sides = view.turn === "x" ? ["x", "o"] : ["o", "x"];
    const moves = allMoves(line).map((text, i) => ({ text, by: sides[(ply + i) % 2] }));
    const known = this.#review.values.length === moves.length + 1 ? [...this.#review.values] : Array(moves.length + 1).fill(null);
    if (values) known[ply] = { ...values, played: known[ply]?.played };
    const mistakes = findMistakes(known);
    screen.moveList.show(moves, ply, mistakes, variant.layout);
    screen.plot.show(known, ply, mistakes, names);
    screen.evaluationBar.show(values, view.turn, names);
    screen.enable("first", ply > 0);
    screen.enable("back", ply > 0);
    screen.enable("next", ply < moves.length);
    screen.enable("last", ply < moves.length);
    screen.enable("play", !view.finish);
    replaceContent(screen.extra, line.variation.length > 0 && el("p", { class: "variation" },
      t("variation", { number: moveNumber(line.ply, moves[0].by), side: names[moves[line.ply].by] }), " ",
      button(t("main-line"), () => this.#navigate(backToMain(line)), {}, t("main-line"))));
    this.#drawSummary(shown, values);
    this.#drawStatus();
  }

  /**
   * Draws the value of the position, the best line, and the size of the search.
   * @param {ShownPosition} shown
   * @param {Api.Analysis | null} values
   */
  #drawSummary({ view, names }, values) {
    if (!values) {
      this.#summary.replaceChildren(el("h2", { class: "verdict" }, view.finish?.text ?? "…"));
      return;
    }
    const { depth, nodes, seconds, line } = values;
    const bestLine = line?.length ? el("p", { class: "line" }, el("span", { class: "muted" }, t("best-line") + " "), formatLine(line, 0, SHOWN_LINE)) : "";
    this.#summary.replaceChildren(
      el("h2", { class: "verdict" }, describeValue(values, values.turn, names), el("small", {}, certainty(values))),
      bestLine,
      el("p", { class: "muted" }, t("search-summary", { depth, nodes: formatNumber(nodes), seconds: formatNumber(seconds, 1) })));
  }

  #drawStatus() {
    const { shown, note, values } = this.state;
    if (!shown) { this.screen.setStatus(note ?? "", true); return; }
    const { view, names, variant } = shown;
    const texts = [...(view.finish ? [view.finish.text] : []), ...view.notes];
    if (!texts.length) texts.push(t("turn", { side: names[view.turn] }));
    this.screen.setStatus(note ?? texts.join(" · "), note !== null, view.finish ? null : badge(view.turn, variant));
    // Moves without a place on the board, such as a pass.
    this.screen.setActions(...view.moves.filter(({ points }) => !points.length).map(move => {
      const value = values?.moves.find(entry => entry.move === move.text);
      const { shape, main } = value ? compactValue(value) : { shape: "", main: "" };
      const name = moveButtonLabel(move.text);
      const label = value && values ? `${name}, ${describeValue(value, values.turn, names)}` : name;
      return button(label, () => this.#playMove(move), { class: "primary", "data-move": move.text }, `${name} ${shape} ${main}`.trim());
    }));
  }

  /** @param {unknown} error */
  #showError(error) {
    if (this.state.isClosed) return;
    this.state.note = error instanceof ApiError ? error.message : t("no-answer");
    this.screen.setStatus(this.state.note, true);
    announce(this.state.note);
    const view = this.state.shown?.view;
    if (view) this.screen.board.show(view, { interactive: !view.finish, animate: false });
  }
}

/**
 * Reads the line of an address.
 * @param {URLSearchParams} params
 * @returns {Promise<AnalysisLine>}
 */
async function readLine(params) {
  const game = params.get("game") ?? await defaultGame();
  const position = params.get("position") || undefined;
  const moves = movesForServer(params.get("moves"));
  /** @type {Pick<Api.ViewAnswer, "start" | "moves"> | null} */
  const answer = position || moves ? await request("view", { game, position, moves }) : null;
  const main = answer?.moves ?? [];
  // A position may be typed as the moves that lead to it from the start.
  const start = main.length ? answer?.start : position;
  const variation = splitMoves(params.get("line"));
  return {
    game, start: start === (await loadVariant(game)).start ? undefined : start,
    main, ply: readIndex(params.get("ply"), main.length),
    variation, at: readIndex(params.get("at"), variation.length),
  };
}

/**
 * Reads a number of moves: all of them by default, and never more.
 * @param {string | null} text
 * @param {number} count
 */
const readIndex = (text, count) => Math.min(count, Number(text ?? count) || 0);

/** @param {AnalysisLine} line */
function addressOf({ game, start, main, ply, variation, at }) {
  return address("analyse", "", {
    game, position: start, moves: joinMoves(main), ply: ply === main.length ? "" : ply,
    line: joinMoves(variation), at: at === variation.length ? "" : at,
  });
}
