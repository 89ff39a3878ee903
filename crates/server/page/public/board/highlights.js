// @ts-check
// What a position shows besides its pieces: regions, legal moves, the last move, winning lines
// and hints.

import { svg } from "../lib/dom.js";
import { pieceRadius, winningLines } from "./geometry.js";
import { cellNumbers } from "./hover.js";
import { clickablePoints } from "./targets.js";

/** @typedef {import("../lib/dom.js").Attributes} Attributes */
/** @typedef {Pick<import("./board.js").Board, "artwork" | "layers" | "layout" | "selected" | "hint" | "interactive" | "handlers">} BoardState */

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
    return svg("rect", { x: x - 0.46, y: y - 0.46, width: 0.92, height: 0.92, rx: 0.06, ...attributes });
  }
  const r = layout.ground === "rack" ? pieceRadius(layout) : pieceRadius(layout) * 1.22;
  return svg("circle", { cx: x, cy: y, r, ...attributes });
}

/**
 * Rings a piece.
 * @param {Api.Layout} layout
 * @param {number} id
 * @param {string} className
 */
function pieceRing(layout, id, className) {
  const { x, y } = layout.points[id];
  return svg("circle", { class: className, cx: x, cy: y, r: pieceRadius(layout) * (layout.ground === "rack" ? 1 : 1.04) });
}

/** Ink is drawn over tinted cells, other pieces get rings. @param {Api.Layout} layout */
const isInk = layout => layout.form === "signs";

/**
 * Draws the highlights below the pieces.
 * @param {BoardState} board
 * @param {Api.View} view
 * @param {Set<number>} valued points that show a value and need no dot
 */
export function drawHighlights({ layers, layout, selected, interactive, handlers }, view, valued) {
  const parts = [];
  const owners = new Map(view.marks.map(({ region, owner }) => [region, owner]));
  layout.regions.forEach((region, id) => {
    const owner = owners.get(id);
    if (owner) parts.push(regionShape(region, 0, { class: "closed " + owner }));
    else if (view.playable.includes(id)) parts.push(regionShape(region, 0, { class: "lit" }));
    else if (!view.finish) parts.push(regionShape(region, 0, { class: "resting" }));
  });
  // Moves are written with them. Small pictures have no room for them.
  if (handlers) layout.regions.forEach((_, id) => parts.push(...cellNumbers(layout, view, id, null)));
  const last = view.last?.points ?? [];
  if (last.length === 2) {
    const [from, to] = last.map(id => layout.points[id]);
    parts.push(svg("path", { class: "slide", d: `M${from.x} ${from.y}L${to.x} ${to.y}` }));
  }
  if (last.length && isInk(layout)) parts.push(pointShape(layout, last[last.length - 1], { class: "last" }));
  // The ways of the piece that was picked up.
  for (const { points } of interactive && selected !== null ? view.moves : []) {
    if (points.length !== 2 || points[0] !== selected) continue;
    const [from, to] = points.map(id => layout.points[id]);
    parts.push(svg("path", { class: "way", d: `M${from.x} ${from.y}L${to.x} ${to.y}` }));
  }
  const targets = interactive ? clickablePoints(view, selected).targets : [];
  const isAnywhere = !layout.regions.length && targets.length === [...view.pieces].filter(piece => piece === ".").length;
  for (const id of targets.filter(each => !valued.has(each))) {
    const { x, y } = layout.points[id];
    parts.push(svg("circle", { class: isAnywhere ? "dot anywhere" : "dot", cx: x, cy: y, r: selected === null ? 0.1 : 0.12 }));
  }
  layers.highlights.replaceChildren(...parts);
}

/** @param {Api.Region} region */
const centreOf = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

/**
 * Draws the marks above the pieces.
 * @param {BoardState} board
 * @param {Api.View} view
 */
export function drawMarks({ artwork, layers, layout, selected, hint, interactive }, view) {
  const parts = [];
  const sources = interactive ? clickablePoints(view, selected).sources : [];
  for (const id of sources) parts.push(pointShape(layout, id, { class: id === selected ? "source selected" : "source" }));
  const last = view.last?.points ?? [];
  if (!isInk(layout)) {
    const to = last[last.length - 1];
    if (last.length && !view.line.includes(to)) parts.push(pieceRing(layout, to, "last-ring"));
    for (const id of view.line) parts.push(pieceRing(layout, id, "won-ring"));
  }
  const struck = winningLines(view.line.map(id => layout.points[id]));
  const lineClass = isInk(layout) ? view.pieces[view.line[0]] : "solid";
  if (struck) parts.push(svg("path", { class: "stroke " + lineClass, d: struck }));
  for (const { region, owner } of view.marks) {
    if (!owner) continue;
    const { x, y } = centreOf(layout.regions[region]);
    parts.push(svg("g", { class: "sign " + owner, transform: `translate(${x} ${y})` }, artwork.sign(owner)));
  }
  for (const id of view.playable) parts.push(regionShape(layout.regions[id], 0.02, { class: "playable" }));
  const winner = view.finish?.winner ?? "";
  for (const id of view.region_line) parts.push(regionShape(layout.regions[id], 0.02, { class: "playable " + winner }));
  const struckRegions = winningLines(view.region_line.map(id => centreOf(layout.regions[id])));
  if (struckRegions) parts.push(svg("path", { class: "stroke wide " + winner, d: struckRegions }));
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
