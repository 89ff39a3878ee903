// @ts-check
// A match or a small tournament between built-in engines, with its table as it grows.

import { boardPicture } from "../../board/board.js";
import { badge } from "../../board/pieces.js";
import { ApiError, request } from "../../lib/api.js";
import { commonFirst, defaultGame, loadCatalogue, loadVariant } from "../../lib/catalogue.js";
import { el, replaceContent } from "../../lib/dom.js";
import { formatNumber } from "../../lib/format.js";
import { capitalize, t } from "../../lib/i18n.js";
import { OPPONENTS, playerName } from "../../lib/opponents.js";
import { navigate } from "../../lib/router.js";
import { load, save } from "../../lib/store.js";
import { reviewAddress } from "../analyse/analysis-address.js";
import { setNavTargets } from "../shared/nav.js";

const POLL_MS = 1000;
const MAX_PLAYERS = 4;
const PAIRS = [1, 2, 5, 10];
/** The players of a first tournament. */
const SUGGESTED = ["level:4", "level:6"];

/** @type {Record<Api.Contest["state"], import("../../lib/i18n.js").MessageKey>} */
const STATE_TEXTS = { running: "contest-running", finished: "contest-finished", stopped: "contest-stopped" };

/**
 * What the view remembers.
 * @typedef {object} ArenaViewState
 * @property {boolean} isLeft
 * @property {boolean} isStarting whether a request to start is under way
 * @property {boolean} isRunning whether a tournament is being played
 * @property {number} polls counts requests for the state; answers to older ones are dropped
 */

export class Arena {
  variant = null;
  /** @type {ArenaViewState} */
  state = { isLeft: false, isStarting: false, isRunning: false, polls: 0 };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #form = el("form", { class: "contest-form" });
  #message = el("p", { class: "message", role: "status" });
  #contest = el("section", { class: "contest" });
  #outside = el("p", { hidden: true }, el("a", { href: "/tournament" }, t("outside-tournament")));

  /** @param {HTMLElement} root */
  constructor(root) {
    root.replaceChildren(el("div", { class: "page" }, el("h1", {}, t("arena")), el("p", { class: "muted" }, t("arena-about")),
      this.#outside, this.#form, this.#message, this.#contest));
    this.#form.addEventListener("submit", event => { event.preventDefault(); this.#start(); });
  }

  async enter() {
    setNavTargets({ analyse: "#/analyse", understand: "#/understand" });
    document.title = t("arena") + " – Plateau";
    try {
      await this.#drawForm();
    } catch (error) {
      this.#showError(error);
    }
    this.#poll();
  }

  leave() {
    this.state.isLeft = true;
    clearTimeout(this.#timer);
  }

  /** There are no keys but those of the browser. @param {string} _key */
  key(_key) { return false; }

  async #drawForm() {
    const { games } = await loadCatalogue();
    const chosen = await defaultGame();
    /** @param {string} value @param {string} label */
    const option = (value, label) => el("option", { value, selected: value === chosen }, capitalize(label));
    // The usual games first, then their other sizes and rules.
    const gameSelect = el("select", { name: "game" }, games.map(({ id, name }) => option(id, name)),
      games.filter(({ variants }) => variants.length > 1).map(game => el("optgroup", { label: capitalize(game.name) },
        commonFirst(game).filter(({ name }) => name !== game.id).map(({ name, label }) => option(name, `${game.name}, ${label}`)))));
    const players = Array.from({ length: MAX_PLAYERS }, (_, at) => el("select", { name: "player", "aria-label": t("player-number", { number: at + 1 }) },
      at > 1 ? el("option", { value: "" }, t("nobody")) : null,
      OPPONENTS.map(({ spec, name }) => el("option", { value: spec, selected: spec === SUGGESTED[at] }, t(name)))));
    const pairs = el("select", { name: "pairs" }, PAIRS.map(count => el("option", { value: count }, String(2 * count))));
    replaceContent(this.#form,
      el("label", {}, t("game"), gameSelect), el("fieldset", {}, el("legend", {}, t("players")), players),
      el("label", {}, t("pairs"), pairs), el("button", { type: "submit", class: "primary", "data-tool": "start-contest" }, t("start-contest")));
  }

  async #start() {
    if (this.state.isStarting) return;
    const data = new FormData(this.#form);
    const players = data.getAll("player").filter(Boolean);
    this.state.isStarting = true;
    this.#enableStart();
    try {
      /** @type {Api.Arena} */
      const arena = await request("arena", { game: data.get("game"), players, pairs: Number(data.get("pairs")) });
      save("arena", { id: arena.contest?.id, token: arena.token });
      this.#message.textContent = "";
      await this.#show(arena);
    } catch (error) {
      this.#showError(error);
    }
    this.state.isStarting = false;
    this.#enableStart();
    this.#poll();
  }

  /** One can be started unless one's own is being played: that of others may give way. */
  #enableStart() {
    const button = this.#form.querySelector("button");
    if (button) button.disabled = this.state.isStarting || this.state.isRunning;
  }

  async #stop() {
    try {
      this.#show(await request("arena/stop", {}, { token: load("arena")?.token }));
    } catch (error) {
      this.#showError(error);
    }
  }

  async #poll() {
    clearTimeout(this.#timer);
    const poll = ++this.state.polls;
    const isStale = () => this.state.isLeft || poll !== this.state.polls;
    try {
      /** @type {Api.Arena} */
      const arena = await request("arena");
      if (isStale()) return;
      await this.#show(arena);
      if (arena.contest?.state !== "running") return;
    } catch (error) {
      if (!isStale()) this.#showError(error);
    }
    if (isStale()) return;
    this.#timer = setTimeout(() => this.#poll(), POLL_MS);
  }

  /** @param {unknown} error */
  #showError(error) {
    this.#message.textContent = error instanceof ApiError ? error.message : t("no-answer");
  }

  /** @param {Api.Arena} arena */
  async #show({ tournament, contest }) {
    this.#outside.hidden = !tournament;
    if (!contest) return;
    const variant = await loadVariant(contest.game);
    if (this.state.isLeft) return;
    const { played, planned, state } = contest;
    const isMine = load("arena")?.id === contest.id;
    if (state !== "running") this.#message.textContent = "";
    this.state.isRunning = state === "running" && isMine;
    this.#enableStart();
    const plain = contest.players.map(playerName);
    // The same engine may play against itself.
    const names = plain.map((name, at) => (plain.indexOf(name) === plain.lastIndexOf(name) ? name : `${name} #${at + 1}`));
    const stop = state === "running" && isMine && el("button", { type: "button", "data-tool": "stop-contest", onclick: () => this.#stop() }, t("stop-contest"));
    /** @param {string} game */
    const heading = game => el("header", {}, el("h2", {}, capitalize(game)),
      el("span", { class: "muted", "data-state": state }, t(STATE_TEXTS[state], { played, planned })), stop);
    replaceContent(this.#contest, heading(contest.title), this.#table(contest, names),
      contest.board && this.#board(contest.board, variant, names), this.#games(contest, names));
  }

  /**
   * @param {Api.Contest} contest
   * @param {string[]} names
   */
  #table({ players }, names) {
    const rows = players.map((player, at) => ({ ...player, label: names[at], points: player.wins + player.draws / 2 }))
      .sort((a, b) => b.points - a.points);
    const head = ["players", "points", "wins-column", "draws-column", "losses-column"];
    return el("table", { class: "standings" },
      el("thead", {}, el("tr", {}, head.map(key => el("th", { scope: "col" }, t(/** @type {import("../../lib/i18n.js").MessageKey} */ (key)))))),
      el("tbody", {}, rows.map(row => el("tr", {}, el("th", { scope: "row" }, row.label),
        el("td", {}, formatNumber(row.points, row.points % 1 ? 1 : 0)), el("td", {}, String(row.wins)), el("td", {}, String(row.draws)), el("td", {}, String(row.losses))))));
  }

  /**
   * @param {NonNullable<Api.Contest["board"]>} board
   * @param {Api.Variant} variant
   * @param {string[]} names
   */
  #board({ first, second, view }, variant, names) {
    return el("figure", { class: "live-board" }, el("span", { class: "picture" }, boardPicture(variant, view)),
      el("figcaption", {}, badge("x", variant), names[first], " – ", badge("o", variant), names[second]));
  }

  /** Opens a game for review. @param {string} record */
  async #open(record) {
    /** @type {Api.ViewAnswer} */
    const { game, start, moves } = await request("view", { record });
    navigate(reviewAddress({ game, start, moves }));
  }

  /**
   * @param {Api.Contest} contest
   * @param {string[]} names
   */
  #games({ games, state }, names) {
    if (!games.length) return null;
    const rows = games.map(({ first, second, winner, record }) => el("li", {}, names[first], ` ${winner === "x" ? "1–0" : winner ? "0–1" : "½–½"} `, names[second],
      " ", el("button", { type: "button", class: "quiet", onclick: () => this.#open(record) }, t("review"))));
    return el("details", { class: "games-played", open: state !== "running" }, el("summary", {}, t("games-played")), el("ol", {}, rows));
  }
}
