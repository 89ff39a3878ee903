// @ts-check
// The choice of the time control for new games.

import { el, replaceContent } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { load, save } from "../../lib/store.js";

const TIME_CONTROLS = ["", "1m+1s", "3m+2s", "10m", "15m+30s"];

/**
 * Returns a row of buttons; the chosen one is remembered.
 * @param {{ hasLabel?: boolean }} [options] whether the row says what it is for
 */
export function timeControls({ hasLabel = true } = {}) {
  const row = el("p", { class: "presets", role: "group", "aria-label": t("time-control") });
  const draw = () => replaceContent(row, hasLabel && el("span", { class: "muted" }, t("time-control")), ...TIME_CONTROLS.map(control => el("button", {
    type: "button", class: "chip", "data-clock": control, "aria-pressed": String((load("tc") ?? "") === control),
    onclick: () => { save("tc", control || null); draw(); },
  }, control ? controlLabel(control) : t("no-clock"))));
  draw();
  return row;
}

/** Writes "3m+2s" as "3 min + 2 s". @param {string} control */
const controlLabel = control => control.replace(/(\d+)m/, "$1 min").replace(/\+(\d+)s/, " + $1 s");
