// @ts-check
// The size of both searches by depth: a table, and a plot on a logarithmic scale.

import { el, svg } from "../../lib/dom.js";
import { formatNumber } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";

const WIDTH = 320, HEIGHT = 200, LEFT = 44, RIGHT = 10, TOP = 10, BOTTOM = 28;
const ALGORITHMS = /** @type {const} */ (["minimax", "alphabeta"]);

/**
 * Leaves out the rows after which the tree is complete and grows no more.
 * @param {Api.NodeCount[]} counts
 */
export const growingRows = counts => counts.filter((row, i) => i === 0 || row.minimax > counts[i - 1].minimax);

/**
 * Returns how depths and node counts are placed in the plot, and the highest power of ten.
 * @param {Api.NodeCount[]} rows
 */
export function logScale(rows) {
  const powers = Math.ceil(Math.log10(Math.max(10, ...rows.map(row => row.minimax))));
  const first = rows[0]?.depth ?? 0, last = rows[rows.length - 1]?.depth ?? 0;
  return {
    powers,
    /** @param {number} depth */
    x: depth => LEFT + (last > first ? (depth - first) / (last - first) : 0.5) * (WIDTH - LEFT - RIGHT),
    /** @param {number} count */
    y: count => HEIGHT - BOTTOM - Math.log10(Math.max(1, count)) / powers * (HEIGHT - BOTTOM - TOP),
  };
}

/**
 * @param {HTMLElement} section
 * @param {Api.NodeCount[]} counts
 * @param {number} depth of the trees shown
 */
export function drawNodeCounts(section, counts, depth) {
  const rows = growingRows(counts);
  const head = [t("search-depth"), t("minimax"), t("alphabeta"), t("saved"), "√ " + t("minimax")];
  /** @param {Api.NodeCount} row */
  const cells = row => [
    formatNumber(row.depth), formatNumber(row.minimax), formatNumber(row.alphabeta),
    formatNumber(100 * (1 - row.alphabeta / row.minimax)) + " %", formatNumber(Math.sqrt(row.minimax)),
  ];
  const current = Math.min(depth, rows[rows.length - 1]?.depth);
  const table = el("table", {},
    el("thead", {}, el("tr", {}, head.map(text => el("th", { scope: "col" }, text)))),
    el("tbody", {}, rows.map(row => el("tr", { class: row.depth === current ? "current" : null }, cells(row).map(text => el("td", {}, text))))));
  section.replaceChildren(el("h2", {}, t("node-counts")), el("div", { class: "pair" }, table, plot(rows)));
}

/** @param {Api.NodeCount[]} rows */
function plot(rows) {
  const { x, y, powers } = logScale(rows);
  const parts = [];
  for (let power = 0; power <= powers; power++) {
    const at = y(10 ** power);
    parts.push(svg("path", { class: "scale", d: `M${LEFT} ${at}H${WIDTH - RIGHT}` }));
    const exponent = svg("tspan", { dy: -4, "font-size": 8 }, String(power));
    parts.push(svg("text", { class: "tick end", x: LEFT - 6, y: at + 4 }, "10", exponent));
  }
  for (const row of rows) parts.push(svg("text", { class: "tick", x: x(row.depth), y: HEIGHT - 10 }, String(row.depth)));
  for (const name of ALGORITHMS) {
    parts.push(svg("path", { class: "curve " + name, d: "M" + rows.map(row => `${x(row.depth)} ${y(row[name])}`).join("L") }));
    // Filled and hollow points tell the curves apart without colour.
    for (const row of rows) parts.push(svg("circle", { class: "point " + name, cx: x(row.depth), cy: y(row[name]), r: 3.5 }));
  }
  const last = rows[rows.length - 1];
  if (last) {
    parts.push(svg("text", { class: "curve-name minimax", x: x(last.depth), y: y(last.minimax) - 8 }, t("minimax")));
    parts.push(svg("text", { class: "curve-name alphabeta", x: x(last.depth), y: y(last.alphabeta) + 16 }, t("alphabeta")));
  }
  return svg("svg", { class: "node-count-plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("node-counts") }, parts);
}
