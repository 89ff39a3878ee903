// @ts-check
// The links between the views. Each view sets where the others continue from.

import { byId, el } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** @typedef {"start" | "play" | "analyse" | "understand" | "my-games" | "arena"} ViewName */
/** @typedef {Exclude<ViewName, "start">} Target */

/** @type {Record<Target, string>} */
const targets = { play: "#/", analyse: "#/analyse", understand: "#/understand", "my-games": "#/my-games", arena: "#/arena" };
/** @type {ViewName} */
let current = "start";

/** @param {ViewName} [view] the view that is shown */
export function drawNav(view = current) {
  current = view;
  const nav = byId("views");
  nav.setAttribute("aria-label", t("views"));
  const names = /** @type {Target[]} */ (Object.keys(targets));
  const shown = current === "start" ? "play" : current;
  nav.replaceChildren(...names.map(name => el("a", {
    href: targets[name], "aria-current": name === shown ? "page" : null,
  }, t(name))));
}

/** @param {Partial<Record<Target, string>>} addresses */
export function setNavTargets(addresses) {
  Object.assign(targets, addresses);
  drawNav();
}
