// The frame around the views: navigation, language, theme, help and keys.

import { get } from "./dom.js";
import { showHelp } from "./help.js";
import { drawNav } from "./nav.js";
import { route } from "./router.js";
import { startTheme, toggleTheme } from "./theme.js";
import { lang, say, switchLanguage } from "./words.js";
import { Play } from "./play.js";
import { Analyse } from "./analyse.js";
import { Understand } from "./understand.js";

const VIEWS = { play: Play, analyse: Analyse, understand: Understand };
let current = null;

function enter({ again = false } = {}) {
  const where = route();
  const View = VIEWS[where.view] ?? Play;
  if (again || !(current instanceof View)) {
    current?.leave();
    current = new View(get("view"));
  }
  drawNav(where.view);
  current.enter(where);
}

function word() {
  document.documentElement.lang = lang();
  get("language").textContent = lang() === "fr" ? "EN" : "FR";
  get("language").lang = lang() === "fr" ? "en" : "fr";
  get("skip").textContent = say("skip");
  for (const id of ["language", "theme", "help"]) {
    get(id).title = say(id);
    get(id).setAttribute("aria-label", say(id));
  }
}

get("language").onclick = switchLanguage;
get("theme").onclick = toggleTheme;
const help = () => showHelp(VIEWS[route().view] ? route().view : "play", current.variant);
get("help").onclick = help;
get("skip").onclick = event => {
  event.preventDefault();
  document.querySelector(".board")?.focus();
};
window.addEventListener("worded", () => { word(); enter({ again: true }); });
window.addEventListener("hashchange", () => enter());
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea, dialog")) return;
  if (event.key === "?") help();
  else if (!current.key(event.key, event.target)) return;
  event.preventDefault();
});

startTheme();
word();
enter();
