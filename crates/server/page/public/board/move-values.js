// @ts-check
// The value of each legal move, written on the board and coloured from the best to the worst, and an
// arrow for the best move of a review.

import { svg } from "../lib/dom.js";
import { compactValue, moveQuality } from "../lib/values.js";
import { pieceRadius } from "./geometry.js";
import { visibleValues } from "./targets.js";

const MAX_FONT_PX = 22, MIN_FONT_PX = 9;

/**
 * Returns the text of a value and its font size in cells: in full, shortened where that
 * would be too small to read, or `null` where there is no room at all.
 * @param {Api.Value} value
 * @param {number} cell the size of a cell in pixels
 */
function fitText(value, cell) {
  for (const tight of [false, true]) {
    const { shape, main, more, kind, estimated } = compactValue(value, tight);
    const text = tight ? main || shape : shape + (shape && main ? " " : "") + main;
    const length = Math.max(3, text.length, more.length);
    const size = Math.min(tight ? 0.36 : 0.3, 0.8 / (length * 0.6), MAX_FONT_PX / cell);
    if (size * cell >= MIN_FONT_PX) return { text, more, kind, estimated, length, size };
  }
  return null;
}

/**
 * Returns whether two values say exactly the same.
 * @param {Api.Value} one
 * @param {Api.Value} other
 */
const areEqual = (one, other) => one.exact && other.exact && one.result === other.result && one.plies === other.plies && one.score === other.score;

/**
 * Draws the values. Returns the points that have one.
 * @param {import("./board.js").Board} board
 * @param {Api.View} view
 */
export function drawMoveValues(board, view) {
  const { cellSize: cell, layers, layout, values } = board;
  /** @type {SVGElement[]} */
  const parts = [];
  // The best move comes first.
  const best = values?.moves[0];
  /** @type {Set<number>} */
  const points = new Set();
  for (const [id, { value, onPiece }] of visibleValues(board, view)) {
    const { x, y } = layout.points[id];
    const fitted = fitText(value, cell);
    if (!fitted) continue;
    points.add(id);
    const { text, more, kind, estimated, length, size } = fitted;
    const isBest = value.move === best?.move || best !== undefined && areEqual(value, best);
    const quality = moveQuality(value, best ?? value, isBest);
    const classes = ["value", kind, "q-" + quality, estimated && "estimated", onPiece && "on-piece"];
    const group = svg("g", { class: classes.filter(Boolean).join(" "), transform: `translate(${x} ${y})`, "data-move": value.move });
    const [width, height] = [Math.min(0.94, length * size * 0.62 + size * 0.5), size * (more ? 2.5 : 1.5)];
    group.append(svg("rect", { class: "plate", x: -width / 2, y: -height / 2, width, height, rx: size * 0.4 }));
    if (isBest) group.append(svg("rect", { class: "best-ring", x: -width / 2 - 0.03, y: -height / 2 - 0.03, width: width + 0.06, height: height + 0.06, rx: size * 0.5 }));
    group.append(svg("text", { y: more ? -size * 0.5 : 0, "font-size": size }, text));
    if (more) group.append(svg("text", { y: size * 0.55, "font-size": size * 0.9 }, more));
    parts.push(group);
  }
  const arrow = board.arrow && view.moves.find(move => move.text === board.arrow);
  if (arrow) parts.push(...arrowShapes(layout, arrow, points.size > 0));
  layers.values.replaceChildren(...parts);
  return points;
}

/**
 * Marks the best move: an arrow along a slide or down a column, and a ring around the point.
 * @param {Api.Layout} layout
 * @param {Api.Move} move
 * @param {boolean} hasValues whether the value of the move is ringed already
 */
function arrowShapes(layout, { points }, hasValues) {
  const places = points.map(id => layout.points[id]);
  const to = places[places.length - 1];
  if (!to) return [];
  const radius = pieceRadius(layout);
  const from = places.length === 2 ? places[0] : layout.motion === "fall" ? { x: to.x, y: Math.min(to.y - 0.8, -0.1) } : null;
  // A piece that is placed comes from nowhere. A pale outline sets marks off from boards of any colour.
  if (!from) return [svg("g", { class: "best-arrow" }, ["pale", ""].map(name => svg("circle", { class: name, cx: to.x, cy: to.y, r: radius })))];
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  // The tip is just inside the place of the piece, or beside its value.
  const gap = hasValues ? 0.8 : 0.5;
  const tip = { x: to.x - dx * radius * gap, y: to.y - dy * radius * gap };
  const neck = { x: tip.x - dx * 0.3, y: tip.y - dy * 0.3 };
  const head = `M${tip.x} ${tip.y}L${neck.x - dy * 0.2} ${neck.y + dx * 0.2}L${neck.x + dy * 0.2} ${neck.y - dx * 0.2}z`;
  const ring = hasValues ? [] : [svg("circle", { cx: to.x, cy: to.y, r: radius })];
  const shaft = `M${from.x} ${from.y}L${neck.x} ${neck.y}`;
  return [svg("g", { class: "best-arrow" }, svg("path", { class: "outline", d: shaft + head }), ring,
    svg("path", { class: "shaft", d: shaft }), svg("path", { class: "head", d: head }))];
}
