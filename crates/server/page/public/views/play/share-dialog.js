// @ts-check
// Links to invite an opponent, to watch and to analyse, and the game as text.

import { button, el } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { otherSide, SIDES } from "../../lib/notation.js";
import { absoluteLink, address } from "../../lib/router.js";
import { copyField, openDialog } from "../shared/dialog.js";

/** @typedef {import("./play.js").Play} Play */

/**
 * Frees a seat for another person, where possible, and shows the link to it.
 * @param {Play} play
 * @param {Api.Side} side
 */
export async function invite(play, side) {
  const { game } = play;
  const isFree = game.seats[side].spec === "human" && !game.view.finish;
  if (isFree) play.seatPanel.show(play);
  if (isFree || await play.choosePlayer(side, "human")) showShareDialog(play, side);
}

/**
 * Returns a link for each seat that another person may take. A seat stays here until its
 * link is opened; an engine must be replaced first.
 * @param {Play} play
 * @param {Api.Side | undefined} invited the side the dialog was opened for
 */
function invitations(play, invited) {
  const { game, session: { tokens }, state: { names } } = play;
  if (game.view.finish || !SIDES.every(side => tokens[side])) return [];
  /** @param {Api.Side} side */
  const isEngine = side => game.seats[side].spec !== "human";
  /** @param {Api.Side} side */
  const replaceEngine = side => {
    const label = t("invite-instead", { side: names[side], engine: game.seats[side].name });
    const replace = button(label, () => { replace.closest("dialog")?.close(); return invite(play, side); }, { "data-invite": side }, label);
    return el("p", {}, replace);
  };
  /** @param {Api.Side} side */
  const seatLink = side => copyField(t("invite", { side: names[side] }),
    absoluteLink(address("play", game.id, { seat: side, token: tokens[side] })));
  // Players keep their own seat once the other is taken. Against an engine they give it away
  // only if they chose to invite someone to it. An invitation works once.
  /** @param {Api.Side} side */
  const isOffered = side => !game.taken[side] && (isEngine(otherSide(side)) ? side === invited : !game.taken[otherSide(side)]);
  return [...SIDES].reverse().flatMap(side => (isEngine(side) ? [replaceEngine(side)] : isOffered(side) ? [seatLink(side)] : []));
}

/** Links start with the address the page was opened at, which others may not reach. */
const isLocal = () => /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/**
 * @param {Play} play
 * @param {Api.Side} [invited] the side to invite someone to
 */
export function showShareDialog(play, invited) {
  const { game } = play;
  openDialog(t("share"), ...invitations(play, invited), ...(isLocal() ? [el("p", { class: "muted" }, t("local-links"))] : []),
    copyField(t("watch-link"), absoluteLink(address("play", game.id))),
    copyField(t("analysis-link"), absoluteLink(address("analyse", "", play.addressParams))),
    copyField(t("position"), game.view.position),
    copyField(t("record"), game.record, 5));
}
