// @ts-check
// The play view: one game, its players, and everything that changes it.

import { explainIllegalMove } from "../../lib/analysis.js";
import { ApiError, request } from "../../lib/api.js";
import { loadCatalogue, loadVariant } from "../../lib/catalogue.js";
import { announce, button } from "../../lib/dom.js";
import { GameReview } from "../../lib/game-review.js";
import { sideNames, t } from "../../lib/i18n.js";
import { rememberAccuracy } from "../../lib/my-games.js";
import { SIDES } from "../../lib/notation.js";
import { address, joinMoves, mayLeave, navigate, pushAddress, replaceAddress, setLeaveGuard } from "../../lib/router.js";
import { load, save } from "../../lib/store.js";
import { BoardScreen } from "../shared/board-screen.js";
import { confirmDialog } from "../shared/dialog.js";
import { drawGamePicker } from "../shared/game-picker.js";
import { GameUpdates } from "./game-updates.js";
import { MoveAdvice } from "./move-advice.js";
import { createGame, findGame } from "./open-game.js";
import { drawPlay, drawStatus } from "./play-drawing.js";
import { createState } from "./play-state.js";
import { changePlayer, inviteFriend } from "./players.js";
import { Presence } from "./presence.js";
import { Replay } from "./replay.js";
import { SeatPanel } from "./seat-panel.js";
import { SeatSession } from "./seat-session.js";
import { showShareDialog } from "./share-dialog.js";

/** How long a note stays that only explains why a click did nothing. */
const NOTE_MS = 3000;
const RETRY_MS = 2000;

const TOOLS = /** @type {const} */ (["new", "undo", "redo", "hint", "values", "resign", "share"]);

/** @typedef {typeof TOOLS[number] | "stop" | "thinking"} PlayAction */

/** Actions that do not dismiss the resign confirmation. */
const PASSIVE_ACTIONS = ["hint", "values", "share", "thinking"];

/** @type {Record<string, PlayAction>} */
const KEYS = { n: "new", u: "undo", r: "redo", h: "hint", v: "values", s: "share" };

export class Play {
  state = createState();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retryTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #noteTimer;
  updates = new GameUpdates(this);

  /** @param {HTMLElement} root */
  constructor(root) {
    this.session = new SeatSession(this.state, {
      onGame: game => this.updates.receive(game),
      onError: (error, change) => this.showError(error, change === "move"),
      onRejected: () => this.showPosition(false),
    });
    this.seatPanel = new SeatPanel({ onChoose: (side, spec) => this.choosePlayer(side, spec), onInvite: side => inviteFriend(this, side) });
    this.screen = new BoardScreen(root, {
      board: {
        onMove: move => this.playMove(move),
        onIllegal: (point, from) => this.#explainIllegal(point, from),
        onSelect: point => this.#onSelect(point),
      },
      onPly: ply => this.browse(ply),
      tools: TOOLS.map(name => ({ name, label: t(name), action: () => this.act(name), isToggle: name === "values" })),
      top: this.seatPanel.element,
    });
    this.replay = new Replay({
      onPly: ply => this.showPly(ply, true),
      onWatch: isWatching => {
        if (isWatching) this.updates.watch(); else this.updates.unwatch();
        drawStatus(this);
      },
    });
    this.presence = new Presence({
      onChange: () => { if (this.state.game) drawPlay(this); },
      onReturn: () => this.showNote(t("opponent-here"), true),
    });
    this.screen.talk.append(this.replay.element);
    this.advice = new MoveAdvice(this.screen);
    this.review = new GameReview(() => this.#onReview());
    this.screen.setPressed("values", this.state.showsValues);
    this.screen.setStatus([t("loading")]);
    setLeaveGuard(route => (!this.#isAwaited || route?.view === "play" && route.id === this.game.id ? null
      : () => confirmDialog(t("leave-question"), t("leave-about"), t("leave-game"), t("stay"))));
  }

  get variant() { return this.state.variant; }

  /** Whether engines play each other here, which is shown at a chosen pace. */
  get isOfEngines() { return this.game.live === null && SIDES.every(side => this.game.seats[side].spec !== "human"); }

  /** Whether this browser plays one side, and another person the other one. */
  get isBetweenPeople() {
    return SIDES.every(side => this.game.seats[side].spec === "human") && this.session.playsAny && !this.session.playsBoth;
  }

  /** Whether another person would wait for this one. */
  get #isAwaited() {
    const { game } = this.state;
    return game !== null && !game.view.finish && !game.waiting && this.isBetweenPeople;
  }

  // Defined once a game is open, which everything below `#open` requires.
  get game() { return /** @type {Api.Game} */ (this.state.game); }
  get view() { return /** @type {Api.View} */ (this.state.view); }
  get layout() { return /** @type {Api.Variant} */ (this.state.variant).layout; }

  /** The number of moves that led to the position on the board. */
  get ply() { return this.state.browsedPly ?? this.game.moves.length; }

  /** The parameters of an address that describe the game. */
  get addressParams() {
    const { game, start } = this.game;
    return { game, position: start === this.variant?.start ? "" : start, moves: joinMoves(this.session.moves) };
  }

  leave() {
    this.state.isClosed = true;
    this.state.openRequest++;
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#noteTimer);
    setLeaveGuard(() => null);
    this.updates.stop();
    this.advice.stop();
    this.review.stop();
    this.seatPanel.leave();
    this.replay.leave();
    this.presence.leave();
  }

  // Opening games

  /** @param {Pick<import("../../lib/router.js").Route, "id" | "params">} route */
  async enter({ id, params }) {
    const opening = ++this.state.openRequest;
    clearTimeout(this.#retryTimer);
    try {
      this.state.catalogue = await loadCatalogue();
      if (opening !== this.state.openRequest) return;
      if (!this.state.game) this.#drawGamePicker(load("game") ?? "");
      if (id && this.state.game?.id === id && !params.has("token")) return;
      const { game, error, note } = await findGame(id, params);
      if (!await this.#open(game, opening)) return;
      if (error) this.showError(error);
      if (note) this.showNote(note, true);
    } catch (error) {
      if (opening !== this.state.openRequest) return;
      this.showError(error);
      if (error instanceof ApiError && !this.state.game) {
        this.screen.side.hidden = true;
        for (const name of TOOLS) this.screen.enable(name, false);
        this.screen.setActions(button(t("choose-game"), () => navigate("#/"), { class: "primary", "data-tool": "choose" }, t("choose-game")));
      }
      if (!(error instanceof ApiError)) this.#retryTimer = setTimeout(() => this.enter({ id, params }), RETRY_MS);
    }
  }

  /**
   * Starts a new game, with the players of the last one unless others are named. Returns
   * whether it could be started.
   * @param {string} variant
   * @param {Api.Sides<Api.PlayerSpec>} [players]
   * @param {import("./open-game.js").GameStart} [start]
   */
  async startGame(variant, players, start) {
    return await mayLeave() && this.openNext(() => createGame(variant, players, start));
  }

  /**
   * Opens another game, with a history entry that leads back to this one.
   * @param {() => Promise<Api.Game>} find
   */
  async openNext(find) {
    const opening = ++this.state.openRequest;
    try {
      return await this.#open(await find(), opening, pushAddress);
    } catch (error) {
      if (opening === this.state.openRequest) this.showError(error);
      return false;
    }
  }

  /**
   * Shows a game, unless another was requested meanwhile. Returns whether it is shown.
   * @param {Api.Game} game
   * @param {number} opening
   */
  async #open(game, opening, setAddress = replaceAddress) {
    const variant = await loadVariant(game.game);
    if (opening !== this.state.openRequest) return false;
    this.updates.stop();
    this.review.stop();
    this.advice.stop();
    clearTimeout(this.#retryTimer);
    this.presence.leave();
    setAddress(address("play", game.id));
    Object.assign(this.state, {
      game: null, variant, names: sideNames(variant.players), browsedPly: null, thought: null, connectionProblem: null,
      acceptedRevision: null, confirmsResign: false, note: null, isReplaced: false,
    });
    this.screen.side.hidden = false;
    this.screen.enable("new", true);
    this.screen.enable("share", true);
    this.screen.board.showValues(null);
    this.screen.setVariant(variant);
    this.#drawGamePicker(game.game);
    this.replay.leave();
    this.updates.receive(game);
    if (!this.replay.isHeld) this.updates.watch();
    return true;
  }

  /** @param {string} current */
  #drawGamePicker(current) {
    if (this.state.catalogue) drawGamePicker(this.screen.gamePicker, this.state.catalogue, current, name => this.startGame(name));
  }

  /**
   * @param {unknown} error
   * @param {boolean} [isMove] whether a move could not be sent
   */
  showError(error, isMove = false) {
    if (this.state.isClosed) return;
    if (error instanceof ApiError) this.showNote(error.status === 409 ? t("position-changed") : error.message);
    else if (this.state.game) this.updates.recover(isMove);
    else this.showNote(t("no-answer"));
  }

  /**
   * Shows a note instead of the status.
   * @param {string} text
   * @param {boolean} [isBrief] whether it disappears by itself
   */
  showNote(text, isBrief = false) {
    this.state.note = text;
    clearTimeout(this.#noteTimer);
    if (isBrief) {
      this.#noteTimer = setTimeout(() => {
        if (this.state.isClosed || this.state.note !== text) return;
        this.state.note = null;
        drawStatus(this);
      }, NOTE_MS);
    }
    if (this.state.game) drawStatus(this);
    else this.screen.setStatus([text], true);
    announce(text);
  }

  // Actions

  /** @param {Api.Move} move */
  playMove(move) {
    Object.assign(this.state, { note: null, confirmsResign: false });
    this.screen.board.previewMove(move);
    this.updates.delayReply();
    return this.session.submit("move", { move: move.text });
  }

  /** @param {PlayAction} name */
  act(name) {
    if (!this.state.game || this.screen.buttons[name]?.disabled) return;
    this.state.note = null;
    this.state.confirmsResign = name === "resign" || this.state.confirmsResign && PASSIVE_ACTIONS.includes(name);
    if (name === "new") this.startGame(this.game.game);
    else if (name === "values") this.#toggleValues();
    else if (name === "hint") this.#showHint();
    else if (name === "thinking") this.#toggleThinking();
    else if (name === "share") showShareDialog(this);
    else if (name === "resign") announce(t("confirm-resign"));
    else this.session.submit(name);
    drawStatus(this);
  }

  /** Returns whether the key has an action here. @param {string} key */
  key(key) {
    const name = KEYS[key];
    if (name) this.act(name);
    return Boolean(name);
  }

  /**
   * Shows the position after a number of moves.
   * @param {number} ply
   */
  async browse(ply) {
    this.replay.moveTo(ply);
    return this.showPly(ply, false);
  }

  /**
   * @param {number} ply
   * @param {boolean} animate
   */
  async showPly(ply, animate) {
    const { game, start, moves, view } = this.game;
    const { state } = this;
    const viewing = ++state.viewRequest;
    const isEarlier = ply < moves.length;
    try {
      const shown = isEarlier ? (await request("view", { game, position: start, moves: this.session.moves, ply })).view : view;
      if (state.isClosed || viewing !== state.viewRequest) return;
      Object.assign(state, { note: null, browsedPly: isEarlier ? ply : null, view: shown });
      this.screen.board.show(shown, { interactive: !isEarlier && this.session.isMyTurn(), animate });
      this.updateValues();
      drawPlay(this);
    } catch (error) {
      if (viewing === state.viewRequest) this.showError(error);
    }
  }

  /** Shows the current position. @param {boolean} animate */
  showPosition(animate) {
    this.screen.board.show(this.game.view, { interactive: this.session.isMyTurn(), animate });
  }

  /** @param {number | null} point */
  #onSelect(point) {
    this.state.note = point === null ? null : t("slide-to");
    drawStatus(this);
  }

  /**
   * @param {number} point
   * @param {number | null} from
   */
  async #explainIllegal(point, from) {
    const { view, game } = this.game;
    if (this.state.browsedPly !== null) this.showNote(t("viewing-earlier", { button: t("back-to-game") }), true);
    else if (view.finish) return;
    else if (!this.session.playsAny) this.showNote(t("watching"), true);
    else if (!this.session.isMyTurn()) this.showNote(t("not-your-turn", { side: this.state.names[view.turn] }), true);
    else {
      const isUnchanged = this.session.revisionGuard();
      const text = await explainIllegalMove(game, view.position, this.layout, point, from).catch(error => this.showError(error));
      if (text && isUnchanged()) this.showNote(text);
    }
  }

  /**
   * Puts another player at a seat. Returns whether that was possible; if not, the panel
   * shows the old choice again.
   * @param {Api.Side} side
   * @param {Api.PlayerSpec} spec
   */
  async choosePlayer(side, spec) {
    const isDone = await changePlayer(this, side, spec);
    if (!isDone && !this.state.isClosed) this.seatPanel.show(this);
    return isDone;
  }

  // Analysis

  #toggleThinking() {
    this.state.showsThinking = !this.state.showsThinking;
    save("thinking", this.state.showsThinking);
    if (!this.state.showsThinking && this.isOwnEngineToMove) this.screen.evaluationBar.hide();
  }

  #toggleValues() {
    this.state.showsValues = !this.state.showsValues;
    save("values", this.state.showsValues);
    this.screen.setPressed("values", this.state.showsValues);
    this.updateValues();
    drawPlay(this);
  }

  #onReview() {
    const { state, review } = this;
    if (state.isClosed || !state.game?.view.finish) return;
    const { x, o } = review.accuracy ?? { x: null, o: null };
    if (review.isDone) rememberAccuracy(state.game.id, { ...(x === null ? {} : { x }), ...(o === null ? {} : { o }) });
    drawPlay(this);
  }

  /** Reviews the game if it is over. */
  reviewOrClear() {
    const { game, start, view } = this.game;
    if (view.finish) {
      this.review.start(game, start, this.session.moves);
    } else {
      this.review.clear();
      this.screen.plotBox.hidden = true;
    }
    this.updateValues();
  }

  /** Whether an engine of this browser is to move, whose own search is shown. */
  get isOwnEngineToMove() { return this.session.playsAny && this.game.seats[this.game.view.turn].spec !== "human"; }

  /** Shows the values of the moves on the board, if they are switched on. */
  updateValues() { this.advice.updateValues(this).catch(error => this.showError(error)); }

  /** Shows what the engine thinks, where it is wanted. @param {Api.Thought} thought */
  showThought(thought) {
    const { state } = this;
    state.thought = thought;
    if (state.showsValues && state.showsThinking && state.browsedPly === null && this.session.playsAny) {
      this.screen.evaluationBar.show(thought.value, thought.by, state.names);
    }
  }

  #showHint() {
    this.showNote(t("searching-hint"));
    this.advice.findHint(this).then(text => { if (text) this.showNote(text); }, error => this.showError(error));
  }

  /** @param {number} ply */
  analyseGame(ply) { navigate(address("analyse", "", { ...this.addressParams, ply, seat: this.session.mySide })); }
}
