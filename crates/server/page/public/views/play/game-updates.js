// @ts-check
// What the server says about the game that is shown: its events, answers to changes, and what comes
// after the connection was lost.

import { ApiError, request, subscribe } from "../../lib/api.js";
import { announce } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { rememberGame } from "../../lib/my-games.js";
import { otherSide, SIDES } from "../../lib/notation.js";
import { loadOfTab, save, saveOfTab } from "../../lib/store.js";
import { describeChange } from "./announcement.js";
import { drawPlay, drawStatus } from "./play-drawing.js";
import { ReplyDelay } from "./reply-delay.js";
import { isAbandoned } from "./status-line.js";

const FIRST_RETRY_MS = 500, MAX_RETRY_MS = 8000;

export class GameUpdates {
  /** @type {() => void} */
  #unsubscribe = () => {};
  /** The token that the event stream was opened with. @type {string | undefined} */
  #streamToken;
  #reply = new ReplyDelay();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retryTimer;
  /** How many moves the game had when one could not be sent. @type {number | null} */
  #lostMoveAt = null;

  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
  }

  /** Subscribes to the events of the game, as the player of one's seat. */
  watch() {
    this.unwatch();
    const { game, session: { playing } } = this.play;
    this.#streamToken = playing.x ?? playing.o;
    this.#unsubscribe = subscribe(game.id, {
      onEvent: event => this.#receiveEvent(event),
      onLost: () => this.#setProblem(t("connection-lost")),
    }, this.#streamToken);
  }

  unwatch() { this.#unsubscribe(); }

  stop() {
    this.unwatch();
    this.#reply.cancel();
    this.#lostMoveAt = null;
    clearTimeout(this.#retryTimer);
  }

  /** The player has moved: the engine's reply waits until the move has landed. */
  delayReply() { this.#reply.start(); }

  /** @param {string | null} problem */
  #setProblem(problem) {
    const { state } = this.play;
    if (problem !== state.connectionProblem) announce(problem);
    state.connectionProblem = problem;
    drawStatus(this.play);
  }

  /**
   * Says that the server does not respond, and asks it until it does.
   * @param {boolean} isMove whether a move could not be sent
   */
  recover(isMove) {
    const { play } = this;
    play.state.note = null;
    if (isMove) this.#lostMoveAt = play.game.moves.length;
    this.#setProblem(t("no-answer"));
    // Where each analysis fails but the game can be loaded, problems follow one another.
    const isRepeated = Date.now() - this.#recoveredAt < MAX_RETRY_MS;
    this.#retry(isRepeated ? MAX_RETRY_MS : FIRST_RETRY_MS);
  }

  #recoveredAt = 0;

  /** @param {number} delay in milliseconds */
  #retry(delay) {
    const { play } = this;
    const { id } = play.game;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(async () => {
      try {
        const game = await request("games/" + id);
        if (play.state.isClosed || play.state.game?.id !== id) return;
        const isLost = this.#lostMoveAt === game.moves.length;
        this.#lostMoveAt = null;
        this.#recoveredAt = Date.now();
        this.receive(game);
        this.#setProblem(null);
        if (isLost) play.showNote(t("move-not-sent"));
        play.updateValues();
      } catch (error) {
        if (play.state.isClosed || play.state.game?.id !== id) return;
        if (error instanceof ApiError && error.status !== 429 && error.status !== 503) {
          this.#setProblem(null);
          play.showError(error);
        } else this.#retry(Math.min(MAX_RETRY_MS, 2 * delay));
      }
    }, delay);
  }

  /** @param {Api.GameEvent} message */
  #receiveEvent(message) {
    const { play } = this;
    const isReconnected = play.state.connectionProblem && message.event !== "closing";
    if (message.event === "game") this.#receiveLater(message.game);
    if (message.event === "present") this.#receivePresent(message.present);
    if (message.event === "live") this.#receiveLive(message.live);
    if (message.event === "thinking" && message.revision === play.game.revision) play.showThought(message.thought);
    // An analysis that failed with the connection is requested again.
    if (isReconnected) play.updateValues();
    this.#setProblem(message.event === "closing" ? t("server-closing") : null);
  }

  /** Shows a game, after a moment if it has an engine's reply to a move just made. @param {Api.Game} game */
  #receiveLater(game) {
    const { play } = this;
    const isReply = game.id === play.game.id && game.moves.length > play.game.moves.length
      && game.seats[otherSide(game.view.turn)].spec !== "human" && play.session.playsAny && !play.isOfEngines;
    if (isReply) this.#reply.show(game.revision, () => this.receive(game));
    else this.receive(game);
  }

  /** @param {Api.Game["present"]} present */
  #receivePresent(present) {
    this.play.game.present = present;
    this.#updatePresence();
  }

  /** The opponent is someone else only in a game between two people. */
  #updatePresence() {
    const { game, session, presence, state, isBetweenPeople } = this.play;
    const isHere = isBetweenPeople && !game.waiting && !game.view.finish ? game.present[session.playing.x ? "o" : "x"] : null;
    const isAwaited = loadOfTab("rematch", game.id) === true;
    if (isAwaited && isHere) saveOfTab("rematch", game.id, false);
    state.awaitsRematch = isAwaited && isHere === false;
    presence.update(state.awaitsRematch ? null : isHere);
  }

  /** @param {Api.Game["live"]} live */
  #receiveLive(live) {
    const { game } = this.play;
    game.live = live;
    if (isAbandoned(game)) announce(t("abandoned"));
  }

  /** Shows the game as the server has it now. @param {Api.Game} game */
  receive(game) {
    const { play } = this;
    const { state, session, replay } = play;
    const before = state.game;
    if (state.isClosed) return;
    this.#reply.cancel(game.revision);
    if (before && (game.id !== before.id || game.revision < before.revision)) return;
    const hasNewMove = before !== null && game.moves.length > before.moves.length;
    const isSame = before?.revision === game.revision;
    const count = game.moves.length;
    session.setGame(game);
    Object.assign(state, { thought: game.thinking, connectionProblem: null });
    if (game.view.finish) state.confirmsResign = false;
    // Browsing ends when the game changes, not on other events. A replay goes its own pace.
    if (!replay.isActive && (play.isOfEngines || game.view.finish)) {
      replay.start(play.isOfEngines ? game.id : null, count, game.view.finish !== null);
    } else if (replay.isActive && !play.isOfEngines && !game.view.finish) {
      replay.leave();
      this.watch();
    }
    if (!isSame && play.isOfEngines) {
      state.browsedPly = replay.ply < count ? replay.ply : null;
      if (before) replay.update(count, game.view.finish !== null);
      else if (state.browsedPly !== null) play.showPly(replay.ply, false);
    } else if (!isSame) {
      Object.assign(state, { viewRequest: state.viewRequest + 1, browsedPly: null, note: null });
    }
    if (state.browsedPly === null || !before) state.view = game.view;
    this.#remember();
    if (before?.id === game.id && this.#streamToken !== (session.playing.x ?? session.playing.o) && !play.isOfEngines) this.watch();
    if (state.browsedPly === null) play.showPosition(hasNewMove || isSame);
    if (!isSame) announce(describeChange(play, before));
    else if (isAbandoned(game) && !isAbandoned(before)) announce(t("abandoned"));
    this.#noticeOpponent(before);
    this.#updatePresence();
    drawPlay(play);
    // A player of both sides need not confirm their own undo. The request may arrive twice.
    if (game.asked && session.playsBoth && state.acceptedRevision !== game.revision) {
      state.acceptedRevision = game.revision;
      session.pendingAnswer = session.answer(true);
    }
    if (!isSame || !before) play.reviewOrClear();
  }

  /** Watched games don't count as the last game played, nor do those with a guest. */
  #remember() {
    const { game, session } = this.play;
    if (!session.playsAny) return;
    save("game", game.game);
    const isAlone = !game.waiting && !SIDES.some(side => game.taken[side]);
    if (isAlone) save("opponents", { x: game.seats.x.spec, o: game.seats.o.spec });
    rememberGame(game, session.playing);
  }

  /** Tells the player that the opponent opened the invitation, or declined a request. @param {Api.Game | null} before */
  #noticeOpponent(before) {
    const { game, session } = this.play;
    const { id, taken } = game;
    const asked = before?.id === id && before.asked;
    // Moves and resigning end a request, too.
    if (asked && session.playing[asked.by] && !session.playsBoth && !game.asked && !game.view.finish && game.moves.length === before.moves.length) {
      this.play.showNote(t("declined"));
    }
    const opponent = session.mySide && otherSide(session.mySide);
    if (opponent && taken.x !== taken.o && before?.id === id && before.seats[opponent].spec !== game.seats[opponent].spec) {
      this.play.state.isReplaced = game.seats[opponent].spec !== "human";
    }
    const joined = before?.id === id && SIDES.find(side => taken[side] && !before.taken[side]);
    if (joined && !session.playing[joined]) this.play.showNote(t("opponent-joined"), true);
  }
}
