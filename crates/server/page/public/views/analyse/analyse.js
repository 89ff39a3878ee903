// @ts-check
// The analyse view: any position or game, the value of every move, variations, and the review of the game.

import { badge } from "../../board/pieces.js";
import { Analyser, explainIllegalMove } from "../../lib/analysis.js";
import { ApiError, request } from "../../lib/api.js";
import { defaultGame, kindsOf, loadCatalogue, loadVariant } from "../../lib/catalogue.js";
import { announce, button, el, replaceContent } from "../../lib/dom.js";
import { formatNumber } from "../../lib/format.js";
import { findMistakes, GameReview } from "../../lib/game-review.js";
import { sideNames, t } from "../../lib/i18n.js";
import { moveButtonLabel, moveLabel, moveNumber, otherSide } from "../../lib/notation.js";
import { absoluteLink, address, joinMoves, navigate, pushAddress, replaceAddress } from "../../lib/router.js";
import { certainty, compactValue, describeValue, finishedValue, formatLine } from "../../lib/values.js";
import { createGame } from "../play/open-game.js";
import { resultTexts } from "../play/result-text.js";
import { turnTexts } from "../play/status-line.js";
import { BoardScreen } from "../shared/board-screen.js";
import { copyField, openDialog } from "../shared/dialog.js";
import { drawGamePicker } from "../shared/game-picker.js";
import { setNavTargets } from "../shared/nav.js";
import { reviewSummary } from "../review/summary.js";
import { trialPanel } from "../review/trial-panel.js";
import { Trial } from "../review/try-again.js";
import { addressOf, readLine, readSeat } from "./analysis-address.js";
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
 * @property {Api.Side | null} seat of the reader, whose mistakes come first
 * @property {Trial | null} trial the mistake that the reader tries to correct
 * @property {string | null} note shown instead of the status, such as an error
 * @property {number} entry counts entered addresses; answers to older ones are dropped
 * @property {boolean} isClosed whether another view has replaced this one
 */

/** @returns {AnalyseState} */
const createState = () => ({ shown: null, requested: null, values: null, seat: null, trial: null, note: null, entry: 0, isClosed: false });

const ANALYSIS_TIME = "8s";
const SHOWN_LINE = 12;

/** @typedef {"first" | "back" | "next" | "last" | "play" | "share" | "new"} AnalyseAction */

/** @type {Record<string, AnalyseAction>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", u: "back", r: "next", s: "share", n: "new" };

export class Analyse {
  state = createState();
  #analyser = new Analyser();
  #review = new GameReview(() => this.#draw());
  #trialBox = el("div", { role: "status" });
  #summary = el("section", { class: "summary" });
  #reviewBox = el("div");

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
      top: el("div", { class: "analysis" }, this.#summary, this.#reviewBox),
    });
    // The question and the verdict take the place of the status, close to the board.
    this.screen.talk.prepend(this.#trialBox);
    this.screen.side.append(pasteBox(() => this.variant, error => this.#showError(error)));
  }

  get variant() { return this.state.shown?.variant ?? null; }

  leave() {
    this.state.isClosed = true;
    this.state.entry++;
    this.#analyser.cancel();
    this.#review.stop();
    this.state.trial?.stop();
  }

  // Opening positions

  /** @param {Pick<import("../../lib/router.js").Route, "params">} route */
  async enter({ params }) {
    const entry = ++this.state.entry;
    const isCurrent = () => entry === this.state.entry;
    this.state.seat = readSeat(params);
    const line = await readLine(params).catch(error => { if (isCurrent()) this.#showError(error); });
    const tryAgain = line !== undefined && !line.variation.length && params.get("try") === String(line.ply);
    if (!isCurrent()) return;
    if (line && await this.#open(line, tryAgain)) {
      // The shortest form, whatever was pasted.
      if (!isCurrent()) return;
      replaceAddress(addressOf(line, this.state.seat, tryAgain));
      this.screen.revealBoard();
      return;
    }
    // The address is invalid: show the start of its game, or of the default one, and the error.
    const { note } = this.state;
    for (const game of [...kindsOf(params.get("game")), await defaultGame().catch(() => null)]) {
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
   * @param {boolean} [tryAgain] whether the reader looks for a better move here
   */
  async #open(line, tryAgain = false) {
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
      this.#setTrial(tryAgain && !view.finish ? line : null);
      screen.setVariant(variant);
      screen.board.showValues(null);
      screen.board.show(view, { interactive: !view.finish, animate: !isOtherGame });
      if (isOtherGame || !screen.gamePicker.children.length) {
        drawGamePicker(screen.gamePicker, catalogue, variant.game, name => navigate(address("analyse", "", { game: name })));
      }
      setNavTargets({ analyse: addressOf(line, state.seat) });
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

  /** Returns the move that led to the position, for screen readers. */
  #lastMoveText() {
    const { view, names, variant } = /** @type {ShownPosition} */ (this.state.shown);
    return view.last && t("plays", { side: names[otherSide(view.turn)], move: moveLabel(variant.layout, view.last.text) });
  }

  // Actions

  /**
   * Opens a position with a history entry.
   * @param {AnalysisLine} line
   * @param {boolean} [tryAgain]
   */
  #navigate(line, tryAgain = false) {
    pushAddress(addressOf(line, this.state.seat, tryAgain));
    return this.#open(line, tryAgain);
  }

  /** Counts from the position on its way, so that quick key presses are not lost. @param {number} ply */
  #goTo(ply) {
    if (this.state.requested) this.#navigate(goToPly(this.state.requested, ply));
  }

  /** @param {Api.Move} move */
  #playMove(move) {
    if (!this.state.shown) return;
    if (this.state.trial) { this.#attempt(this.state.trial, move.text); return; }
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
    openDialog(t("share"), copyField(t("analysis-link"), absoluteLink(addressOf(line, this.state.seat))),
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

  /** Analyses the position and reviews the game. @param {AnalysisLine} line */
  async #evaluate(line) {
    const { game, start } = line;
    const { shown, trial } = this.state;
    this.#analyser.cancel();
    this.#review.start(game, start, line.main);
    // The values would give the answer away, and a finished game has none.
    if (trial || shown?.view.finish) return;
    const body = { game, position: start, moves: playedMoves(line), every: true, time: ANALYSIS_TIME };
    await this.#analyser.analyse(body, analysis => {
      this.state.values = analysis;
      this.screen.board.showValues(analysis);
      this.#draw();
    });
  }

  // Trying again

  /** Starts a trial at a position, or none. @param {AnalysisLine | null} line */
  #setTrial(line) {
    const { state } = this;
    state.trial?.stop();
    state.trial = null;
    if (!line || !state.shown) return;
    const { game, start, main, ply } = line;
    state.trial = new Trial({ game, start, moves: main.slice(0, ply), played: main[ply] ?? null, layout: state.shown.variant.layout });
  }

  /** @param {number} ply of a mistake */
  #tryAgain(ply) { this.#showMistake(ply, true); }

  /**
   * @param {number} ply of a mistake
   * @param {boolean} [tryAgain]
   */
  async #showMistake(ply, tryAgain = false) {
    const { requested } = this.state;
    if (requested && await this.#navigate(goToPly(backToMain(requested), ply), tryAgain)) this.screen.revealBoard();
  }

  /**
   * Judges the reader's move, and shows the position again.
   * @param {Trial} trial
   * @param {string} move
   */
  async #attempt(trial, move) {
    const attempt = trial.attempt(move);
    this.#draw();
    // The position after the move, with all that it changes.
    const { game, start, moves } = trial.position;
    request("view", { game, position: start, moves: [...moves, move] }).then(({ view }) => {
      if (trial.pending === move) this.screen.board.show(view);
    }, () => {});
    const verdict = await attempt.catch(error => this.#showError(error));
    const { trial: current, shown } = this.state;
    if (!shown || current !== trial || trial.pending || this.state.isClosed) return;
    this.screen.board.show(shown.view, { interactive: true });
    if (!verdict) return;
    if (verdict.isRight) this.screen.board.showArrow(verdict.move);
    this.#draw();
    announce(verdict.text);
  }

  /** Draws the question of a trial, the verdict, and what can be done next. */
  #drawTrial() {
    const { trial, shown, seat } = this.state;
    if (!trial || !shown) { this.#trialBox.replaceChildren(); return; }
    const ply = shown.line.ply;
    // The reader's own, in the order of the game and then from the beginning again.
    const order = findMistakes(this.#review.values).filter(({ by }) => seat === null || by === seat).map(mistake => mistake.ply);
    const next = order.find(each => each > ply) ?? order.find(each => each < ply);
    const best = this.#review.values[ply]?.best;
    replaceContent(this.#trialBox, trialPanel(trial, {
      onSolution: best ? () => this.screen.board.showArrow(best) : undefined,
      onNext: next === undefined ? undefined : () => this.#tryAgain(next),
      onEnd: () => this.#goTo(ply),
    }));
  }

  // Drawing

  /** Draws everything but the board. */
  #draw() {
    const { shown, values, trial, seat } = this.state;
    if (!shown) return;
    const { screen } = this;
    const { line, view, names, variant } = shown;
    const ply = currentPly(line);
    // The sides move in turn, so the parity of the ply tells who made each move.
    /** @type {Api.Side[]} */
    const sides = view.turn === "x" ? ["x", "o"] : ["o", "x"];
    const moves = allMoves(line).map((text, i) => ({ text, by: sides[(ply + i) % 2] }));
    const review = this.#review;
    // A variation shares the values of the game up to where it begins.
    const known = moves.length + 1 === review.values.length && !line.variation.length ? [...review.values]
      : Array.from({ length: moves.length + 1 }, (_, at) => (at <= line.ply ? review.values[at] ?? null : null));
    const mistakes = findMistakes(known).filter(mistake => !line.variation.length || mistake.ply < line.ply);
    const current = view.finish ? finishedValue(view.finish, view.turn) : values ?? known[ply];
    /** @type {({ chance: number, turn: Api.Side } | null)[]} */
    const plotted = [...known];
    if (current) plotted[ply] = { chance: current.chance, turn: view.turn };
    screen.moveList.show(moves, ply, mistakes, variant.layout);
    screen.plot.show(plotted, ply, mistakes, names, variant, !review.isDone);
    screen.evaluationBar.show(trial ? null : current, view.turn, names);
    const mistake = mistakes.find(each => each.ply === ply);
    // The analysis of the position itself knows best.
    if (!trial) screen.board.showArrow(mistake ? values?.best ?? mistake.best : null);
    screen.enable("first", ply > 0);
    screen.enable("back", ply > 0);
    screen.enable("next", ply < moves.length);
    screen.enable("last", ply < moves.length);
    screen.enable("play", !view.finish);
    replaceContent(screen.extra, line.variation.length > 0 && el("p", { class: "variation" },
      t("variation", { number: moveNumber(line.ply, moves[0].by), side: names[moves[line.ply].by] }), " ",
      button(t("main-line"), () => this.#navigate(backToMain(line)), {}, t("main-line"))));
    this.#drawTrial();
    this.#drawSummary(shown, trial ? null : values);
    const game = { moves: line.variation.length ? this.#mainMoves(line, moves) : moves, layout: variant.layout, names };
    // The list of mistakes names the best moves.
    replaceContent(this.#reviewBox, line.main.length > 0 && !trial && reviewSummary(review, game, {
      seat, onShow: each => this.#showMistake(each.ply), onTryAgain: each => this.#tryAgain(each.ply),
    }));
    this.#drawStatus();
  }

  /**
   * Returns the moves of the game, of which a variation is shown.
   * @param {AnalysisLine} line
   * @param {import("../shared/move-list.js").ListedMove[]} moves of the variation
   */
  #mainMoves({ main }, [{ by }]) {
    return main.map((text, ply) => ({ text, by: ply % 2 ? otherSide(by) : by }));
  }

  /**
   * Draws the value of the position, the best line, and the size of the search.
   * @param {ShownPosition} shown
   * @param {Api.Analysis | null} values
   */
  #drawSummary({ line, view, names }, values) {
    const { trial } = this.state;
    // The status line says who has won.
    this.#summary.hidden = trial !== null || view.finish !== null;
    if (!values || this.#summary.hidden) { this.#summary.replaceChildren(el("h2", { class: "verdict" }, "…")); return; }
    const { depth, nodes, seconds } = values;
    const bestLine = values.line?.length ? el("p", { class: "line" }, el("span", { class: "muted" }, t("best-line") + " "), formatLine(values.line, 0, SHOWN_LINE)) : "";
    const here = { game: line.game, position: line.start, moves: joinMoves(playedMoves(line)) };
    this.#summary.replaceChildren(
      el("h2", { class: "verdict" }, describeValue(values, values.turn, names), el("small", {}, certainty(values))),
      bestLine,
      el("p", { class: "muted" },
        // Values from a table or a book need no search.
        nodes > 0 && depth > 0 ? t("search-summary", { depth, nodes: formatNumber(nodes), seconds: formatNumber(seconds, 1) }) + " · " : null,
        el("a", { href: address("understand", "", here) }, t("search-tree"))));
  }

  #drawStatus() {
    const { shown, note, values, trial, seat } = this.state;
    if (!shown) { this.screen.setStatus(note ?? "", true); return; }
    const { line, view, names, variant } = shown;
    const { layout } = variant;
    const moves = playedMoves(line).map((_, i, { length }) => ({ by: (length - i) % 2 ? otherSide(view.turn) : view.turn }));
    const texts = view.finish ? [resultTexts({ moves, view }, seat, layout).title, ...view.notes] : turnTexts(view, names, layout);
    this.screen.status.hidden = trial !== null && note === null && view.moves.some(({ points }) => points.length > 0);
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
