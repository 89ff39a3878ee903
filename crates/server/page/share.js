// Links and texts to hand on.

import { button, copy, el } from "./dom.js";
import { icon } from "./icons.js";
import { address, link } from "./router.js";
import { giveSeat } from "./store.js";
import { say } from "./words.js";

// A sheet over the page that any click beside it closes.
export function sheet(title, ...content) {
  const dialog = el("dialog", { class: "sheet", "aria-label": title },
    el("header", {}, el("h2", {}, title), button(say("close"), () => dialog.close(), { class: "close" }, "×")), ...content);
  dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

// A text with a button that copies it.
export function field(words, text, copied) {
  const input = el("input", { readonly: true, value: text, "aria-label": words, onfocus: event => event.target.select() });
  const told = el("span", { class: "quiet", role: "status" });
  const press = async () => {
    told.textContent = say(await copy(text, input) ? "copied" : "copy-by-hand");
    copied?.();
  };
  return el("p", { class: "field" }, el("label", {}, words, " ", told),
    el("span", {}, input, button(say("copy"), press, {}, icon("copy"))));
}

export function shareGame(play) {
  const { game, mine, names } = play;
  const fields = [];
  // The seat of the other person, while it is still here to be given.
  for (const side of ["o", "x"]) {
    const free = game.seats[side].spec === "human" && mine.x && mine.o;
    if (!free || fields.length) continue;
    const invitation = link(address("play", game.id, { seat: side, token: mine[side] }));
    fields.push(field(say("invite", { side: names[side] }), invitation, () => {
      giveSeat(game.id, side);
      play.take(play.game);
    }));
  }
  sheet(say("share"), ...fields,
    field(say("watch-link"), link(address("play", game.id))),
    field(say("analysis-link"), link(address("analyse", "", play.where))),
    field(say("position"), game.view.position),
    el("label", {}, say("record"), el("textarea", { readonly: true, rows: 5 }, game.record)));
}
