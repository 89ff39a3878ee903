// @ts-check
// The start screen: one's unfinished games, and every game with its opponents, one click from
// the first move.

import { boardPicture } from "../../board/board.js";
import { ApiError, request } from "../../lib/api.js";
import { loadCatalogue, loadVariant } from "../../lib/catalogue.js";
import { button, el } from "../../lib/dom.js";
import { capitalize, t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { forgetGame, opponentOf, rememberGame, unfinishedGames } from "../../lib/my-games.js";
import { DEFAULT_OPPONENT, findOpponent, MAIN_OPPONENTS, playerName } from "../../lib/opponents.js";
import { address, navigate } from "../../lib/router.js";
import { loadTokens } from "../../lib/store.js";
import { moveCount } from "../play/result-text.js";
import { seatRights } from "../play/seat-session.js";
import { showRules } from "../shared/help.js";
import { setNavTargets } from "../shared/nav.js";
import { timeControls } from "../shared/time-control.js";
import { showGameOptions, WATCHED } from "./game-options.js";

/** @typedef {import("../../lib/my-games.js").MyGame} MyGame */

const MAX_CONTINUED = 4;

/** Returns the address of a new game against an engine. @param {string} game @param {Api.PlayerSpec} spec */
const againstEngine = (game, spec) => address("play", "", { game, first: "human", second: spec });

export class Start {
  /** The help shows no rules here: each card has its own. */
  variant = null;
  #isLeft = false;
  #continued = el("section", { class: "continue", hidden: true });
  #cards = el("ul", { class: "start-cards" });
  #message = el("p", { class: "message", role: "status" }, t("loading"));

  /** @param {HTMLElement} root */
  constructor(root) {
    root.replaceChildren(el("div", { class: "start" }, this.#continued,
      el("header", {}, el("h1", {}, t("choose-game")), timeControls()), this.#message, this.#cards));
  }

  async enter() {
    setNavTargets({ play: "#/", analyse: "#/analyse", understand: "#/understand" });
    this.#drawContinued();
    try {
      const catalogue = await loadCatalogue();
      if (this.#isLeft) return;
      this.#message.remove();
      this.#cards.replaceChildren(...catalogue.games.map(game => this.#card(game, catalogue)));
    } catch (error) {
      this.#message.textContent = error instanceof ApiError ? error.message : t("no-answer");
    }
  }

  leave() { this.#isLeft = true; }

  /** There are no keys but those of the browser. @param {string} _key */
  key(_key) { return false; }

  // One's own games

  #drawContinued() {
    const games = unfinishedGames().slice(0, MAX_CONTINUED);
    this.#continued.hidden = !games.length;
    this.#continued.replaceChildren(
      el("header", {}, el("h2", {}, t("continue-games")), el("a", { href: "#/my-games" }, t("my-games"))),
      el("ul", { class: "continued" }, games.map(game => this.#continuedGame(game))),
    );
  }

  /** @param {MyGame} game */
  #continuedGame(game) {
    const picture = el("span", { class: "picture" });
    const status = el("span", { class: "muted" }, moveCount(game.moves.length));
    const opponent = opponentOf(game);
    const item = el("li", {}, el("a", { href: address("play", game.id), "data-continue": game.id }, picture,
      el("span", { class: "words" }, el("b", {}, capitalize(game.title)),
        el("span", {}, !opponent ? t("both-sides") : opponent.spec === "human" ? t("against-person") : playerName(opponent)), status)));
    this.#refresh(game, picture, status).catch(error => {
      // The server no longer has it.
      if (!(error instanceof ApiError) || error.status !== 404) return;
      forgetGame(game.id);
      if (!this.#isLeft) this.#drawContinued();
    });
    return item;
  }

  /**
   * Shows the game as it is now: the opponent may have moved.
   * @param {MyGame} saved
   * @param {HTMLElement} picture
   * @param {HTMLElement} status
   */
  async #refresh(saved, picture, status) {
    /** @type {Api.Game} */
    const game = await request("games/" + saved.id);
    rememberGame(game, seatRights(game, loadTokens(game.id)).playing);
    if (this.#isLeft) return;
    if (game.view.finish) { this.#drawContinued(); return; }
    const isMine = saved.side === "both" || game.view.turn === saved.side;
    status.textContent = game.waiting ? t("waiting-for-opponent") : isMine ? t("your-turn") : t("opponents-turn");
    picture.replaceChildren(boardPicture(await loadVariant(game.game), game.view));
  }

  // All games

  /**
   * @param {Api.CatalogueGame} game
   * @param {Api.Catalogue} catalogue
   */
  #card(game, catalogue) {
    const name = capitalize(game.name);
    const picture = el("span", { class: "picture" });
    const drawn = loadVariant(game.id).then(variant => {
      if (game.sample) picture.replaceChildren(boardPicture(variant, game.sample));
      return variant;
    });
    drawn.catch(() => {});
    const play = t("play-against", { game: name, opponent: t(findOpponent(DEFAULT_OPPONENT)?.name ?? "easy") });
    const rules = button(t("rules-of", { game: name }), async () => showRules(await drawn), { class: "quiet", "data-rules": game.id }, t("rules"));
    return el("li", { class: "game-card", "data-card": game.id },
      el("a", { class: "choice", href: againstEngine(game.id, DEFAULT_OPPONENT), title: play, "aria-label": play }, picture),
      el("div", { class: "about" },
        el("div", { class: "title" }, el("h2", {}, name), rules),
        el("p", { class: "muted" }, capitalize(game.summary)),
        el("div", { class: "levels", role: "group", "aria-label": t("play-engine", { game: name }) }, MAIN_OPPONENTS.map(spec => this.#level(game.id, spec))),
        el("div", { class: "ways" },
          el("a", { class: "button", href: address("play", "", { game: game.id, invite: "o" }), "data-friend": game.id, title: t("friend-about") },
            icon("friend"), t("friend")),
          el("a", { class: "button", href: address("play", "", { game: game.id, ...WATCHED }), "data-watch": game.id, title: t("watch-about") },
            icon("watch"), t("watch")),
          button(t("more-of", { game: name }), () => showGameOptions(game, catalogue, place => navigate(place)), { class: "quiet", "data-more": game.id }, t("more")))));
  }

  /**
   * @param {string} game
   * @param {Api.PlayerSpec} spec
   */
  #level(game, spec) {
    const opponent = findOpponent(spec);
    return opponent && el("a", { class: "button", href: againstEngine(game, spec), "data-level": spec, title: t(opponent.about) }, t(opponent.name));
  }
}
