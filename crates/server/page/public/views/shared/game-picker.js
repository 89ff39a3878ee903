// @ts-check
// The row of games, and the dialog with all sizes, variants and time controls.

import { boardPicture } from "../../board/board.js";
import { request } from "../../lib/api.js";
import { commonFirst, loadVariant } from "../../lib/catalogue.js";
import { button, el, replaceContent } from "../../lib/dom.js";
import { capitalize, t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { openDialog } from "./dialog.js";
import { timeControls } from "./time-control.js";

/** @typedef {(variant: string) => unknown} OnGame */

/**
 * @param {HTMLElement} element
 * @param {Api.Catalogue} catalogue
 * @param {string} current the variant on the board
 * @param {OnGame} onGame
 */
export function drawGamePicker(element, { games }, current, onGame) {
  const id = current.split(":")[0];
  const chips = games.map(game => el("button", {
    type: "button", class: "chip", "data-game": game.id, "aria-pressed": String(game.id === id), title: game.summary,
    onclick: () => onGame(game.id),
  }, capitalize(game.name)));
  const name = games.find(game => game.id === id)?.name ?? current;
  const more = button(t("more-games"), () => showGames(games, current, onGame), { class: "chip more" },
    icon("grid"), el("span", {}, capitalize(name)), current === id ? null : variantLabel(games, current));
  replaceContent(element, ...chips, more);
}

/**
 * Returns the label of a variant. One that the catalogue does not list is called by its
 * options until its label is loaded.
 * @param {Api.CatalogueGame[]} games
 * @param {string} name
 */
function variantLabel(games, name) {
  const listed = games.flatMap(game => game.variants).find(each => each.name === name);
  const element = el("i", { title: name }, listed?.label ?? name.slice(name.indexOf(":") + 1));
  if (!listed) loadVariant(name).then(({ label }) => { element.textContent = label; }, () => {});
  return element;
}

/** @param {string} name */
async function startPicture(name) {
  const [variant, answer] = await Promise.all([loadVariant(name), request("view", { game: name })]);
  return boardPicture(variant, answer.view);
}

/**
 * @param {Api.CatalogueGame[]} games
 * @param {string} current
 * @param {OnGame} onGame
 */
function showGames(games, current, onGame) {
  const cards = games.map(game => {
    const picture = el("span", { class: "picture" });
    startPicture(game.id).then(element => picture.replaceChildren(element), () => {});
    /** @param {string} name */
    const choose = name => () => { dialog.close(); onGame(name); };
    const variants = commonFirst(game).map(({ name, label }) => el("button", {
      type: "button", class: "chip", "data-variant": name, "aria-pressed": String(name === current), onclick: choose(name), title: name,
    }, label || t("standard")));
    return el("li", { class: "card" },
      el("button", { type: "button", class: "choice", onclick: choose(game.id) }, picture, el("b", {}, capitalize(game.name)),
        el("span", { class: "muted" }, game.summary)),
      variants.length > 1 ? el("div", { class: "variants" }, variants) : null);
  });
  const dialog = openDialog(t("games"), timeControls(), el("ul", { class: "cards" }, cards));
}
