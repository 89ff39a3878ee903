// @ts-check
// The games the server offers. A program built on Plateau may offer others than ours.

import { requestOnce } from "./api.js";
import { load } from "./store.js";

const DEFAULT_GAME = "supermorpion";

/** @returns {Promise<Api.Catalogue>} */
export const loadCatalogue = () => requestOnce("catalogue");

/**
 * @param {string} name
 * @returns {Promise<Api.Variant>}
 */
export const loadVariant = name => requestOnce("variants/" + encodeURIComponent(name));

/**
 * Chooses the game to open when the address names none: the one of the last visit, else
 * the default one, else the first of the catalogue.
 * @param {string[]} ids the games of the catalogue
 * @param {string | null} last the variant of the last visit
 */
export function chooseGame(ids, last) {
  return [last, DEFAULT_GAME].find(name => name && ids.includes(name.split(":")[0])) ?? ids[0];
}

/**
 * Returns the variants with one option before those that combine several.
 * @param {Api.CatalogueGame} game
 */
export const commonFirst = ({ variants }) => [...variants].sort((a, b) => a.name.split(",").length - b.name.split(",").length);

/** Returns a variant, then the usual one of its game. @param {string | null} name */
export const kindsOf = name => (name ? [...new Set([name, name.split(":")[0]])] : []);

/** @returns {Promise<string>} */
export async function defaultGame() {
  const { games } = await loadCatalogue();
  return chooseGame(games.map(game => game.id), load("game"));
}
