// @ts-check
// What the opponents are called: the levels behind names, each with a sentence.

import { capitalize, t } from "./i18n.js";

/** @typedef {import("./i18n.js").MessageKey} MessageKey */
/** @typedef {{ spec: Api.PlayerSpec, name: MessageKey, about: MessageKey }} NamedOpponent */

/** From the weakest to the strongest. @type {readonly NamedOpponent[]} */
export const OPPONENTS = [
  { spec: "level:1", name: "level-1", about: "level-1-about" },
  { spec: "level:2", name: "easy", about: "level-2-about" },
  { spec: "level:3", name: "level-3", about: "level-3-about" },
  { spec: "level:4", name: "medium", about: "level-4-about" },
  { spec: "level:5", name: "level-5", about: "level-5-about" },
  { spec: "level:6", name: "hard", about: "level-6-about" },
  { spec: "level:7", name: "level-7", about: "level-7-about" },
  { spec: "level:8", name: "level-8", about: "level-8-about" },
  { spec: "best", name: "unbeatable", about: "best-about" },
];

/** The four that are one click away. */
export const MAIN_OPPONENTS = ["level:2", "level:4", "level:6", "best"];

/** The opponent of a first game. */
export const DEFAULT_OPPONENT = "level:2";

/** @param {Api.PlayerSpec} spec */
export const findOpponent = spec => OPPONENTS.find(each => each.spec === specWithoutSeed(spec));

/** The server may add the seed of its random choices. @param {Api.PlayerSpec} spec */
const specWithoutSeed = spec => spec.replace(/^(level:)(?:level=)?(\d+)(?:,seed=\d+)?$/, "$1$2");

/**
 * Returns what a player is called: "Easy (level 2)", or the name that the server gives.
 * @param {Api.Opponent} player
 */
export function playerName({ spec, name }) {
  const opponent = findOpponent(spec);
  if (!opponent) return capitalize(name);
  const level = /^level:(\d)$/.exec(opponent.spec);
  return level ? t("named-level", { name: t(opponent.name), level: level[1] }) : t(opponent.name);
}
