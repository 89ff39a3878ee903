// @ts-check
// The frame around the views: navigation, language, theme, help and keyboard.

import { onJoinCodeNeeded } from "./lib/api.js";
import { byId } from "./lib/dom.js";
import { LANGUAGE_EVENT, language, t, toggleLanguage } from "./lib/i18n.js";
import { currentRoute } from "./lib/router.js";
import { toggleTheme } from "./lib/theme.js";
import { Analyse } from "./views/analyse/analyse.js";
import { Play } from "./views/play/play.js";
import { askJoinCode } from "./views/shared/join-code.js";
import { showHelp } from "./views/shared/help.js";
import { drawNav } from "./views/shared/nav.js";
import { Understand } from "./views/understand/understand.js";

const VIEWS = { play: Play, analyse: Analyse, understand: Understand };

/** @typedef {keyof typeof VIEWS} ViewName */

/** The view that is shown. @type {Play | Analyse | Understand | null} */
let current = null;

/** @returns {ViewName} */
function currentViewName() {
  const { view } = currentRoute();
  return view === "analyse" || view === "understand" ? view : "play";
}

/** Shows the view of the address. @param {{ rebuild?: boolean }} [options] */
function enter({ rebuild = false } = {}) {
  const name = currentViewName();
  const View = VIEWS[name];
  if (rebuild || !(current instanceof View)) {
    current?.leave();
    current = new View(byId("view"));
  }
  drawNav(name);
  current.enter(currentRoute());
}

function translateFrame() {
  const other = language() === "fr" ? "en" : "fr";
  document.documentElement.lang = language();
  byId("language").textContent = other.toUpperCase();
  byId("language").lang = other;
  byId("skip").textContent = t("skip");
  for (const id of /** @type {const} */ (["language", "theme", "help"])) {
    byId(id).title = t(id);
    byId(id).setAttribute("aria-label", t(id));
  }
}

onJoinCodeNeeded(askJoinCode);

const help = () => showHelp(currentViewName(), current?.variant ?? null);
byId("language").onclick = toggleLanguage;
byId("theme").onclick = toggleTheme;
byId("help").onclick = help;
byId("skip").onclick = event => {
  event.preventDefault();
  /** @type {SVGElement | null} */ (document.querySelector(".board"))?.focus();
};
window.addEventListener(LANGUAGE_EVENT, () => { translateFrame(); enter({ rebuild: true }); });
window.addEventListener("hashchange", () => enter());
document.addEventListener("keydown", event => {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog")) return;
  if (event.key === "?") help();
  else if (!current?.key(event.key, target)) return;
  event.preventDefault();
});

translateFrame();
enter();
