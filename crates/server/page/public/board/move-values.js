// @ts-check
// The value of each legal move, written on the board.

import { svg } from "../lib/dom.js";
import { compactValue } from "../lib/values.js";
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
 * Draws the values. Returns the points that have one.
 * @param {import("./board.js").Board} board
 * @param {Api.View} view
 */
export function drawMoveValues(board, view) {
  const { element, background, layers, layout, values } = board;
  const cell = (element.clientWidth || 600) / background.viewBox[2];
  const parts = [];
  /** @type {Set<number>} */
  const points = new Set();
  for (const [id, { value, onPiece }] of visibleValues(board, view)) {
    const { x, y } = layout.points[id];
    const fitted = fitText(value, cell);
    if (!fitted) continue;
    points.add(id);
    const { text, more, kind, estimated, length, size } = fitted;
    const classes = ["value", kind, estimated && "estimated", onPiece && "on-piece", value.move === values?.best && "best"];
    const group = svg("g", { class: classes.filter(Boolean).join(" "), transform: `translate(${x} ${y})`, "data-move": value.move });
    if (onPiece || layout.ground !== "squares") {
      const [width, height] = [Math.min(0.94, length * size * 0.62 + size * 0.5), size * (more ? 2.5 : 1.5)];
      group.append(svg("rect", { class: "plate", x: -width / 2, y: -height / 2, width, height, rx: size * 0.4 }));
    }
    group.append(svg("text", { y: more ? -size * 0.5 : 0, "font-size": size }, text));
    if (more) group.append(svg("text", { y: size * 0.55, "font-size": size * 0.9 }, more));
    parts.push(group);
  }
  layers.values.replaceChildren(...parts);
  return points;
}
