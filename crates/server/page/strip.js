// The games, one click away; sizes and rules in a sheet.

import { ask, variant } from "./api.js";
import { Board } from "./board.js";
import { button, el, refill } from "./dom.js";
import { icon } from "./icons.js";
import { sheet } from "./share.js";
import { keep, recall } from "./store.js";
import { capital, say } from "./words.js";

const CLOCKS = ["", "1m+1s", "3m+2s", "10m", "15m+30s"];

export function drawStrip(strip, { games }, current, choose) {
  const id = current.split(":")[0];
  const chips = games.map(game => el("button", {
    type: "button", class: "chip", "data-game": game.id, "aria-pressed": String(game.id === id), title: game.summary,
    onclick: () => choose(game.id),
  }, capital(game.name)));
  const name = games.find(game => game.id === id)?.name ?? current;
  const more = button(say("more-games"), () => showGames(games, current, choose), { class: "chip more" },
    icon("grid"), el("span", {}, capital(name)), current === id ? null : labelOf(games, current));
  refill(strip, ...chips, more);
}

// What a variant's options mean; of one that is not in the list, its name until that
// is known.
function labelOf(games, name) {
  const known = games.flatMap(game => game.variants).find(each => each.name === name);
  const words = el("i", { title: name }, known?.label ?? name.slice(name.indexOf(":") + 1));
  if (!known) variant(name).then(({ label }) => { words.textContent = label; }, () => {});
  return words;
}

// A small picture of how a game begins.
async function picture(name) {
  const board = new Board();
  const looks = await variant(name);
  board.lay(looks);
  board.show((await ask("view", { game: name })).view, { moving: false });
  board.element.setAttribute("role", "img");
  return board.element;
}

// The clock of games to come.
function clocks() {
  const row = el("p", { class: "presets" });
  const draw = () => refill(row, el("span", { class: "quiet" }, say("clock")), ...CLOCKS.map(tc => el("button", {
    type: "button", class: "chip", "data-clock": tc, "aria-pressed": String((recall("tc") ?? "") === tc),
    onclick: () => { keep("tc", tc || null); draw(); },
  }, tc || say("no-clock"))));
  draw();
  return row;
}

function showGames(games, current, choose) {
  const cards = games.map(game => {
    const place = el("span", { class: "picture" });
    picture(game.id).then(element => place.replaceChildren(element), () => {});
    const pick = name => () => { dialog.close(); choose(name); };
    const sizes = game.variants.map(({ name, label }) => el("button", {
      type: "button", class: "chip", "data-variant": name, "aria-pressed": String(name === current), onclick: pick(name), title: name,
    }, label || say("standard")));
    return el("li", { class: "card" },
      el("button", { type: "button", class: "choice", onclick: pick(game.id) }, place, el("b", {}, capital(game.name)),
        el("span", { class: "quiet" }, game.summary)),
      sizes.length > 1 ? el("div", { class: "sizes" }, sizes) : null);
  });
  const dialog = sheet(say("games"), clocks(), el("ul", { class: "cards" }, cards));
}
