// @ts-check
// The help dialog: rules of the game, how values are written, keyboard shortcuts.

import { boardPicture } from "../../board/board.js";
import { badge } from "../../board/pieces.js";
import { request, requestOnce } from "../../lib/api.js";
import { el } from "../../lib/dom.js";
import { capitalize, sideNames, t } from "../../lib/i18n.js";
import { openDialog } from "./dialog.js";
import { settings } from "./settings.js";

/** @typedef {import("../../lib/i18n.js").MessageKey} MessageKey */

/** Keys that have a name rather than a character. @type {Record<string, MessageKey>} */
const KEY_NAMES = {
  Enter: "key-name-enter", Escape: "key-name-escape", Home: "key-name-home", End: "key-name-end", Space: "key-name-space",
};
const ARROWS = ["←", "↑", "→", "↓"];

/** @typedef {[keys: string[], action: MessageKey]} Shortcut */

/** @type {Shortcut[]} */
const BOARD_SHORTCUTS = [[ARROWS, "key-arrows"], [["Enter"], "key-enter"], [["Escape"], "key-escape"]];

/** @type {Record<import("./nav.js").ViewName, Shortcut[]>} */
const SHORTCUTS = {
  start: [], "my-games": [], arena: [],
  play: [...BOARD_SHORTCUTS, [["u"], "undo"], [["r"], "redo"], [["h"], "hint"], [["v"], "values"], [["n"], "new"], [["s"], "share"]],
  analyse: [...BOARD_SHORTCUTS, [["u", "←"], "previous-move"], [["r", "→"], "next-move"], [["Home"], "go-to-start"], [["End"], "go-to-end"],
    [["n"], "key-new-analysis"], [["s"], "share"]],
  understand: [[["p"], "key-previous-step"], [["n"], "key-next-step"], [["Home"], "key-first-step"], [["End"], "key-last-step"],
    [["Space"], "key-run"], [["+", "−"], "key-zoom"], [["0"], "key-fit"], [ARROWS, "key-tree"], [["Enter"], "key-fold"]],
};

/**
 * @param {import("./nav.js").ViewName} view
 * @param {Api.Variant | null} variant whose rules are shown
 */
export function showHelp(view, variant) {
  /** @param {Shortcut} shortcut */
  const row = ([keys, action]) => [
    el("dt", {}, keys.map(key => el("kbd", {}, KEY_NAMES[key] ? t(KEY_NAMES[key]) : key))), el("dd", {}, t(action)),
  ];
  /** @type {Shortcut[]} */
  const shortcuts = [...SHORTCUTS[view], [["?"], "help"]];
  const rules = variant ? [el("h3", {}, capitalize(variant.title)), ...rulesOf(variant)] : [];
  openDialog(t("help"), ...rules, el("h3", {}, t("reading-values")), el("p", {}, t("value-legend")),
    el("h3", {}, t("shortcuts")), el("dl", { class: "keys" }, shortcuts.flatMap(row)), ...settings());
}

/** Shows the rules of a game with pictures, and nothing else. @param {Api.Variant} variant */
export function showRules(variant) {
  openDialog(capitalize(variant.title), ...rulesOf(variant));
}

/** @param {Api.Variant} variant */
const rulesOf = variant => [...paragraphs(variant.rules), examplePictures(variant)];

/** @param {string | null} text */
const paragraphs = text => (text ?? "").split("\n").filter(Boolean).map(line => el("p", {}, line));

/**
 * Returns pictures of an example game: early on, later, and at its end.
 * @param {Api.Variant} variant
 */
function examplePictures(variant) {
  const { game } = variant;
  const names = sideNames(variant.players);
  const row = el("div", { class: "pictures" });
  const draw = async () => {
    /** @type {{ moves: string[] }} */
    const { moves } = await requestOnce(`variants/${encodeURIComponent(game)}/example`);
    const plies = [0.25, 0.6, 1].map(part => Math.max(1, Math.round(part * moves.length)));
    for (const ply of plies) {
      /** @type {Api.ViewAnswer} */
      const { view } = await request("view", { game, moves, ply });
      const side = view.finish ? view.finish.winner : view.turn;
      const caption = view.finish?.text ?? view.notes[0] ?? t("turn", { side: names[view.turn] });
      row.append(el("figure", {}, el("span", { class: "picture" }, boardPicture(variant, view)),
        el("figcaption", {}, side && badge(side, variant), caption)));
    }
  };
  draw().catch(() => row.remove());
  return row;
}
