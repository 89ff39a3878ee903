// @ts-check
// A field to paste a position, moves or a game record into.

import { ApiError, request } from "../../lib/api.js";
import { button, el } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { address, joinMoves, navigate } from "../../lib/router.js";

/**
 * Opens what was pasted. Text of several lines is read as a record first; otherwise as a
 * position, then as moves, then as a record. Throws the first error if it is none of these.
 * @param {string | undefined} game of positions and moves
 * @param {string} pasted
 */
async function openPasted(game, pasted) {
  const text = pasted.trim();
  if (!text) throw new ApiError(422, { message: t("nothing-pasted") });
  const forms = [{ game, position: text }, { game, moves: text }];
  const record = { record: pasted };
  let firstError;
  for (const form of text.includes("\n") ? [record, ...forms] : [...forms, record]) {
    try {
      /** @type {Api.ViewAnswer} */
      const answer = await request("view", form);
      navigate(address("analyse", "", { game: answer.game, position: answer.start, moves: joinMoves(answer.moves) }));
      return;
    } catch (error) {
      firstError ??= error;
    }
  }
  throw firstError;
}

/**
 * @param {() => string | undefined} currentGame
 * @param {(error: unknown) => void} onError
 */
export function pasteBox(currentGame, onError) {
  const text = el("textarea", { rows: 2, placeholder: t("paste"), "aria-label": t("paste"), spellcheck: "false" });
  const show = () => openPasted(currentGame(), text.value).catch(onError);
  return el("section", { class: "paste" }, text, button(t("show"), show, {}, t("show")));
}
