// What a view says besides its pieces: what is lit, where one may play, what was
// played last, what is won.

import { svg } from "./dom.js";
import { radiusOf } from "./ground.js";
import { sign } from "./pieces.js";

// Over a region, a little beyond its edge.
function over(region, beyond, attributes) {
  return svg("rect", {
    x: region.x - beyond, y: region.y - beyond, rx: 0.06 + beyond,
    width: region.width + 2 * beyond, height: region.height + 2 * beyond, ...attributes,
  });
}

// A point as a whole: a cell of squares, a disc elsewhere.
export function spot(layout, id, attributes) {
  const { x, y } = layout.points[id];
  if (layout.ground === "squares") {
    return svg("rect", { x: x - 0.47, y: y - 0.47, width: 0.94, height: 0.94, rx: 0.04, ...attributes });
  }
  const r = layout.ground === "rack" ? 0.44 : radiusOf(layout) * 1.25;
  return svg("circle", { cx: x, cy: y, r, ...attributes });
}

// Under the pieces.
export function drawLights({ layers, layout, view }) {
  const parts = [];
  const owners = new Map(view.marks.map(({ region, owner }) => [region, owner]));
  layout.regions.forEach((region, id) => {
    if (view.playable.includes(id)) return;
    const owner = owners.get(id);
    parts.push(over(region, 0, { class: owner ? "closed " + owner : "closed" }));
  });
  const rack = layout.ground === "rack";
  const last = view.last?.points ?? [];
  if (last.length === 2) {
    const [from, to] = last.map(id => layout.points[id]);
    parts.push(svg("path", { class: "slid", d: `M${from.x} ${from.y}L${to.x} ${to.y}` }));
  }
  if (last.length && !rack) parts.push(spot(layout, last[last.length - 1], { class: "last" }));
  for (const id of rack ? [] : view.line) parts.push(spot(layout, id, { class: "won " + view.pieces[id] }));
  layers.lights.replaceChildren(...parts);
}

// The points where something can be clicked now: where to go for the piece that
// is held, else where to place or what to pick up.
function targets({ view, held, open }) {
  if (!open) return { dots: [], sources: [] };
  const slides = view.moves.filter(move => move.points.length === 2);
  const dots = held === null || held === undefined
    ? view.moves.filter(move => move.points.length === 1).map(move => move.points[0])
    : slides.filter(move => move.points[0] === held).map(move => move.points[1]);
  return { dots, sources: [...new Set(slides.map(move => move.points[0]))] };
}

// The ends of the straight line that places stand on, a little beyond them.
function straight(places) {
  const sorted = [...places].sort((a, b) => a.x - b.x || a.y - b.y);
  const [first] = sorted, last = sorted[sorted.length - 1];
  if (!first || first === last) return null;
  const [dx, dy] = [last.x - first.x, last.y - first.y];
  const length = Math.hypot(dx, dy);
  if (places.some(({ x, y }) => Math.abs((x - first.x) * dy - (y - first.y) * dx) / length > 0.01)) return null;
  const [ex, ey] = [dx / length * 0.3, dy / length * 0.3];
  return `M${first.x - ex} ${first.y - ey}L${last.x + ex} ${last.y + ey}`;
}

const centre = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

// Over the pieces; a point with a value needs no dot.
export function drawOver(board, valued) {
  const { layers, layout, view, held, hint } = board;
  const parts = [];
  const { dots, sources } = targets(board);
  for (const id of sources) parts.push(spot(layout, id, { class: id === held ? "source held" : "source" }));
  for (const id of dots.filter(each => !valued.has(each))) {
    const { x, y } = layout.points[id];
    parts.push(svg("circle", { class: "dot", cx: x, cy: y, r: 0.08 }));
  }
  const last = view.last?.points ?? [];
  if (layout.ground === "rack") {
    if (last.length) parts.push(spot(layout, last[0], { class: "last-ring" }));
    for (const id of view.line) parts.push(spot(layout, id, { class: "won-ring " + view.pieces[id] }));
  }
  const stroke = straight(view.line.map(id => layout.points[id]));
  if (stroke) parts.push(svg("path", { class: "stroke " + view.pieces[view.line[0]], d: stroke }));
  for (const { region, owner } of view.marks) {
    if (!owner) continue;
    const { x, y } = centre(layout.regions[region]);
    const size = Math.min(layout.regions[region].width, layout.regions[region].height) * 0.3;
    parts.push(svg("g", { transform: `translate(${x} ${y})` }, sign(owner, size)));
  }
  for (const id of view.playable) parts.push(over(layout.regions[id], 0.02, { class: "lit" }));
  const winner = view.finish?.winner ?? "";
  for (const id of view.region_line) parts.push(over(layout.regions[id], 0.02, { class: "lit " + winner }));
  const regions = straight(view.region_line.map(id => centre(layout.regions[id])));
  if (regions) parts.push(svg("path", { class: "stroke wide " + winner, d: regions }));
  const hinted = hint && view.moves.find(move => move.text === hint);
  if (hinted) parts.push(...drawHint(layout, hinted));
  layers.over.replaceChildren(...parts);
}

function drawHint(layout, { points }) {
  const places = points.map(id => layout.points[id]);
  const parts = points.slice(-1).map(id => spot(layout, id, { class: "hint" }));
  if (places.length === 2) {
    parts.unshift(svg("path", { class: "hint", d: `M${places[0].x} ${places[0].y}L${places[1].x} ${places[1].y}` }));
  }
  return parts;
}
