// The way between the views; each view says where the others would go on.

import { el, get } from "./dom.js";
import { say } from "./words.js";

const VIEWS = ["play", "analyse", "understand"];
const targets = { play: "#/play", analyse: "#/analyse", understand: "#/understand" };
let shown = "play";

export function drawNav(view = shown) {
  shown = view;
  const nav = get("views");
  nav.setAttribute("aria-label", say("views"));
  nav.replaceChildren(...VIEWS.map(name => el("a", {
    href: targets[name], "aria-current": name === view ? "page" : null,
  }, say(name))));
}

export function leadTo(links) {
  Object.assign(targets, links);
  drawNav();
}
