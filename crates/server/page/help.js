// The keys, the rules of the game on the board, and how values are written.

import { ask, askOnce, variant } from "./api.js";
import { Board } from "./board.js";
import { el } from "./dom.js";
import { sheet } from "./share.js";
import { capital, say } from "./words.js";

export function showHelp(shown) {
  const key = (names, words) => [el("dt", {}, names.map(name => el("kbd", {}, name))), el("dd", {}, words)];
  const keys = el("dl", { class: "keys" },
    key(["←", "↑", "→", "↓"], say("key-arrows")), key(["Enter"], say("key-enter")), key(["Esc"], say("key-escape")),
    key(["u"], say("undo")), key(["r"], say("redo")), key(["h"], say("hint")), key(["v"], say("values")),
    key(["n"], say("new")), key(["s"], say("share")), key(["?"], say("help")));
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
      const words = view.finish?.text ?? [...view.notes, say("turn", { side: looks.players[view.turn] })][0];
      row.append(el("figure", {}, el("span", { class: "picture" }, board.element), el("figcaption", {}, words)));
    }
  };
  draw().catch(() => row.remove());
  return row;
}

const paragraphs = text => (text ?? "").split("\n").filter(Boolean).map(line => el("p", {}, line));
