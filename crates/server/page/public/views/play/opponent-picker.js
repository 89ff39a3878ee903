// @ts-check
// The opponents one click away, beside the games.

import { el, replaceContent } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { findOpponent, MAIN_OPPONENTS } from "../../lib/opponents.js";
import { SIDES } from "../../lib/notation.js";

/**
 * Returns the side that an opponent would take: the engine's, the guest's who has not come, else
 * the second where this browser plays both. `null` in a game with another person, and for a
 * spectator.
 * @param {Pick<Api.Game, "seats" | "waiting">} game
 * @param {import("./seat-session.js").SeatTokens} playing
 */
export function opponentSide({ seats, waiting }, playing) {
  if (waiting) return playing[waiting === "x" ? "o" : "x"] ? waiting : null;
  const engines = SIDES.filter(side => seats[side].spec !== "human");
  if (engines.length === 1) return playing[engines[0]] || playing[engines[0] === "x" ? "o" : "x"] ? engines[0] : null;
  return playing.x && playing.o && !engines.length ? "o" : null;
}

/**
 * @param {HTMLElement} element
 * @param {Pick<Api.Game, "seats" | "waiting">} game
 * @param {Api.Side | null} side of the opponent
 * @param {{ onEngine: (spec: Api.PlayerSpec) => unknown, onFriend: () => unknown }} handlers
 */
export function drawOpponentPicker(element, { seats, waiting }, side, { onEngine, onFriend }) {
  element.hidden = side === null;
  if (side === null) return;
  const current = findOpponent(seats[side].spec)?.spec;
  // One that is not among the main ones is shown while it plays.
  const shown = !current || MAIN_OPPONENTS.includes(current) ? MAIN_OPPONENTS : [...MAIN_OPPONENTS, current];
  const engines = shown.map(spec => {
    const opponent = findOpponent(spec);
    return opponent && el("button", {
      type: "button", class: "chip", "data-opponent": spec, title: t(opponent.about), "aria-pressed": String(current === spec),
      onclick: () => onEngine(spec),
    }, t(opponent.name));
  });
  const friend = el("button", {
    type: "button", class: "chip", "data-opponent": "friend", title: t("friend-about"), "aria-pressed": String(waiting === side), onclick: onFriend,
  }, t("friend"));
  replaceContent(element, el("span", { class: "muted" }, t("opponent")), ...engines, friend);
  // On a phone the row scrolls by itself, and fades at its end.
  const chosen = /** @type {HTMLElement | null} */ (element.querySelector("[aria-pressed=true]"));
  if (chosen) element.scrollLeft = chosen.offsetLeft + chosen.offsetWidth - element.offsetLeft - element.clientWidth + 24;
}
