// @ts-check
// The games of this browser: results, review, export, and removal from the list.

import { boardPicture } from "../../board/board.js";
import { fetchPicture, request } from "../../lib/api.js";
import { loadVariant } from "../../lib/catalogue.js";
import { button, copyText, el, replaceContent } from "../../lib/dom.js";
import { formatNumber } from "../../lib/format.js";
import { capitalize, language, t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { forgetGame, myGames, myResult, opponentOf } from "../../lib/my-games.js";
import { playerName } from "../../lib/opponents.js";
import { address } from "../../lib/router.js";
import { hasContrast, isDark } from "../../lib/theme.js";
import { reviewAddress } from "../analyse/analysis-address.js";
import { moveCount } from "../play/result-text.js";
import { confirmDialog } from "../shared/dialog.js";
import { setNavTargets } from "../shared/nav.js";

/** @typedef {import("../../lib/my-games.js").MyGame} MyGame */

/** What the view remembers. @typedef {{ filter: string | null }} MyGamesState */

export class MyGames {
  variant = null;
  /** @type {MyGamesState} */
  state = { filter: null };
  #filters = el("div", { class: "presets", role: "group", "aria-label": t("games") });
  #list = el("ul", { class: "my-games" });
  #status = el("p", { class: "muted", role: "status" });
  /** Draws the board of a game once it is seen. */
  #observer = new IntersectionObserver(entries => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) this.#drawPicture(/** @type {HTMLElement} */ (target));
  });

  /** @param {HTMLElement} root */
  constructor(root) {
    root.replaceChildren(el("div", { class: "page" }, el("h1", {}, t("my-games")), this.#filters, this.#status, this.#list));
  }

  enter() {
    setNavTargets({ analyse: "#/analyse", understand: "#/understand" });
    document.title = t("my-games") + " – Plateau";
    this.#draw();
  }

  leave() { this.#observer.disconnect(); }

  /** There are no keys but those of the browser. @param {string} _key */
  key(_key) { return false; }

  #draw() {
    const games = myGames();
    const titles = new Map(games.map(game => [game.game.split(":")[0], game.title]));
    // The last game of a kind may have been deleted.
    if (this.state.filter !== null && !titles.has(this.state.filter)) this.state.filter = null;
    const { filter } = this.state;
    /** @param {string | null} id @param {string} label */
    const chip = (id, label) => el("button", {
      type: "button", class: "chip", "data-filter": id ?? "all", "aria-pressed": String(filter === id),
      onclick: () => { this.state.filter = id; this.#draw(); },
    }, label);
    replaceContent(this.#filters, ...(titles.size > 1
      ? [chip(null, t("all-games")), ...[...titles].map(([id, title]) => chip(id, capitalize(title)))] : []));
    this.#status.textContent = games.length ? "" : t("no-games");
    this.#observer.disconnect();
    const shown = games.filter(game => filter === null || game.game.split(":")[0] === filter);
    replaceContent(this.#list, ...shown.map(game => this.#item(game)));
  }

  /** @param {MyGame} game */
  #item(game) {
    const result = myResult(game);
    const opponent = opponentOf(game);
    const name = !opponent ? t("both-sides") : opponent.spec === "human" ? t("against-person") : playerName(opponent);
    const words = result === "played" ? game.finish?.text ?? "" : t(result ?? "in-progress");
    const mine = game.side === "both" ? undefined : game.accuracy?.[game.side];
    const details = [
      moveCount(game.moves.length), new Date(game.changed).toLocaleDateString(language(), { day: "numeric", month: "short", year: "numeric" }),
      ...(mine === undefined ? [] : [t("accuracy-of", { percent: formatNumber(mine) })]),
    ];
    const picture = el("a", { class: "picture", href: address("play", game.id), "data-id": game.id, "aria-label": t("open-game") + ": " + game.title });
    this.#observer.observe(picture);
    const feedback = el("span", { class: "muted", role: "status" });
    return el("li", { "data-game-id": game.id }, picture,
      el("div", { class: "about" },
        el("h2", {}, capitalize(game.title)), el("p", {}, el("b", { class: "outcome " + (result ?? "") }, words), " · ", name),
        el("p", { class: "muted" }, details.join(" · "))),
      el("div", { class: "actions buttons" },
        el("a", { class: "button", href: address("play", game.id), "data-do": "open" }, t(game.finish ? "open-game" : "continue-games")),
        game.moves.length > 0 && el("a", { class: "button", href: reviewOf(game), "data-do": "review" }, t("review")),
        button(t("copy-record"), async () => {
          const field = el("textarea", { readonly: true, "aria-label": t("record") }, game.record);
          if (await copyText(game.record, field)) feedback.textContent = t("copied");
          else { feedback.replaceChildren(field); field.select(); }
        }, { "data-do": "record" }, icon("copy")),
        button(t("save-picture"), () => savePicture(game).catch(() => { feedback.textContent = t("no-answer"); }), { "data-do": "picture" }, icon("picture")),
        button(t("delete"), () => this.#remove(game), { "data-do": "delete" }, icon("trash")), feedback));
  }

  /** @param {MyGame} game */
  async #remove(game) {
    if (!await confirmDialog(t("delete-question"), t("delete-about"), t("delete"), t("keep"))) return;
    forgetGame(game.id);
    this.#draw();
  }

  /** @param {HTMLElement} place */
  async #drawPicture(place) {
    this.#observer.unobserve(place);
    const game = myGames().find(({ id }) => id === place.dataset.id);
    if (!game) return;
    try {
      const [variant, { view }] = await Promise.all([
        loadVariant(game.game), request("view", { game: game.game, position: game.start, moves: game.moves }),
      ]);
      place.replaceChildren(boardPicture(variant, view));
    } catch {
      // The list says everything without the picture.
    }
  }
}

/** @param {MyGame} game */
const reviewOf = ({ game, start, moves, side }) => reviewAddress({ game, start, moves, seat: side === "both" ? null : side });

/** Saves the last position as a file. @param {MyGame} game */
async function savePicture({ game, start, moves, id }) {
  const url = URL.createObjectURL(await fetchPicture({
    game, position: start, moves, theme: hasContrast() ? "contrast" : "natural", scheme: isDark() ? "dark" : "light",
  }));
  const link = el("a", { href: url, download: `${game.replaceAll(/[^a-z0-9]+/g, "-")}-${id.slice(0, 6)}.png` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
