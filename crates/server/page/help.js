// The keys, the rules of the game on the board, and how values are written.

import { ask, askOnce, variant } from "./api.js";
import { Board } from "./board.js";
import { el } from "./dom.js";
import { badge } from "./seats.js";
import { sheet } from "./share.js";
import { capital, say } from "./words.js";

const ARROWS = ["←", "↑", "→", "↓"];
const BOARD = [[ARROWS, "key-arrows"], [["key-enter-name"], "key-enter"], [["key-escape-name"], "key-escape"]];

// The keys of each view: what is pressed, and what it does.
const KEYS = {
  play: [...BOARD, [["u"], "undo"], [["r"], "redo"], [["h"], "hint"], [["v"], "values"], [["n"], "new"], [["s"], "share"]],
  analyse: [...BOARD, [["u", "←"], "back"], [["r", "→"], "next"], [["key-home-name"], "first-move"], [["key-end-name"], "last-move"],
    [["n"], "key-start"], [["s"], "share"]],
  understand: [[["p"], "key-step-back"], [["n"], "key-step-on"], [["key-home-name"], "key-first-step"], [["key-end-name"], "key-last-step"],
    [["key-space-name"], "key-run"], [["+", "−"], "key-zoom"], [["0"], "key-fit"], [ARROWS, "key-tree"], [["key-enter-name"], "key-fold"]],
};

export function showHelp(view, shown) {
  // A key with a name of its own is called by it.
  const called = name => el("kbd", {}, name.startsWith("key-") ? say(name) : name);
  const key = ([names, words]) => [el("dt", {}, names.map(called)), el("dd", {}, say(words))];
  const keys = el("dl", { class: "keys" }, [...KEYS[view], [["?"], "help"]].flatMap(key));
  const rules = shown ? [el("h3", {}, capital(shown.title)), ...paragraphs(shown.rules), pictures(shown)] : [];
  sheet(say("help"), ...rules, el("h3", {}, say("signs")), el("p", {}, say("signs-text")), el("h3", {}, say("keys")), keys);
}

// The rules in a few pictures: a game early on, later, and at its end.
function pictures({ game }) {
  const row = el("div", { class: "pictures" });
  const draw = async () => {
    const looks = await variant(game);
    const { moves } = await askOnce(`variants/${encodeURIComponent(game)}/example`);
    const plies = [0.25, 0.6, 1].map(part => Math.max(1, Math.round(part * moves.length)));
    for (const ply of plies) {
      const { view } = await ask("view", { game, moves, ply });
      const board = new Board();
      board.lay(looks);
      board.show(view, { moving: false });
      board.element.setAttribute("role", "img");
      const side = view.finish ? view.finish.winner : view.turn;
      const words = view.finish?.text ?? [...view.notes, say("turn", { side: looks.players[view.turn] })][0];
      row.append(el("figure", {}, el("span", { class: "picture" }, board.element), el("figcaption", {}, side && badge(side, looks), words)));
    }
  };
  draw().catch(() => row.remove());
  return row;
}

const paragraphs = text => (text ?? "").split("\n").filter(Boolean).map(line => el("p", {}, line));
