// @ts-check
// Settings of this browser that have no button of their own.

import { el } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { load, save } from "../../lib/store.js";

/**
 * @param {import("../../lib/i18n.js").MessageKey} key
 * @param {string} name
 * @param {boolean} isOn
 * @param {(isOn: boolean) => unknown} onChange
 */
function checkbox(key, name, isOn, onChange) {
  return el("label", { class: "setting" },
    el("input", { type: "checkbox", name, checked: isOn, onchange: ({ target }) => onChange(target.checked) }), t(key));
}

/** Returns the settings, which apply at once. */
export const settings = () => [
  el("h3", {}, t("settings")),
  checkbox("reply-at-once", "reply", load("reply") === "now", isOn => save("reply", isOn ? "now" : null)),
  checkbox("always-show-thinking", "thinking", load("thinking") === true, isOn => save("thinking", isOn)),
];
