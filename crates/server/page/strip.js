// The games, one click away; sizes and rules in a sheet.

import { ask, variant } from "./api.js";
import { Board } from "./board.js";
import { button, el } from "./dom.js";
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
  const rest = current.slice(id.length + 1);
  const more = button(say("more-games"), () => showGames(games, current, choose), { class: "chip more" },
    icon("grid"), el("span", {}, capital(name)), rest ? el("i", {}, rest) : null);
  strip.replaceChildren(...chips, more);
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
  const draw = () => row.replaceChildren(el("span", { class: "quiet" }, say("clock")), ...CLOCKS.map(tc => el("button", {
    type: "button", class: "chip", "aria-pressed": String((recall("tc") ?? "") === tc),
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
    const sizes = game.variants.map(name => el("button", {
      type: "button", class: "chip", "aria-pressed": String(name === current), onclick: pick(name),
    }, name.slice(game.id.length + 1) || say("standard")));
    return el("li", { class: "card" },
      el("button", { type: "button", class: "choice", onclick: pick(game.id) }, place, el("b", {}, capital(game.name)),
        el("span", { class: "quiet" }, game.summary)),
      sizes.length > 1 ? el("div", { class: "sizes" }, sizes) : null);
  });
  const dialog = sheet(say("games"), el("ul", { class: "cards" }, cards), clocks());
}
