// @ts-check
// The evaluation over the moves of a game, and the bar beside the board.

import { badge } from "../../board/pieces.js";
import { el, svg } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { describeValue, firstPlayerChance } from "../../lib/values.js";
import { HEIGHT, MARGIN, NAMES, plotScale, WIDTH } from "./plot-scale.js";

export class ValuePlot {
  element = svg("svg", { class: "plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  #count = 0;

  /** @param {(ply: number) => unknown} onPly */
  constructor(onPly) {
    this.element.addEventListener("click", event => {
      const box = this.element.getBoundingClientRect();
      if (this.#count > 1) onPly(plotScale(this.#count).plyAt((event.clientX - box.left) / box.width));
    });
  }

  /**
   * @param {({ chance: number, turn: Api.Side } | null)[]} values one per position, `null` where it is not known
   * @param {number} ply of the position on the board
   * @param {{ ply: number, mark: string }[]} mistakes
   * @param {Api.Sides<string>} names
   * @param {Api.Variant} variant
   * @param {boolean} [isRough] whether the values will still change
   */
  show(values, ply, mistakes, names, variant, isRough = false) {
    this.#count = values.length;
    const { x, y } = plotScale(values.length);
    const chances = values.map(value => (value ? firstPlayerChance(value, value.turn) : null));
    const known = chances.flatMap((chance, at) => (chance === null ? [] : [{ chance, at }]));
    const line = known.map(({ chance, at }) => `${x(at).toFixed(1)} ${y(chance).toFixed(1)}`);
    /** @type {SVGElement[]} */
    const parts = [
      svg("path", { class: "middle", d: `M${MARGIN} ${HEIGHT / 2}H${WIDTH - MARGIN}` }),
    ];
    if (line.length > 1) {
      const [from, to] = [known[0].at, known[known.length - 1].at];
      parts.push(svg("path", { class: "area", d: `M${x(from)} ${HEIGHT / 2}L${line.join("L")}L${x(to)} ${HEIGHT / 2}z` }));
      parts.push(svg("path", { class: "curve", d: "M" + line.join("L") }));
    }
    this.element.classList.toggle("rough", isRough);
    for (const { ply: at, mark } of mistakes) {
      // Inaccuracies would crowd the plot.
      if (mark === "?!") continue;
      const chance = chances[at + 1] ?? 0.5;
      parts.push(svg("circle", { class: "mistake-point", cx: x(at + 1), cy: y(chance), r: 4 }));
      parts.push(svg("text", { class: "mistake-point", x: x(at + 1), y: chance > 0.5 ? y(chance) + 15 : y(chance) - 7 }, mark));
    }
    parts.push(svg("path", { class: "current", d: `M${x(ply)} ${NAMES - 4}V${HEIGHT - NAMES + 4}` }));
    const chance = chances[ply];
    if (chance !== null && chance !== undefined) parts.push(svg("circle", { class: "current", cx: x(ply), cy: y(chance), r: 3.5 }));
    for (const [side, middle] of /** @type {const} */ ([["x", 8], ["o", HEIGHT - 8]])) {
      const piece = badge(side, variant);
      for (const [name, value] of Object.entries({ x: 3, y: middle - 6, width: 12, height: 12 })) piece.setAttribute(name, String(value));
      // A disc alone does not say what its side is called.
      parts.push(piece, svg("text", { class: "side-name", x: 19, y: middle + 3.5 }, variant.layout.form === "discs" ? names[side] : ""));
    }
    this.element.replaceChildren(svg("title", {}, t("plot", { side: names.x })), ...parts);
  }
}

export class EvaluationBar {
  #fill = el("i");
  element = el("div", { class: "eval-bar", role: "img", hidden: true }, this.#fill);

  /**
   * @param {import("../../lib/values.js").Value | null | undefined} value none until it is known
   * @param {Api.Side} turn
   * @param {Api.Sides<string>} names
   */
  show(value, turn, names) {
    this.element.hidden = false;
    this.element.classList.toggle("unknown", !value);
    if (value) this.#fill.style.height = 100 * firstPlayerChance(value, turn) + "%";
    const text = value ? describeValue(value, turn, names) : "…";
    this.element.title = text;
    this.element.setAttribute("aria-label", t("evaluation-for", { side: names.x }) + ": " + text);
  }

  hide() { this.element.hidden = true; }

  /** Takes the colours of the pieces. @param {Api.Variant} variant */
  setVariant({ layout }) { this.element.className = "eval-bar " + layout.look.class; }
}
