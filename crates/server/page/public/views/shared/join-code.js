// @ts-check
// The question for the join code of the server.

import { el } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { openDialog } from "./dialog.js";

/**
 * Asks for the join code. Returns `null` if the person closes the question.
 * @returns {Promise<string | null>}
 */
export function askJoinCode() {
  return new Promise(resolve => {
    const input = el("input", { name: "code", autocomplete: "off", required: true, "aria-label": t("join-code") });
    const form = el("form", {}, el("p", {}, t("join-code-needed")),
      el("p", {}, input, " ", el("button", { type: "submit" }, t("join-code-enter"))));
    const dialog = openDialog(t("join-code"), form);
    form.addEventListener("submit", event => {
      event.preventDefault();
      // Only what a header can hold.
      resolve(input.value.replace(/[^\x21-\x7e]/g, "") || null);
      dialog.close();
    });
    dialog.addEventListener("close", () => resolve(null));
  });
}
