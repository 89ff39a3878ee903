// Values written on the moves they belong to.

import { svg } from "./dom.js";
import { brief } from "./values.js";

// The moves that are told apart on the board now: with a piece in hand its own
// slides, else every placement, and for each piece the best of its slides.
function spots({ view, held, values }) {
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

export function drawValues(board) {
  const { layers, layout, view, values } = board;
  if (!values || values.position !== view.position) {
    layers.values.replaceChildren();
    return;
  }
  const best = values.best;
  const parts = [];
  for (const [id, { value, piece }] of spots(board)) {
    const { x, y } = layout.points[id];
    const { shape, main, more, kind, estimated } = brief(value);
    const classes = ["value", kind, estimated && "estimated", piece && "on-piece", value.move === best && "best"];
    const size = main.length > 4 ? 0.24 : 0.28;
    const group = svg("g", { class: classes.filter(Boolean).join(" "), transform: `translate(${x} ${y})`, "data-move": value.move });
    if (piece || layout.ground !== "squares") group.append(svg("rect", { class: "plate", x: -0.42, y: -0.3, width: 0.84, height: 0.6, rx: 0.12 }));
    group.append(svg("text", { y: more ? -0.11 : 0, "font-size": size }, shape + (main ? " " + main : "")));
    if (more) group.append(svg("text", { y: 0.17, "font-size": 0.2 }, more));
    parts.push(group);
  }
  layers.values.replaceChildren(...parts);
}
