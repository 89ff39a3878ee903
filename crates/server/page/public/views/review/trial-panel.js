// @ts-check
// The question of "try again", the verdict on the last attempt, and what can be done next.

import { button, el } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/**
 * @param {import("./try-again.js").Trial} trial
 * @param {object} actions those without a function are not offered
 * @param {(() => unknown) | undefined} actions.onSolution shows the best move
 * @param {(() => unknown) | undefined} actions.onNext goes to the next mistake
 * @param {() => unknown} actions.onEnd
 */
export function trialPanel(trial, { onSolution, onNext, onEnd }) {
  return el("section", { class: trial.isSolved ? "trial right" : "trial" },
    el("h2", {}, trial.text),
    el("span", { class: "buttons" },
      !trial.isSolved && onSolution && button(t("try-solution"), onSolution, { "data-action": "solution" }, t("try-solution")),
      onNext && button(t("try-next"), onNext, { class: trial.isSolved ? "primary" : null, "data-action": "next" }, t("try-next")),
      button(t("try-end"), onEnd, { "data-action": "end" }, t("try-end"))));
}
