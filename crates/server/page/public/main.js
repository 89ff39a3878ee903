// @ts-check
// The frame around the views: navigation, language, theme, help and keyboard.

import { onJoinCodeNeeded } from "./lib/api.js";
import { byId } from "./lib/dom.js";
import { LANGUAGE_EVENT, language, t, toggleLanguage } from "./lib/i18n.js";
import { currentRoute, watchAddress } from "./lib/router.js";
import { hasContrast, THEME_EVENT, toggleContrast, toggleTheme } from "./lib/theme.js";
import { Analyse } from "./views/analyse/analyse.js";
import { Arena } from "./views/arena/arena.js";
import { MyGames } from "./views/my-games/my-games.js";
import { Play } from "./views/play/play.js";
import { askJoinCode } from "./views/shared/join-code.js";
import { showHelp } from "./views/shared/help.js";
import { drawNav } from "./views/shared/nav.js";
import { Start } from "./views/start/start.js";
import { Understand } from "./views/understand/understand.js";

const VIEWS = { start: Start, play: Play, analyse: Analyse, understand: Understand, "my-games": MyGames, arena: Arena };

/** @typedef {keyof typeof VIEWS} ViewName */

/** The view that is shown. @type {InstanceType<typeof VIEWS[ViewName]> | null} */
let current = null;

/** @returns {ViewName} */
function currentViewName() {
  const { view } = currentRoute();
  return view in VIEWS ? /** @type {ViewName} */ (view) : "start";
}

/** Shows the view of the address. @param {{ rebuild?: boolean }} [options] */
function enter({ rebuild = false } = {}) {
  const name = currentViewName();
  const View = VIEWS[name];
  if (rebuild || !(current instanceof View)) {
    current?.leave();
    document.title = "Plateau";
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
  for (const id of /** @type {const} */ (["language", "boards", "theme", "help"])) {
    byId(id).title = t(id);
    byId(id).setAttribute("aria-label", t(id));
  }
}

const showContrast = () => byId("boards").setAttribute("aria-pressed", String(hasContrast()));

onJoinCodeNeeded(askJoinCode);

const help = () => showHelp(currentViewName(), current?.variant ?? null);
byId("language").onclick = toggleLanguage;
byId("theme").onclick = toggleTheme;
byId("boards").onclick = toggleContrast;
byId("help").onclick = help;
byId("skip").onclick = event => {
  event.preventDefault();
  const board = /** @type {SVGElement | null} */ (document.querySelector(".board[tabindex]"));
  (board ?? byId("view")).focus();
};
window.addEventListener(THEME_EVENT, showContrast);
window.addEventListener(LANGUAGE_EVENT, () => { translateFrame(); enter({ rebuild: true }); });
document.addEventListener("keydown", event => {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog")) return;
  if (event.key === "?") help();
  else if (!current?.key(event.key, target)) return;
  event.preventDefault();
});

translateFrame();
showContrast();
watchAddress(enter);
