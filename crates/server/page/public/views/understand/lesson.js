// @ts-check
// What one sees in the trees: a legend, and three sentences for the first example.

import { el, svg } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** @param {...SVGElement} shapes */
const symbol = (...shapes) => svg("svg", { class: "symbol", viewBox: "0 0 32 24", "aria-hidden": "true" }, ...shapes);

/**
 * A node as the trees draw it: square for the side that maximises, round for the one that minimises.
 * @param {string} name
 * @param {number} rx
 */
const nodeSymbol = (name, rx) => symbol(svg("rect", { class: name, x: 6, y: 2, width: 20, height: 20, rx }));

/**
 * Returns the legend and, for the first example, what one sees.
 * @param {Api.Sides<string>} names of the sides
 * @param {boolean} isFirstExample
 */
export function lesson(names, isFirstExample) {
  const entries = [
    [nodeSymbol("first", 0), t("legend-max", { side: names.x })],
    [nodeSymbol("second", 7), t("legend-min", { side: names.o })],
    [symbol(svg("path", { class: "axis", d: "M1 12H31" }), svg("path", { class: "window", d: "M10 12H22" })), t("legend-window")],
    [symbol(svg("text", { x: 16, y: 18 }, "✂")), t("legend-cut")],
    [nodeSymbol("ahead", 0), t("legend-ahead")],
  ];
  return [
    isFirstExample && el("div", { class: "intro" }, t("lesson-intro", { x: names.x, o: names.o }).split("\n").map(text => el("p", {}, text))),
    el("ul", { class: "legend", "aria-label": t("legend") }, entries.map(([picture, text]) => el("li", {}, picture, el("span", {}, text)))),
  ];
}
