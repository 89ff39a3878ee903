// What pieces stand on: the part of a board that never changes.

import { svg } from "./dom.js";

// The height of a region's name, in cells.
const NAME = 0.34;

const round = value => Math.round(value * 1000) / 1000;

export class Ground {
  constructor(layout) {
    this.layout = layout;
    const { width, height, labels, regions } = layout;
    // Labels are as large on every board, and stand close to its edge.
    this.size = round(Math.min(0.45, Math.max(width, height) * 0.042));
    const edge = test => (labels.some(test) ? this.size * 1.9 : this.size * 0.3);
    const left = edge(label => label.x < 0);
    // Names of regions stand above them.
    const top = regions.length ? NAME * 1.6 : edge(label => label.y < 0);
    const right = edge(label => label.x > width), bottom = edge(label => label.y > height);
    this.box = [-left, -top, width + left + right, height + top + bottom].map(round);
  }

  draw(layers) {
    this[this.layout.ground](layers);
    const { width, height, labels, regions } = this.layout;
    for (const { name, x, y } of regions) {
      layers.under.append(svg("text", { class: "label region", x: x + NAME * 0.5, y: y - NAME * 0.68, "font-size": NAME }, name));
    }
    const near = (at, end) => (at < 0 ? -this.size : at > end ? end + this.size : at);
    for (const { text, x, y } of labels) {
      layers.under.append(svg("text", { class: "label", x: near(x, width), y: near(y, height), "font-size": this.size }, text));
    }
  }

  // Cells side by side, each region a sheet of its own.
  squares({ under }) {
    const { width, height, points, regions } = this.layout;
    const sheets = regions.length ? regions : [{ x: 0, y: 0, width, height }];
    sheets.forEach((sheet, id) => {
      const own = points.filter(point => (regions.length ? point.region === id : true));
      const between = values => {
        const sorted = [...new Set(values)].sort((a, b) => a - b);
        return sorted.slice(1).map((value, i) => (value + sorted[i]) / 2);
      };
      const across = between(own.map(point => point.x)).map(x => `M${x} ${sheet.y}v${sheet.height}`);
      const along = between(own.map(point => point.y)).map(y => `M${sheet.x} ${y}h${sheet.width}`);
      const rect = { x: sheet.x, y: sheet.y, width: sheet.width, height: sheet.height, rx: 0.06 };
      under.append(
        svg("rect", { class: "sheet", ...rect }),
        svg("path", { class: "rules", d: [...across, ...along].join("") }),
        svg("rect", { class: "frame", ...rect }),
      );
    });
  }

  // An upright rack: pieces are seen through its holes.
  rack({ under, front }) {
    const { width, height, points } = this.layout;
    const corner = 0.25, r = 0.4;
    const body = `M${corner} 0H${width - corner}a${corner} ${corner} 0 0 1 ${corner} ${corner}V${height - corner}`
      + `a${corner} ${corner} 0 0 1 -${corner} ${corner}H${corner}a${corner} ${corner} 0 0 1 -${corner} -${corner}`
      + `V${corner}a${corner} ${corner} 0 0 1 ${corner} -${corner}z`;
    const holes = points.map(({ x, y }) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`);
    under.append(svg("rect", { class: "depth", x: 0.1, y: 0.1, width: width - 0.2, height: height - 0.2 }));
    front.append(svg("path", { class: "rack", "fill-rule": "evenodd", d: body + holes.join("") }));
  }

  // Points joined by lines.
  lines({ under }) {
    const { points, edges } = this.layout;
    const d = edges.map(([a, b]) => `M${points[a].x} ${points[a].y}L${points[b].x} ${points[b].y}`).join("");
    under.append(svg("path", { class: "edges", d }));
    const off = radiusOf(this.layout) + 0.06;
    for (const { name, x, y } of points) {
      under.append(svg("circle", { class: "node", cx: x, cy: y, r: 0.06 }));
      under.append(svg("text", { class: "label name", x: x + off, y: y - off * 0.7, "font-size": this.size }, name));
    }
  }
}

// How large a piece is, from its centre: smaller where points are close.
export function radiusOf({ points, edges }) {
  const lengths = edges.map(([a, b]) => Math.hypot(points[a].x - points[b].x, points[a].y - points[b].y));
  return round(Math.min(0.36, ...lengths.map(length => length * 0.34)));
}
