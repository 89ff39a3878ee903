// How both searches grow with depth: a table, and a plot on a log scale.

import { el, svg } from "./dom.js";
import { number, say } from "./words.js";

const WIDE = 320, HIGH = 200, LEFT = 44, RIGHT = 10, TOP = 10, LOW = 28;

export function drawGrowth(section, counted, depth) {
  // A tree that is whole grows no more.
  const rows = counted.filter((row, i) => i === 0 || row.minimax > counted[i - 1].minimax);
  const head = [say("search-depth"), say("minimax"), say("alphabeta"), say("saved"), "√ " + say("minimax")];
  const cells = row => [
    number(row.depth), number(row.minimax), number(row.alphabeta),
    number(100 * (1 - row.alphabeta / row.minimax)) + " %", number(Math.sqrt(row.minimax)),
  ];
  const now = Math.min(depth, rows[rows.length - 1]?.depth);
  const table = el("table", {},
    el("thead", {}, el("tr", {}, head.map(words => el("th", { scope: "col" }, words)))),
    el("tbody", {}, rows.map(row => el("tr", { class: row.depth === now ? "now" : null }, cells(row).map(text => el("td", {}, text))))));
  section.replaceChildren(el("h2", {}, say("growth")), el("div", { class: "pair" }, table, plot(rows)));
}

function plot(rows) {
  const most = Math.max(10, ...rows.map(row => row.minimax));
  const tens = Math.ceil(Math.log10(most));
  const x = depth => LEFT + (rows.length > 1 ? (depth - rows[0].depth) / (rows[rows.length - 1].depth - rows[0].depth) : 0.5) * (WIDE - LEFT - RIGHT);
  const y = count => HIGH - LOW - Math.log10(Math.max(1, count)) / tens * (HIGH - LOW - TOP);
  const parts = [];
  for (let power = 0; power <= tens; power++) {
    const at = y(10 ** power);
    parts.push(svg("path", { class: "scale", d: `M${LEFT} ${at}H${WIDE - RIGHT}` }));
    const words = svg("text", { class: "tick end", x: LEFT - 6, y: at + 4 }, "10");
    words.append(svg("tspan", { dy: -4, "font-size": 8 }, String(power)));
    parts.push(words);
  }
  for (const row of rows) parts.push(svg("text", { class: "tick", x: x(row.depth), y: HIGH - 10 }, String(row.depth)));
  for (const name of ["minimax", "alphabeta"]) {
    parts.push(svg("path", { class: "curve " + name, d: "M" + rows.map(row => `${x(row.depth)} ${y(row[name])}`).join("L") }));
    // Told apart by form as well: filled and ringed.
    for (const row of rows) parts.push(svg("circle", { class: "point " + name, cx: x(row.depth), cy: y(row[name]), r: 3.5 }));
  }
  const last = rows[rows.length - 1];
  if (last) {
    parts.push(svg("text", { class: "curve-name minimax", x: x(last.depth), y: y(last.minimax) - 8 }, say("minimax")));
    parts.push(svg("text", { class: "curve-name alphabeta", x: x(last.depth), y: y(last.alphabeta) + 16 }, say("alphabeta")));
  }
  return svg("svg", { class: "growth-plot", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": say("growth") }, parts);
}
