// @ts-check
// Links to invite an opponent, to watch and to analyse, and the game as text.

import { button, el } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { otherSide, SIDES } from "../../lib/notation.js";
import { absoluteLink, address } from "../../lib/router.js";
import { copyField, openDialog } from "../shared/dialog.js";
import { invitationLink, isLocal } from "./invitation.js";
import { inviteFriend } from "./players.js";

/** @typedef {import("./play.js").Play} Play */

/**
 * Returns a button for each seat that a friend may get. The one who plays against an engine keeps
 * their own seat.
 * @param {Play} play
 */
function invitations(play) {
  const { game, session: { tokens, playing }, state: { names } } = play;
  if (game.view.finish || !SIDES.every(side => tokens[side]) || SIDES.some(side => game.taken[side])) return [];
  if (game.waiting) return [copyField(t("invite", { side: names[game.waiting] }), invitationLink(game.id, game.waiting, tokens[game.waiting] ?? ""))];
  const isEngine = SIDES.some(side => game.seats[side].spec !== "human");
  return [...SIDES].reverse().filter(side => !isEngine || !playing[side] || playing[otherSide(side)]).map(side => {
    const label = t("invite-to", { side: names[side] });
    const invite = button(label, () => { invite.closest("dialog")?.close(); return inviteFriend(play, side); }, { "data-invite": side }, label);
    return el("p", {}, invite);
  });
}

/** @param {Play} play */
export function showShareDialog(play) {
  const { game } = play;
  openDialog(t("share"), ...(isLocal() ? [el("p", { class: "muted" }, t("local-links"))] : []), ...invitations(play),
    copyField(t("watch-link"), absoluteLink(address("play", game.id))),
    copyField(t("analysis-link"), absoluteLink(address("analyse", "", play.addressParams))),
    copyField(t("position"), game.view.position),
    copyField(t("record"), game.record, 5));
}
