// @ts-check
// The links between the views. Each view sets where the others continue from.

import { byId, el } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** @typedef {"play" | "analyse" | "understand"} ViewName */

/** @type {Record<ViewName, string>} */
const targets = { play: "#/play", analyse: "#/analyse", understand: "#/understand" };
/** @type {ViewName} */
let current = "play";

/** @param {ViewName} [view] the view that is shown */
export function drawNav(view = current) {
  current = view;
  const nav = byId("views");
  nav.setAttribute("aria-label", t("views"));
  const names = /** @type {ViewName[]} */ (Object.keys(targets));
  nav.replaceChildren(...names.map(name => el("a", {
    href: targets[name], "aria-current": name === view ? "page" : null,
  }, t(name))));
}

/** @param {Partial<Record<ViewName, string>>} addresses */
export function setNavTargets(addresses) {
  Object.assign(targets, addresses);
  drawNav();
}
