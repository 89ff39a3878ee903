// Values written on the moves they belong to.

import { svg } from "./dom.js";
import { brief } from "./values.js";

// The moves that are told apart on the board now: with a piece in hand its own
// slides, else every placement, and for each piece the best of its slides.
export function spots({ view, held, values }) {
  if (!values || values.position !== view.position) return new Map();
  const judged = new Map(values.moves.map(entry => [entry.move, entry]));
  const shown = new Map();
  // The judgement lists the best first.
  const order = new Map(values.moves.map((entry, i) => [entry.move, i]));
  const moves = [...view.moves].sort((a, b) => (order.get(a.text) ?? 0) - (order.get(b.text) ?? 0));
  for (const move of moves) {
    const value = judged.get(move.text);
    if (!value || !move.points.length) continue;
    const slides = move.points.length === 2;
    if (typeof held === "number" && slides && move.points[0] !== held) continue;
    const at = slides && typeof held !== "number" ? move.points[0] : move.points[move.points.length - 1];
    if (!shown.has(at)) shown.set(at, { value, piece: slides && typeof held !== "number" });
  }
  return shown;
}

// The largest type of the page, and the smallest that can be read, in pixels.
const LARGE = 22, LEAST = 9;

// How a value is written in a cell of so many pixels: in full, in short where that is
// too small to be read, or not at all.
function written(value, cell) {
  for (const tight of [false, true]) {
    const { shape, main, more, kind, estimated } = brief(value, tight);
    const text = tight ? main || shape : shape + (shape && main ? " " : "") + main;
    const length = Math.max(text.length, more.length);
    const size = Math.min(tight ? 0.36 : 0.3, 0.8 / (Math.max(3, length) * 0.6), LARGE / cell);
    if (size * cell >= LEAST) return { text, more, kind, estimated, length, size };
  }
  return null;
}

// Returns the points that have a value.
export function drawValues(board) {
  const { element, ground, layers, layout, values } = board;
  const cell = (element.clientWidth || 600) / ground.box[2];
  const parts = [];
  const shown = new Set();
  for (const [id, { value, piece }] of spots(board)) {
    const { x, y } = layout.points[id];
    const words = written(value, cell);
    if (!words) continue;
    shown.add(id);
    const { text, more, kind, estimated, length, size } = words;
    const classes = ["value", kind, estimated && "estimated", piece && "on-piece", value.move === values.best && "best"];
    const group = svg("g", { class: classes.filter(Boolean).join(" "), transform: `translate(${x} ${y})`, "data-move": value.move });
    if (piece || layout.ground !== "squares") {
      const [wide, high] = [Math.min(0.94, Math.max(3, length) * size * 0.62 + size * 0.5), size * (more ? 2.5 : 1.5)];
      group.append(svg("rect", { class: "plate", x: -wide / 2, y: -high / 2, width: wide, height: high, rx: size * 0.4 }));
    }
    group.append(svg("text", { y: more ? -size * 0.5 : 0, "font-size": size }, text));
    if (more) group.append(svg("text", { y: size * 0.55, "font-size": size * 0.9 }, more));
    parts.push(group);
  }
  layers.values.replaceChildren(...parts);
  return shown;
}
