// @ts-check
// Distances and directions on a board.

/** @typedef {{ x: number, y: number }} Point */

/** Returns the radius of a piece in cells. @param {Pick<Api.Layout, "look">} layout */
export const pieceRadius = ({ look }) => look.radius;

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

/** How far winning lines go beyond their ends, in cells. */
const BEYOND = 0.3;

/**
 * Returns the path of the fewest straight lines that cover all points, each a little longer than
 * the points are apart: two lines may be won at once.
 * @param {Point[]} points
 */
export function winningLines(points) {
  /** @param {Point} a @param {Point} b */
  const through = (a, b) => points.filter(({ x, y }) =>
    Math.abs((x - a.x) * (b.y - a.y) - (y - a.y) * (b.x - a.x)) / Math.hypot(b.x - a.x, b.y - a.y) < 0.01);
  const lines = points.flatMap((a, i) => points.slice(i + 1).map(b => through(a, b)));
  lines.sort((a, b) => b.length - a.length);
  const covered = new Set();
  let path = "";
  for (const line of lines) {
    if (line.filter(point => !covered.has(point)).length < 2) continue;
    for (const point of line) covered.add(point);
    path += segment(line);
  }
  return path;
}

/** Returns the path between the ends of a line. @param {Point[]} line */
function segment(line) {
  const sorted = [...line].sort((a, b) => a.x - b.x || a.y - b.y);
  const [first, last] = [sorted[0], sorted[sorted.length - 1]];
  const length = Math.hypot(last.x - first.x, last.y - first.y);
  const [ex, ey] = [(last.x - first.x) / length * BEYOND, (last.y - first.y) / length * BEYOND];
  return `M${first.x - ex} ${first.y - ey}L${last.x + ex} ${last.y + ey}`;
}
