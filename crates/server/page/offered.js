// What to begin with, of the games there are: a program may offer others than ours.

import { catalogue } from "./api.js";
import { PRESETS } from "./presets.js";
import { recall } from "./store.js";

const USUAL = "supermorpion";

async function ids() {
  return (await catalogue()).games.map(game => game.id);
}

// The game of the last visit, or the usual one, or the first there is.
export async function usualGame() {
  const known = await ids();
  const isKnown = name => known.includes(name?.split(":")[0]);
  return [recall("game"), USUAL].find(isKnown) ?? known[0];
}

// The presets of games that are there.
export async function offeredPresets() {
  const known = await ids();
  return PRESETS.filter(preset => known.includes(preset.game));
}
