// The keys, the rules of the game on the board, and how values are written.

import { el } from "./dom.js";
import { sheet } from "./share.js";
import { say } from "./words.js";

export function showHelp(variant) {
  const key = (names, words) => [el("dt", {}, names.map(name => el("kbd", {}, name))), el("dd", {}, words)];
  const keys = el("dl", { class: "keys" },
    key(["←", "↑", "→", "↓"], say("key-arrows")), key(["Enter"], say("key-enter")), key(["Esc"], say("key-escape")),
    key(["u"], say("undo")), key(["r"], say("redo")), key(["h"], say("hint")), key(["v"], say("values")),
    key(["n"], say("new")), key(["s"], say("share")), key(["?"], say("help")));
  const rules = variant ? [el("h3", {}, variant.title + " · " + say("rules")), ...paragraphs(variant.rules)] : [];
  sheet(say("help"), ...rules, el("h3", {}, say("signs")), el("p", {}, say("signs-text")), el("h3", {}, say("keys")), keys);
}

const paragraphs = text => (text ?? "").split("\n").filter(Boolean).map(line => el("p", {}, line));
