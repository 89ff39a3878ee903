// Links and texts to hand on.

import { button, copy, el } from "./dom.js";
import { icon } from "./icons.js";
import { address, link } from "./router.js";
import { other, SIDES } from "./sides.js";
import { GUEST } from "./store.js";
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

// A text with a button that copies it; one of several lines in a box of its own.
export function field(words, text, rows = 1) {
  const told = el("span", { class: "quiet", role: "status" });
  const done = () => { told.textContent = say("copied"); };
  const about = { readonly: true, "aria-label": words, onfocus: event => event.target.select(), oncopy: done };
  const input = rows > 1 ? el("textarea", { rows, ...about }, text) : el("input", { value: text, ...about });
  const press = async () => {
    if (await copy(text, input)) done();
    else told.textContent = say("copy-by-hand");
  };
  return el("p", { class: "field" }, el("label", {}, words, " ", told),
    el("span", {}, input, button(say("copy"), press, {}, icon("copy"))));
}

// The link to the other person's seat, as often as it is asked for. The seat stays here
// until somebody opens it.
function invitation(play) {
  const { game, tokens, names } = play;
  if (!SIDES.every(side => tokens[side] && game.seats[side].spec === "human")) return [];
  // Of people who swapped sides each has a seat.
  if (game.taken[other(GUEST)]) return [];
  const seat = link(address("play", game.id, { seat: GUEST, token: tokens[GUEST] }));
  return [field(say("invite", { side: names[GUEST] }), seat)];
}

export function shareGame(play) {
  const { game } = play;
  sheet(say("share"), ...invitation(play),
    field(say("watch-link"), link(address("play", game.id))),
    field(say("analysis-link"), link(address("analyse", "", play.where))),
    field(say("position"), game.view.position),
    field(say("record"), game.record, 5));
}
