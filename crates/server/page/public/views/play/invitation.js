// @ts-check
// The invitation of a friend, shown until it is accepted.

import { button, copyText, el } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { absoluteLink, address } from "../../lib/router.js";

/** Links start with the address the page was opened at, which others may not reach. */
export const isLocal = () => /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/**
 * Returns the address that takes a seat.
 * @param {string} id
 * @param {Api.Side} side
 * @param {string} token
 */
export const invitationLink = (id, side, token) => absoluteLink(address("play", id, { seat: side, token }));

/**
 * @param {string} link
 * @param {string} sideName of the friend
 * @param {() => unknown} onCancel
 */
export function drawInvitation(link, sideName, onCancel) {
  const input = el("input", { value: link, readonly: true, "aria-label": t("invite", { side: sideName }), onfocus: event => event.target.select() });
  const copy = el("button", { type: "button", class: "primary", "data-tool": "copy-invitation" }, t("copy-link"));
  copy.onclick = async () => { copy.textContent = await copyText(link, input) ? t("copied") : t("copy-by-hand"); };
  return el("section", { class: "invitation" },
    el("p", {}, t("invite", { side: sideName })), isLocal() && el("p", { class: "muted" }, t("local-links")), el("div", { class: "field" }, input, copy),
    button(t("cancel-invitation"), onCancel, { class: "quiet", "data-tool": "cancel-invitation" }, t("cancel-invitation")));
}
