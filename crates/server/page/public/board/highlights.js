// @ts-check
// What a position shows besides its pieces: playable regions, legal moves, the last move,
// winning lines and hints.

import { svg } from "../lib/dom.js";
import { pieceRadius, straightPath } from "./geometry.js";
import { sign } from "./pieces.js";
import { clickablePoints } from "./targets.js";

/** @typedef {import("../lib/dom.js").Attributes} Attributes */
/** @typedef {Pick<import("./board.js").Board, "layers" | "layout" | "selected" | "hint" | "interactive">} BoardState */

/**
 * Covers a region.
 * @param {Api.Region} region
 * @param {number} margin by which the cover is larger
 * @param {Attributes} attributes
 */
function regionShape(region, margin, attributes) {
  return svg("rect", {
    x: region.x - margin, y: region.y - margin, rx: 0.06 + margin,
    width: region.width + 2 * margin, height: region.height + 2 * margin, ...attributes,
  });
}

/**
 * Covers a point: a cell on squares, a disc elsewhere.
 * @param {Api.Layout} layout
 * @param {number} id
 * @param {Attributes} attributes
 */
export function pointShape(layout, id, attributes) {
  const { x, y } = layout.points[id];
  if (layout.ground === "squares") {
    return svg("rect", { x: x - 0.47, y: y - 0.47, width: 0.94, height: 0.94, rx: 0.04, ...attributes });
  }
  const r = layout.ground === "rack" ? 0.44 : pieceRadius(layout) * 1.25;
  return svg("circle", { cx: x, cy: y, r, ...attributes });
}

/**
 * Draws the highlights below the pieces.
 * @param {BoardState} board
 * @param {Api.View} view
 */
export function drawHighlights({ layers, layout }, view) {
  const parts = [];
  const owners = new Map(view.marks.map(({ region, owner }) => [region, owner]));
  layout.regions.forEach((region, id) => {
    if (view.playable.includes(id)) return;
    const owner = owners.get(id);
    parts.push(regionShape(region, 0, { class: owner ? "closed " + owner : "closed" }));
  });
  const isRack = layout.ground === "rack";
  const last = view.last?.points ?? [];
  if (last.length === 2) {
    const [from, to] = last.map(id => layout.points[id]);
    parts.push(svg("path", { class: "slide", d: `M${from.x} ${from.y}L${to.x} ${to.y}` }));
  }
  if (last.length && !isRack) parts.push(pointShape(layout, last[last.length - 1], { class: "last" }));
  for (const id of isRack ? [] : view.line) parts.push(pointShape(layout, id, { class: "won " + view.pieces[id] }));
  layers.highlights.replaceChildren(...parts);
}

/** @param {Api.Region} region */
const centreOf = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

/**
 * Draws the marks above the pieces.
 * @param {BoardState} board
 * @param {Api.View} view
 * @param {Set<number>} valued points that show a value and need no dot
 */
export function drawMarks({ layers, layout, selected, hint, interactive }, view, valued) {
  const parts = [];
  const { targets, sources } = interactive ? clickablePoints(view, selected) : { targets: [], sources: [] };
  for (const id of sources) parts.push(pointShape(layout, id, { class: id === selected ? "source selected" : "source" }));
  for (const id of targets.filter(each => !valued.has(each))) {
    const { x, y } = layout.points[id];
    parts.push(svg("circle", { class: "dot", cx: x, cy: y, r: 0.08 }));
  }
  const last = view.last?.points ?? [];
  if (layout.ground === "rack") {
    if (last.length) parts.push(pointShape(layout, last[0], { class: "last-ring" }));
    for (const id of view.line) parts.push(pointShape(layout, id, { class: "won-ring " + view.pieces[id] }));
  }
  const winningLine = straightPath(view.line.map(id => layout.points[id]));
  if (winningLine) parts.push(svg("path", { class: "stroke " + view.pieces[view.line[0]], d: winningLine }));
  for (const { region, owner } of view.marks) {
    if (!owner) continue;
    const { x, y } = centreOf(layout.regions[region]);
    const size = Math.min(layout.regions[region].width, layout.regions[region].height) * 0.3;
    parts.push(svg("g", { transform: `translate(${x} ${y})` }, sign(owner, size)));
  }
  for (const id of view.playable) parts.push(regionShape(layout.regions[id], 0.02, { class: "playable" }));
  const winner = view.finish?.winner ?? "";
  for (const id of view.region_line) parts.push(regionShape(layout.regions[id], 0.02, { class: "playable " + winner }));
  const winningRegions = straightPath(view.region_line.map(id => centreOf(layout.regions[id])));
  if (winningRegions) parts.push(svg("path", { class: "stroke wide " + winner, d: winningRegions }));
  const hinted = hint && view.moves.find(move => move.text === hint);
  if (hinted) parts.push(...hintShapes(layout, hinted));
  layers.marks.replaceChildren(...parts);
}

/**
 * @param {Api.Layout} layout
 * @param {Api.Move} move
 */
function hintShapes(layout, { points }) {
  const places = points.map(id => layout.points[id]);
  /** @type {SVGElement[]} */
  const parts = points.slice(-1).map(id => pointShape(layout, id, { class: "hint" }));
  if (places.length === 2) {
    parts.unshift(svg("path", { class: "hint", d: `M${places[0].x} ${places[0].y}L${places[1].x} ${places[1].y}` }));
  }
  return parts;
}
