// @ts-check
// Distances and directions on a board.

/** @typedef {{ x: number, y: number }} Point */

/**
 * Returns the radius of a piece in cells, smaller where points are close together.
 * @param {Pick<Api.Layout, "points" | "edges">} layout
 */
export function pieceRadius({ points, edges }) {
  const lengths = edges.map(([a, b]) => Math.hypot(points[a].x - points[b].x, points[a].y - points[b].y));
  return roundLength(Math.min(0.36, ...lengths.map(length => length * 0.34)));
}

/** Rounds to a thousandth of a cell. @param {number} value */
export const roundLength = value => Math.round(value * 1000) / 1000;

/**
 * Returns the nearest point in a direction, preferring points straight ahead; the same point
 * if there is none.
 * @param {Point[]} points
 * @param {number} from
 * @param {number} dx
 * @param {number} dy
 */
export function nearestPoint(points, from, dx, dy) {
  const here = points[from];
  let best = from, least = Infinity;
  points.forEach(({ x, y }, id) => {
    const ahead = (x - here.x) * dx + (y - here.y) * dy;
    const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
    if (ahead < 0.05 || aside > ahead * 1.01) return;
    const distance = ahead + 2 * aside;
    if (distance < least) { least = distance; best = id; }
  });
  return best;
}

/**
 * Returns the path of a line through points, a little longer than their distance, or `null`
 * if they are not on a straight line.
 * @param {Point[]} points
 */
export function straightPath(points) {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const [first] = sorted, last = sorted[sorted.length - 1];
  if (!first || first === last) return null;
  const [dx, dy] = [last.x - first.x, last.y - first.y];
  const length = Math.hypot(dx, dy);
  if (points.some(({ x, y }) => Math.abs((x - first.x) * dy - (y - first.y) * dx) / length > 0.01)) return null;
  const [ex, ey] = [dx / length * 0.3, dy / length * 0.3];
  return `M${first.x - ex} ${first.y - ey}L${last.x + ex} ${last.y + ey}`;
}
