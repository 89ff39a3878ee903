// @ts-check
// The play view: one game, its players, and everything that changes it.

import { badge } from "../../board/pieces.js";
import { explainIllegalMove } from "../../lib/analysis.js";
import { ApiError, request, subscribe } from "../../lib/api.js";
import { loadCatalogue, loadVariant } from "../../lib/catalogue.js";
import { announce, button, replaceContent } from "../../lib/dom.js";
import { findMistakes, GameReview } from "../../lib/game-review.js";
import { sideNames, t } from "../../lib/i18n.js";
import { rememberAccuracy, rememberGame } from "../../lib/my-games.js";
import { otherSide, SIDES } from "../../lib/notation.js";
import { address, joinMoves, navigate, pushAddress, replaceAddress } from "../../lib/router.js";
import { load, save } from "../../lib/store.js";
import { BoardScreen } from "../shared/board-screen.js";
import { confirmDialog } from "../shared/dialog.js";
import { drawGamePicker } from "../shared/game-picker.js";
import { setNavTargets } from "../shared/nav.js";
import { describeChange } from "./announcement.js";
import { drawGameOver } from "./game-over.js";
import { MoveAdvice } from "./move-advice.js";
import { drawInvitation, invitationLink } from "./invitation.js";
import { createGame, findGame } from "./open-game.js";
import { drawOpponentPicker, opponentSide } from "./opponent-picker.js";
import { changePlayer, inviteFriend } from "./players.js";
import { Presence } from "./presence.js";
import { Replay } from "./replay.js";
import { ReplyDelay } from "./reply-delay.js";
import { SeatPanel } from "./seat-panel.js";
import { SeatSession } from "./seat-session.js";
import { showShareDialog } from "./share-dialog.js";
import { isAbandoned, pageTitle, statusLine } from "./status-line.js";

/**
 * Everything the play view remembers. `createState` has the initial values.
 * @typedef {object} PlayState
 * @property {Api.Catalogue | null} catalogue
 * @property {Api.Game | null} game as the server sent it last
 * @property {number} receivedAt when it came, for the running clock (`performance.now()`)
 * @property {Api.Variant | null} variant of the game
 * @property {Api.Sides<string>} names of the sides
 * @property {Api.View | null} view on the board: the current position or an earlier one
 * @property {number | null} browsedPly of the earlier position on the board, `null` for the current one
 * @property {Api.Thought | null} thought of the engine to move
 * @property {boolean} showsValues whether the values of the moves are shown
 * @property {boolean} showsThinking whether the thinking of the opponent is shown
 * @property {boolean} confirmsResign whether the player is asked to confirm resigning
 * @property {string | null} note shown instead of the status, such as a hint or an error
 * @property {string | null} connectionProblem
 * @property {number | null} acceptedRevision at which an undo between one's own seats was accepted
 * @property {number} openRequest counts requests to open a game; answers to older ones are dropped
 * @property {number} viewRequest counts requests for a position; answers to older ones are dropped
 * @property {boolean} isClosed whether another view has replaced this one
 */

/** @returns {PlayState} */
const createState = () => ({
  catalogue: null, game: null, receivedAt: 0, variant: null, names: { x: "x", o: "o" }, view: null, browsedPly: null,
  thought: null, showsValues: load("values") === true, showsThinking: load("thinking") === true, confirmsResign: false, note: null, connectionProblem: null,
  acceptedRevision: null, openRequest: 0, viewRequest: 0, isClosed: false,
});

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
  /** @type {() => void} */
  #unsubscribe = () => {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retryTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #noteTimer;
  #reply = new ReplyDelay();
  /** The token that the event stream was opened with. @type {string | undefined} */
  #streamToken;
  /** Whether the player has agreed to leave a game with a person. */
  #mayLeave = false;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.session = new SeatSession(this.state, {
      onGame: game => this.#receiveGame(game),
      onError: error => this.showError(error),
      onRejected: () => this.#showPosition(false),
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
      onPly: ply => this.#showPly(ply, true),
      onWatch: isWatching => { if (isWatching) this.#watch(); else this.#unsubscribe(); },
    });
    this.presence = new Presence({
      onChange: () => { if (this.state.game) this.#draw(); },
      onReturn: () => this.showNote(t("opponent-here"), true),
    });
    this.screen.talk.append(this.replay.element);
    this.advice = new MoveAdvice(this.screen);
    this.review = new GameReview(() => this.#onReview());
    this.screen.setPressed("values", this.state.showsValues);
    this.screen.setStatus([t("loading")]);
  }

  get variant() { return this.state.variant; }

  /** Whether engines play each other here, which is shown at a chosen pace. */
  get isOfEngines() { return this.game.live === null && SIDES.every(side => this.game.seats[side].spec !== "human"); }

  /** The address of the game. */
  get address() { return this.state.game ? address("play", this.game.id) : location.hash; }

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
    this.#unsubscribe();
    this.advice.stop();
    this.review.stop();
    this.seatPanel.leave();
    this.replay.leave();
    this.presence.leave();
    this.#reply.cancel();
  }

  // Leaving a game with a person

  /** @param {Pick<import("../../lib/router.js").Route, "view" | "id">} route */
  isGameOfAddress({ view, id }) { return view === "play" && id === this.state.game?.id; }

  /** Returns what to ask before leaving, or `null` if nobody would wait for this player. */
  leaveQuestion() {
    const { game } = this.state;
    const isGoingOn = game && !game.view.finish && !game.waiting && SIDES.every(side => game.seats[side].spec === "human");
    return isGoingOn && this.session.playsAny && !this.session.playsBoth && !this.#mayLeave ? t("leave-question") : null;
  }

  allowLeaving() { this.#mayLeave = true; }

  async #confirmLeaving() {
    const question = this.leaveQuestion();
    return !question || confirmDialog(question, t("leave-about"), t("leave-game"), t("stay"));
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
      const { game, error } = await findGame(id, params);
      if (await this.#open(game, opening) && error) this.showError(error);
    } catch (error) {
      if (opening !== this.state.openRequest) return;
      this.showError(error);
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
    return await this.#confirmLeaving() && this.openNext(() => createGame(variant, players, start));
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
    this.#unsubscribe();
    this.review.stop();
    this.advice.stop();
    clearTimeout(this.#retryTimer);
    this.#reply.cancel();
    this.presence.leave();
    this.#mayLeave = false;
    setAddress(address("play", game.id));
    Object.assign(this.state, {
      game: null, variant, names: sideNames(variant.players), browsedPly: null, thought: null, connectionProblem: null,
      acceptedRevision: null, confirmsResign: false, note: null,
    });
    this.screen.board.showValues(null);
    this.screen.board.setVariant(variant);
    this.#drawGamePicker(game.game);
    this.replay.leave();
    this.#receiveGame(game);
    this.#watch();
    return true;
  }

  /** Subscribes to the events of the game, as the player of one's seat. */
  #watch() {
    this.#unsubscribe();
    const { playing } = this.session;
    this.#streamToken = playing.x ?? playing.o;
    this.#unsubscribe = subscribe(this.game.id, {
      onEvent: event => this.#receiveEvent(event),
      onLost: () => { this.#setConnectionProblem(t("connection-lost")); this.#drawStatus(); },
    }, this.#streamToken);
  }

  /** @param {string} current */
  #drawGamePicker(current) {
    if (this.state.catalogue) drawGamePicker(this.screen.gamePicker, this.state.catalogue, current, name => this.startGame(name));
  }

  // Events of the game

  /** @param {string | null} problem */
  #setConnectionProblem(problem) {
    if (problem !== this.state.connectionProblem) announce(problem);
    this.state.connectionProblem = problem;
  }

  /** @param {Api.GameEvent} message */
  #receiveEvent(message) {
    const isReconnected = this.state.connectionProblem && message.event !== "closing";
    this.#setConnectionProblem(message.event === "closing" ? t("server-closing") : null);
    if (message.event === "game") this.#receiveLater(message.game);
    if (message.event === "present") this.#receivePresent(message.present);
    if (message.event === "live") this.#receiveLive(message.live);
    if (message.event === "thinking" && message.revision === this.game.revision) this.#receiveThought(message.thought);
    // An analysis that failed with the connection is requested again.
    if (isReconnected) this.#updateValues();
    this.#drawStatus();
  }

  /** Shows a game, after a moment if it has an engine's reply to a move just made. @param {Api.Game} game */
  #receiveLater(game) {
    const isReply = game.id === this.game.id && game.moves.length > this.game.moves.length
      && game.seats[otherSide(game.view.turn)].spec !== "human" && this.session.playsAny && !this.isOfEngines;
    if (isReply) this.#reply.show(game.revision, () => this.#receiveGame(game));
    else this.#receiveGame(game);
  }

  /** @param {Api.Game["present"]} present */
  #receivePresent(present) {
    this.game.present = present;
    this.#updatePresence();
  }

  /** The opponent is someone else only in a game between two people. */
  #updatePresence() {
    const { game, session } = this;
    const isWithPerson = SIDES.every(side => game.seats[side].spec === "human") && session.playsAny && !session.playsBoth;
    const mine = session.playing.x ? "x" : "o";
    this.presence.update(isWithPerson && !game.waiting && !game.view.finish ? game.present[otherSide(mine)] : null);
  }

  /** @param {Api.Thought} thought */
  #receiveThought(thought) {
    this.state.thought = thought;
    if (this.state.showsValues && this.state.showsThinking && this.state.browsedPly === null && this.session.playsAny) {
      this.screen.evaluationBar.show(thought.value, thought.by, this.state.names);
    }
  }

  /** @param {Api.Game["live"]} live */
  #receiveLive(live) {
    this.game.live = live;
    if (isAbandoned(this.game)) announce(t("abandoned"));
  }

  /** Shows the game as the server has it now. @param {Api.Game} game */
  #receiveGame(game) {
    const { state, session, replay } = this;
    const before = state.game;
    if (state.isClosed) return;
    this.#reply.cancel(game.revision);
    if (before && (game.id !== before.id || game.revision < before.revision)) return;
    const hasNewMove = before !== null && game.moves.length > before.moves.length;
    const isSame = before?.revision === game.revision;
    session.setGame(game);
    Object.assign(state, { thought: game.thinking, connectionProblem: null });
    if (game.view.finish) state.confirmsResign = false;
    // Browsing ends when the game changes, not on other events. A replay goes its own pace.
    if (!replay.isActive && (this.isOfEngines || game.view.finish)) replay.start(game.moves.length, game.view.finish !== null);
    else if (replay.isActive && !this.isOfEngines && !game.view.finish) { replay.leave(); this.#watch(); }
    if (!isSame && before && this.isOfEngines) {
      state.browsedPly = replay.ply < game.moves.length ? replay.ply : null;
      replay.update(game.moves.length, game.view.finish !== null);
    } else if (!isSame) {
      Object.assign(state, { viewRequest: state.viewRequest + 1, browsedPly: null, note: null });
    }
    if (state.browsedPly === null) state.view = game.view;
    // Watched games don't count as the last game played, nor do those with a guest.
    if (session.playsAny) {
      save("game", game.game);
      const isAlone = !game.waiting && !SIDES.some(side => game.taken[side]);
      if (isAlone) save("opponents", { x: game.seats.x.spec, o: game.seats.o.spec });
      rememberGame(game, session.playing);
    }
    if (before?.id === game.id && this.#streamToken !== (session.playing.x ?? session.playing.o) && !this.isOfEngines) this.#watch();
    if (state.browsedPly === null) this.#showPosition(hasNewMove || isSame);
    this.#setNavTargets();
    if (!isSame) announce(describeChange(this, before));
    else if (isAbandoned(game) && !isAbandoned(before)) announce(t("abandoned"));
    this.#noticeOpponent(before);
    this.#updatePresence();
    this.#draw();
    // A player of both sides need not confirm their own undo. The request may arrive twice.
    if (game.asked && session.playsBoth && state.acceptedRevision !== game.revision) {
      state.acceptedRevision = game.revision;
      session.pendingAnswer = session.answer(true);
    }
    if (!isSame || !before) this.#reviewOrClear();
  }

  /** Shows the current position. @param {boolean} animate */
  #showPosition(animate) {
    this.screen.board.show(this.game.view, { interactive: this.session.isMyTurn(), animate });
  }

  #setNavTargets() {
    const params = this.addressParams;
    setNavTargets({ play: address("play", this.game.id), analyse: address("analyse", "", { ...params, seat: this.session.mySide }) });
  }

  /** Tells the player that the opponent opened the invitation. @param {Api.Game | null} before */
  #noticeOpponent(before) {
    const { id, taken } = this.game;
    const joined = before?.id === id && SIDES.find(side => taken[side] && !before.taken[side]);
    if (joined && !this.session.playing[joined]) this.showNote(t("opponent-joined"), true);
  }

  // Drawing

  /** Draws everything but the board. */
  #draw() {
    const { game, view, ply, session, screen, state, replay } = this;
    const mistakes = findMistakes(this.review.values);
    this.seatPanel.show(this);
    // Engines may be ahead of what is shown.
    const moves = this.isOfEngines ? game.moves.slice(0, replay.farthest) : game.moves;
    screen.moveList.show(moves, ply, mistakes, this.layout);
    screen.plotBox.hidden = !this.review.values.length;
    if (this.review.values.length) screen.plot.show(this.review.values, ply, mistakes, state.names, !this.review.isDone);
    screen.enable("undo", game.undo && session.playsAny && !this.isOfEngines);
    screen.enable("redo", game.redo && session.playsAny && !this.isOfEngines);
    screen.enable("values", game.hints);
    this.#drawOpponentPicker();
    screen.enable("hint", game.hints && !view.finish && (state.browsedPly !== null || !this.isOwnEngineToMove));
    screen.enable("resign", session.playsAny && !this.isOfEngines && !game.view.finish && game.moves.length > 0);
    const isShownToTheEnd = game.view.finish && (!replay.isActive || replay.hasReachedEnd);
    replaceContent(screen.extra, isShownToTheEnd && game.view.finish ? drawGameOver(this, game.view.finish) : this.#invitation());
    const final = this.review.values[ply];
    if (state.showsValues && view.finish && final) screen.evaluationBar.show(final, final.turn, state.names);
    this.#drawStatus();
  }

  /** Returns the invitation of the guest who has not come yet, to the one who has its token. */
  #invitation() {
    const { game: { id, waiting }, session, state } = this;
    const token = waiting && session.tokens[waiting];
    return waiting && token ? drawInvitation(invitationLink(id, waiting, token), state.names[waiting]) : null;
  }

  #drawOpponentPicker() {
    const side = opponentSide(this.game, this.session.playing);
    drawOpponentPicker(this.screen.opponentPicker, this.game, side, {
      onEngine: spec => { if (side) this.choosePlayer(side, spec); },
      onFriend: () => { if (side) inviteFriend(this, side); },
    });
  }

  #drawStatus() {
    const { state, view } = this;
    const { texts, buttons } = state.confirmsResign ? this.#resignQuestion() : statusLine(this);
    document.title = pageTitle(this, texts[0]);
    this.screen.status.hidden = Boolean(this.game.view.finish) && state.browsedPly === null && !state.note
      && !state.connectionProblem && !buttons.length;
    const urgent = state.connectionProblem ?? (state.confirmsResign ? texts[0] : state.note);
    const turnBadge = view.finish || !state.variant ? null : badge(view.turn, state.variant);
    if (urgent) this.screen.setStatus([urgent], true, turnBadge);
    else this.screen.setStatus(texts, false, turnBadge);
    this.screen.setActions(...buttons);
  }

  /** Asks whether to resign until the player answers, even if the engine moves meanwhile. */
  #resignQuestion() {
    /** @param {"yes" | "no"} name @param {() => unknown} then */
    const answer = (name, then) => button(t(name), () => { this.state.confirmsResign = false; then(); },
      { class: name === "yes" ? "primary" : null, "data-answer": name }, t(name));
    return {
      texts: [t("confirm-resign")],
      buttons: [answer("yes", () => this.session.submit("resign")), answer("no", () => this.#drawStatus())],
    };
  }

  /** @param {unknown} error */
  showError(error) {
    if (this.state.isClosed) return;
    if (error instanceof ApiError) this.showNote(error.status === 409 ? t("position-changed") : error.message);
    else if (this.state.game) {
      // The problem is shown until the server answers again.
      this.state.note = null;
      this.#setConnectionProblem(t("no-answer"));
      this.#drawStatus();
    } else this.showNote(t("no-answer"));
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
        this.#drawStatus();
      }, NOTE_MS);
    }
    if (this.state.game) this.#drawStatus();
    else this.screen.setStatus([text], true);
    announce(text);
  }

  // Actions

  /** @param {Api.Move} move */
  playMove(move) {
    Object.assign(this.state, { note: null, confirmsResign: false });
    this.screen.board.previewMove(move);
    this.#reply.start();
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
    this.#drawStatus();
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
    return this.#showPly(ply, false);
  }

  /**
   * @param {number} ply
   * @param {boolean} animate
   */
  async #showPly(ply, animate) {
    const { game, start, moves, view } = this.game;
    const { state } = this;
    const viewing = ++state.viewRequest;
    const isEarlier = ply < moves.length;
    try {
      const shown = isEarlier ? (await request("view", { game, position: start, moves: this.session.moves, ply })).view : view;
      if (state.isClosed || viewing !== state.viewRequest) return;
      Object.assign(state, { note: null, browsedPly: isEarlier ? ply : null, view: shown });
      this.screen.board.show(shown, { interactive: !isEarlier && this.session.isMyTurn(), animate });
      this.#updateValues();
      this.#draw();
    } catch (error) {
      if (viewing === state.viewRequest) this.showError(error);
    }
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
    this.#updateValues();
    this.#draw();
  }

  #onReview() {
    const { state, review } = this;
    if (state.isClosed || !state.game?.view.finish) return;
    const { x, o } = review.accuracy ?? { x: null, o: null };
    if (review.isDone) rememberAccuracy(state.game.id, { ...(x === null ? {} : { x }), ...(o === null ? {} : { o }) });
    this.#draw();
  }

  /** Reviews the game if it is over. */
  #reviewOrClear() {
    const { game, start, view } = this.game;
    if (view.finish) {
      this.review.start(game, start, this.session.moves);
    } else {
      this.review.clear();
      this.screen.plotBox.hidden = true;
    }
    this.#updateValues();
  }

  /** Whether an engine of this browser is to move, whose own search is shown. */
  get isOwnEngineToMove() { return this.session.playsAny && this.game.seats[this.game.view.turn].spec !== "human"; }

  /** Shows the values of the moves on the board, if they are switched on. */
  #updateValues() { this.advice.updateValues(this).catch(error => this.showError(error)); }

  #showHint() {
    this.showNote(t("searching-hint"));
    this.advice.findHint(this).then(text => { if (text) this.showNote(text); }, error => this.showError(error));
  }

  /** @param {number} ply */
  analyseGame(ply) { navigate(address("analyse", "", { ...this.addressParams, ply, seat: this.session.mySide })); }
}
