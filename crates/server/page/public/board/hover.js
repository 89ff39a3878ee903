// @ts-check
// What is shown under the pointer and the keyboard cursor before a move: the piece where it will
// be, the disc above its column, and the numbers of the cells where moves are written with them.

import { svg } from "../lib/dom.js";
import { findMove } from "./targets.js";

/** How far above the board a piece waits before it falls, in cells. */
const ABOVE = -0.52;

/**
 * @param {Pick<import("./board.js").Board, "artwork" | "interactive" | "layers" | "layout" | "selected" | "view">} board
 * @param {number | null} id of the point under the pointer
 */
export function drawHover({ artwork, interactive, layers, layout, selected, view }, id) {
  const parts = [];
  if (view && id !== null) {
    parts.push(...cellNumbers(layout, view, layout.points[id].region, id));
    const move = interactive ? findMove(view, id, selected) : undefined;
    if (move) {
      const to = move.points[move.points.length - 1];
      const { x, y } = layout.points[to];
      const piece = () => artwork.piece(/** @type {Api.Side} */ (view.turn), to);
      parts.push(svg("g", { class: "ghost", transform: `translate(${x} ${y})` }, piece()));
      if (layout.motion === "fall") parts.push(svg("g", { class: "waiting", transform: `translate(${x} ${ABOVE})` }, piece()));
    }
  }
  layers.hover.replaceChildren(...parts);
}

/**
 * Returns the numbers of the empty cells of a region: the part of their names after that of the region.
 * @param {Api.Layout} layout
 * @param {Api.View} view
 * @param {number | null} region
 * @param {number | null} id of the point under the pointer
 */
export function cellNumbers(layout, view, region, id) {
  if (region === null || view.marks.some(mark => mark.region === region)) return [];
  const prefix = layout.regions[region].name;
  return layout.points.flatMap((point, other) => {
    if (point.region !== region || view.pieces[other] !== "." || !point.name.startsWith(prefix)) return [];
    const place = { x: point.x - 0.34, y: point.y - 0.3, "font-size": 0.24 };
    return svg("text", { class: other === id ? "cell-number here" : "cell-number", ...place }, point.name.slice(prefix.length).trim());
  });
}
