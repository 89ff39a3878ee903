// @ts-check
// The parts of a board that never change: cells, rack or lines, and labels.

import { svg } from "../lib/dom.js";
import { pieceRadius, roundLength } from "./geometry.js";

/** @typedef {import("./board.js").Layers} Layers */

/** The height of a region's name, in cells. */
const REGION_NAME_HEIGHT = 0.34;

export class BoardBackground {
  /** @param {Api.Layout} layout */
  constructor(layout) {
    this.layout = layout;
    const { width, height, labels, regions } = layout;
    // Labels have about the same size on every board.
    this.labelSize = roundLength(Math.min(0.45, Math.max(width, height) * 0.042));
    /** @param {(label: { x: number, y: number }) => boolean} isThere */
    const margin = isThere => (labels.some(isThere) ? this.labelSize * 1.9 : this.labelSize * 0.3);
    const left = margin(label => label.x < 0);
    // Region names stand above their regions.
    const top = regions.length ? REGION_NAME_HEIGHT * 1.6 : margin(label => label.y < 0);
    const right = margin(label => label.x > width), bottom = margin(label => label.y > height);
    /** Left, top, width and height, margins included. */
    this.viewBox = [-left, -top, width + left + right, height + top + bottom].map(roundLength);
  }

  /** @param {Layers} layers */
  draw(layers) {
    const { width, height, labels, regions, ground } = this.layout;
    if (ground === "squares") this.#drawSquares(layers);
    else if (ground === "rack") this.#drawRack(layers);
    else this.#drawLines(layers);
    for (const { name, x, y } of regions) {
      const place = { x: x + REGION_NAME_HEIGHT * 0.5, y: y - REGION_NAME_HEIGHT * 0.68, "font-size": REGION_NAME_HEIGHT };
      layers.background.append(svg("text", { class: "label region", ...place }, name));
    }
    /** Moves labels outside the board close to its edge. @param {number} at @param {number} end */
    const snap = (at, end) => (at < 0 ? -this.labelSize : at > end ? end + this.labelSize : at);
    for (const { text, x, y } of labels) {
      const place = { x: snap(x, width), y: snap(y, height), "font-size": this.labelSize };
      layers.background.append(svg("text", { class: "label", ...place }, text));
    }
  }

  /** @param {Layers} layers */
  #drawSquares({ background }) {
    const { width, height, points, regions } = this.layout;
    const grids = regions.length ? regions : [{ x: 0, y: 0, width, height }];
    grids.forEach((grid, id) => {
      const cells = points.filter(point => !regions.length || point.region === id);
      /** Returns the places of the lines between cells. @param {number[]} centres */
      const between = centres => {
        const sorted = [...new Set(centres)].sort((a, b) => a - b);
        return sorted.slice(1).map((value, i) => (value + sorted[i]) / 2);
      };
      const vertical = between(cells.map(point => point.x)).map(x => `M${x} ${grid.y}v${grid.height}`);
      const horizontal = between(cells.map(point => point.y)).map(y => `M${grid.x} ${y}h${grid.width}`);
      const rect = { x: grid.x, y: grid.y, width: grid.width, height: grid.height, rx: 0.06 };
      background.append(
        svg("rect", { class: "cells", ...rect }),
        svg("path", { class: "rules", d: [...vertical, ...horizontal].join("") }),
        svg("rect", { class: "frame", ...rect }),
      );
    });
  }

  /** Draws an upright rack with holes through which the pieces are seen. @param {Layers} layers */
  #drawRack({ background, foreground }) {
    const { width, height, points } = this.layout;
    const corner = 0.25, r = 0.4;
    const body = `M${corner} 0H${width - corner}a${corner} ${corner} 0 0 1 ${corner} ${corner}V${height - corner}`
      + `a${corner} ${corner} 0 0 1 -${corner} ${corner}H${corner}a${corner} ${corner} 0 0 1 -${corner} -${corner}`
      + `V${corner}a${corner} ${corner} 0 0 1 ${corner} -${corner}z`;
    const holes = points.map(({ x, y }) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`);
    background.append(svg("rect", { class: "depth", x: 0.1, y: 0.1, width: width - 0.2, height: height - 0.2 }));
    foreground.append(svg("path", { class: "rack", "fill-rule": "evenodd", d: body + holes.join("") }));
  }

  /** Draws points joined by lines. @param {Layers} layers */
  #drawLines({ background }) {
    const { points, edges } = this.layout;
    const d = edges.map(([a, b]) => `M${points[a].x} ${points[a].y}L${points[b].x} ${points[b].y}`).join("");
    background.append(svg("path", { class: "edges", d }));
    const off = pieceRadius(this.layout) + 0.06;
    for (const { name, x, y } of points) {
      background.append(svg("circle", { class: "node", cx: x, cy: y, r: 0.06 }));
      background.append(svg("text", { class: "label name", x: x + off, y: y - off * 0.7, "font-size": this.labelSize }, name));
    }
  }
}
