// @ts-check
// Dialogs over the page, and the fields in them whose text can be copied.

import { button, copyText, el } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";

/**
 * Opens a dialog, which a click outside closes.
 * @param {string} title
 * @param {...Node} content
 */
export function openDialog(title, ...content) {
  const dialog = el("dialog", { class: "dialog", "aria-label": title });
  const close = button(t("close"), () => dialog.close(), { class: "close" }, "×");
  dialog.append(el("header", {}, el("h2", {}, title), close), ...content);
  dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Asks a question. Returns whether the person agreed; closing the dialog means no.
 * @param {string} question
 * @param {string} about what the answer means
 * @param {string} yes
 * @param {string} no
 * @returns {Promise<boolean>}
 */
export function confirmDialog(question, about, yes, no) {
  return new Promise(resolve => {
    /** @param {string} label @param {boolean} answer */
    const answerButton = (label, answer) => el("button", {
      type: "button", class: answer ? null : "primary", "data-confirm": String(answer), autofocus: !answer,
      onclick: () => { resolve(answer); dialog.close(); },
    }, label);
    const dialog = openDialog(question, el("p", {}, about), el("p", { class: "buttons" }, answerButton(no, false), answerButton(yes, true)));
    dialog.classList.add("question");
    dialog.addEventListener("close", () => resolve(false));
  });
}

/**
 * Returns a read-only text with a button that copies it.
 * @param {string} label
 * @param {string} text
 * @param {number} [rows]
 */
export function copyField(label, text, rows = 1) {
  const feedback = el("span", { class: "muted", role: "status" });
  const confirm = () => { feedback.textContent = t("copied"); };
  /** @type {import("../../lib/dom.js").Attributes} */
  const attributes = { readonly: true, "aria-label": label, onfocus: event => event.target.select(), oncopy: confirm };
  const input = rows > 1 ? el("textarea", { rows, ...attributes }, text) : el("input", { value: text, ...attributes });
  const copy = async () => {
    if (await copyText(text, input)) confirm();
    else feedback.textContent = t("copy-by-hand");
  };
  return el("p", { class: "field" }, el("label", {}, label, " ", feedback),
    el("span", {}, input, button(t("copy"), copy, {}, icon("copy"))));
}
