// @ts-check
// All sizes, options and opponents of a game, each with a sentence.

import { el, replaceContent } from "../../lib/dom.js";
import { commonFirst } from "../../lib/catalogue.js";
import { capitalize, t } from "../../lib/i18n.js";
import { OPPONENTS } from "../../lib/opponents.js";
import { address } from "../../lib/router.js";
import { openDialog } from "../shared/dialog.js";
import { timeControls } from "../shared/time-control.js";

/** The engines one watches unless one chooses others. */
export const WATCHED = { first: "level:6", second: "level:8" };

/**
 * Shows the choices; a click starts the game.
 * @param {Api.CatalogueGame} game
 * @param {Api.Catalogue} catalogue
 * @param {(place: string) => unknown} onStart called with the address of the new game
 */
export function showGameOptions(game, { opponents }, onStart) {
  let variant = game.id;
  /** @param {Record<string, string>} players */
  const start = players => { dialog.close(); onStart(address("play", "", { game: variant, ...players })); };
  const variants = el("div", { class: "presets variants", role: "group", "aria-label": t("size") });
  const drawVariants = () => replaceContent(variants, ...commonFirst(game).map(({ name, label }) => el("button", {
    type: "button", class: "chip", "data-variant": name, "aria-pressed": String(name === variant), title: name,
    onclick: () => { variant = name; drawVariants(); },
  }, label || t("standard"))));
  drawVariants();
  const levels = OPPONENTS.map(({ spec, name, about }) => el("li", {}, el("button", {
    type: "button", "data-opponent": spec, onclick: () => start({ first: "human", second: spec }),
  }, el("b", {}, t(name)), el("span", { class: "muted" }, t(about)))));
  /** @param {string} name @param {string} chosen */
  const engineChoice = (name, chosen) => el("select", { name, "aria-label": t(name === "first" ? "first-engine" : "second-engine") },
    opponents.filter(({ spec }) => spec !== "human").map(({ spec, name: fallback }) => {
      const named = OPPONENTS.find(each => each.spec === spec);
      return el("option", { value: spec, selected: spec === chosen }, named ? t(named.name) : capitalize(fallback));
    }));
  const [first, second] = [engineChoice("first", WATCHED.first), engineChoice("second", WATCHED.second)];
  const watch = el("p", { class: "watch-choice" }, first, " – ", second, " ", el("button", {
    type: "button", class: "primary", "data-way": "watch", onclick: () => start({ first: first.value, second: second.value }),
  }, t("watch")));
  const people = el("p", { class: "buttons" },
    el("button", { type: "button", "data-way": "friend", onclick: () => start({ invite: "o" }) }, t("invite-by-link")),
    el("button", { type: "button", "data-way": "here", onclick: () => start({ first: "human", second: "human" }) }, t("two-here")));
  const dialog = openDialog(capitalize(game.name),
    ...(game.variants.length > 1 ? [el("h3", {}, t("size")), variants] : []),
    el("h3", {}, t("time-control")), timeControls({ hasLabel: false }),
    el("h3", {}, t("opponent")), el("ul", { class: "opponents" }, levels),
    el("h3", {}, t("between-people")), people,
    el("h3", {}, t("watch-engines")), watch);
  return dialog;
}
