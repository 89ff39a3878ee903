// Links and texts to hand on.

import { button, copy, el } from "./dom.js";
import { icon } from "./icons.js";
import { address, link } from "./router.js";
import { other, SIDES } from "./sides.js";
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

// Gives a seat to whoever will come, where it can be given, and shows how to ask them.
export async function invite(play, side) {
  const { game } = play;
  const isFree = game.seats[side].spec === "human" && !game.view.finish;
  if (isFree) play.seats.again();
  if (isFree || await play.seat(side, "human")) shareGame(play, side);
}

// Links to the seats that another person may have, as often as they are asked for. A
// seat stays here until somebody opens its link; an engine must leave first.
function invitations(play, invited) {
  const { game, tokens, names } = play;
  if (game.view.finish || !SIDES.every(side => tokens[side])) return [];
  const isEngine = side => game.seats[side].spec !== "human";
  const instead = side => {
    const words = say("invite-instead", { side: names[side], engine: game.seats[side].name });
    const press = event => { event.target.closest("dialog").close(); return invite(play, side); };
    return el("p", {}, button(words, press, { "data-invite": side }, words));
  };
  const seat = side => field(say("invite", { side: names[side] }), link(address("play", game.id, { seat: side, token: tokens[side] })));
  // One's own seat is not given away once the other is taken, nor, unless that is wished, to
  // play an engine.
  const isFree = side => (isEngine(other(side)) ? side === invited : !game.taken[other(side)]);
  return [...SIDES].reverse().flatMap(side => (isEngine(side) ? [instead(side)] : isFree(side) ? [seat(side)] : []));
}

// Links take the place that the page was opened at, which others may not reach.
const isLocal = () => /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

export function shareGame(play, invited) {
  const { game } = play;
  sheet(say("share"), ...invitations(play, invited), ...(isLocal() ? [el("p", { class: "quiet" }, say("local"))] : []),
    field(say("watch-link"), link(address("play", game.id))),
    field(say("analysis-link"), link(address("analyse", "", play.where))),
    field(say("position"), game.view.position),
    field(say("record"), game.record, 5));
}
