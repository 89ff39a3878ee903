// @ts-check
// A field to paste a position, moves or a game record into.

import { ApiError, isInvalidRequest, request } from "../../lib/api.js";
import { button, el } from "../../lib/dom.js";
import { formatNumber } from "../../lib/format.js";
import { capitalize, t } from "../../lib/i18n.js";
import { navigate } from "../../lib/router.js";
import { reviewAddress } from "./analysis-address.js";

/** The longest position and the longest text that the server reads, in characters. */
const MAX_POSITION = 4096, MAX_LENGTH = 32_000;

/**
 * Opens what was pasted. Text of several lines is read as a record first; otherwise as a
 * position, then as moves, then as a record.
 * @param {Api.Variant | null} variant of positions and moves
 * @param {string} pasted
 */
async function openPasted(variant, pasted) {
  const text = pasted.trim();
  if (!text) throw new ApiError(422, { message: t("nothing-pasted") });
  if (text.length > MAX_LENGTH) throw new ApiError(413, { message: t("too-long", { count: formatNumber(MAX_LENGTH) }) });
  const game = variant?.game;
  const forms = [...(text.length > MAX_POSITION ? [] : [{ game, position: text }]), { game, moves: text }];
  const record = { record: pasted };
  let firstError;
  for (const form of text.includes("\n") ? [record, ...forms] : [...forms, record]) {
    try {
      /** @type {Api.ViewAnswer} */
      const answer = await request("view", form);
      navigate(reviewAddress(answer));
      return;
    } catch (error) {
      if (!isInvalidRequest(error)) throw error;
      firstError ??= error;
    }
  }
  const message = t("not-readable", { game: capitalize(variant?.title ?? "") }) + " · " + firstError?.message;
  throw new ApiError(422, { message });
}

/**
 * @param {() => Api.Variant | null} currentVariant
 * @param {(error: unknown) => void} onError
 */
export function pasteBox(currentVariant, onError) {
  const text = el("textarea", { rows: 2, placeholder: t("paste"), "aria-label": t("paste"), spellcheck: "false" });
  const show = () => openPasted(currentVariant(), text.value).catch(onError);
  return el("section", { class: "paste" }, text, button(t("show"), show, {}, t("show")));
}
