// @ts-check
// Example positions. The last two are one position and its rotation, which differ only in
// the order of their moves.

import { loadCatalogue } from "../../lib/catalogue.js";

/**
 * @typedef {object} Preset
 * @property {"draw" | "loss" | "fork" | "best" | "worst"} name
 * @property {string} game
 * @property {string} position
 * @property {number} depth
 */

/** @type {Preset[]} */
const PRESETS = [
  { name: "draw", game: "tictactoe", position: "1o11o1oxx x", depth: 9 },
  { name: "loss", game: "tictactoe", position: "x21o11xo o", depth: 9 },
  { name: "fork", game: "tictactoe", position: "x3o3x o", depth: 9 },
  { name: "best", game: "tictactoe", position: "3xo1x1o x", depth: 9 },
  { name: "worst", game: "tictactoe", position: "o3o1xx1 x", depth: 9 },
];

/** Returns the presets whose game the server has. */
export async function availablePresets() {
  const { games } = await loadCatalogue();
  return PRESETS.filter(preset => games.some(({ id }) => id === preset.game));
}
