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
 * Returns what one sees in the first example, in three sentences.
 * @param {Api.Sides<string>} names of the sides
 */
export const introduction = ({ x, o }) => t("lesson-intro", { x, o }).split("\n").map(text => el("p", {}, text));

/**
 * Returns the entries of the legend.
 * @param {Api.Sides<string>} names
 */
export function legendEntries({ x, o }) {
  /** @type {[SVGElement, string][]} */
  const entries = [
    [nodeSymbol("first", 0), t("legend-max", { side: x })],
    [nodeSymbol("second", 7), t("legend-min", { side: o })],
    [symbol(svg("path", { class: "axis", d: "M1 12H31" }), svg("path", { class: "window", d: "M10 12H22" })), t("legend-window")],
    [symbol(svg("text", { x: 16, y: 18 }, "✂")), t("legend-cut")],
    [nodeSymbol("ahead", 0), t("legend-ahead")],
  ];
  return entries.map(([picture, text]) => el("li", {}, picture, el("span", {}, text)));
}
