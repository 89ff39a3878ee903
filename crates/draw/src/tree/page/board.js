// @ts-check
// Draws a board on a canvas from its layout and the pieces of a position.

/** @param {string} name of a variable of the style sheet, without its dashes */
function colour(name) { return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim(); }

/** The colours of the theme by name. @type {Record<string, string>} */
const colours = {};

/** Reads the colours of the current theme. Must be called before anything is drawn. */
function readColours() {
  for (const name of ["paper", "ink", "quiet", "line", "cell", "dim", "accent", "accent-tint", "grey", "rack",
    "first", "second", "first-tint", "second-tint"]) colours[name] = colour(name);
}

/** Names of the sides in the theme. */
const SIDES = ["first", "second"];

/** Returns the index of a side, or -1 for an empty point. @param {string} letter */
function sideOf(letter) { return letter === "x" ? 0 : letter === "o" ? 1 : -1; }

/**
 * Draws a cross or a ring.
 * @param {CanvasRenderingContext2D} context
 * @param {number} side
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
function drawSign(context, side, x, y, r) {
  context.lineWidth = r * 0.42;
  context.lineCap = "round";
  context.beginPath();
  if (side === 0) {
    context.moveTo(x - r, y - r); context.lineTo(x + r, y + r);
    context.moveTo(x + r, y - r); context.lineTo(x - r, y + r);
  } else {
    context.arc(x, y, r * 1.05, 0, 2 * Math.PI);
  }
  context.stroke();
}

/**
 * Draws a disc: filled for the first player, a ring for the second.
 * @param {CanvasRenderingContext2D} context
 * @param {number} side
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
function drawDisc(context, side, x, y, r) {
  context.beginPath();
  context.arc(x, y, side === 0 ? r : r * 0.83, 0, 2 * Math.PI);
  if (side === 0) { context.fill(); return; }
  const ringColour = context.fillStyle;
  context.fillStyle = colours.cell;
  context.fill();
  context.fillStyle = ringColour;
  context.lineWidth = r * 0.34;
  context.stroke();
}

/**
 * Draws the empty board.
 * @param {CanvasRenderingContext2D} context
 * @param {Tree.Board} board
 * @param {number} cell the size of a cell in pixels
 */
function drawGround(context, board, cell) {
  if (board.ground === "rack") {
    context.fillStyle = colours.rack;
    context.fillRect(0, 0, board.width * cell, board.height * cell);
    context.fillStyle = colours.paper;
    for (const [x, y] of board.points) {
      context.beginPath(); context.arc(x * cell, y * cell, 0.4 * cell, 0, 2 * Math.PI); context.fill();
    }
    return;
  }
  context.lineWidth = Math.max(0.5, cell * 0.04);
  if (board.ground === "lines") {
    context.strokeStyle = colours.quiet;
    context.beginPath();
    for (const [a, b] of board.edges) {
      context.moveTo(board.points[a][0] * cell, board.points[a][1] * cell);
      context.lineTo(board.points[b][0] * cell, board.points[b][1] * cell);
    }
    context.stroke();
    return;
  }
  const grids = board.regions.length ? board.regions : [[0, 0, board.width, board.height]];
  context.fillStyle = colours.cell;
  context.strokeStyle = colours.line;
  for (const [x, y, w, h] of grids) {
    context.fillRect(x * cell, y * cell, w * cell, h * cell);
    context.beginPath();
    for (let i = 0; i <= w; i++) { context.moveTo((x + i) * cell, y * cell); context.lineTo((x + i) * cell, (y + h) * cell); }
    for (let i = 0; i <= h; i++) { context.moveTo(x * cell, (y + i) * cell); context.lineTo((x + w) * cell, (y + i) * cell); }
    context.stroke();
  }
}

/** Returns the radius of a piece in cells, smaller where points are close together. @param {Tree.Board} board */
function radiusOf(board) {
  let nearest = Infinity;
  for (const [a, b] of board.edges) {
    const [p, q] = [board.points[a], board.points[b]];
    nearest = Math.min(nearest, Math.hypot(p[0] - q[0], p[1] - q[1]));
  }
  return Math.min(0.36, nearest * 0.34);
}

/**
 * Draws a board with its pieces at the origin of the canvas.
 * @param {CanvasRenderingContext2D} context
 * @param {Tree.Board} board
 * @param {Tree.Pieces} view
 * @param {number} cell the size of a cell in pixels
 */
function drawBoard(context, board, view, cell) {
  drawGround(context, board, cell);
  /** @param {number} id @param {string} name */
  const tint = (id, name) => {
    const [x, y] = board.points[id];
    context.fillStyle = colours[name];
    if (board.ground === "squares") context.fillRect((x - 0.46) * cell, (y - 0.46) * cell, 0.92 * cell, 0.92 * cell);
    else { context.beginPath(); context.arc(x * cell, y * cell, 0.47 * cell, 0, 2 * Math.PI); context.fill(); }
  };
  if (view.last) tint(view.last[view.last.length - 1], "accent-tint");
  for (const id of view.line || []) tint(id, SIDES[sideOf(view.pieces[id])] + "-tint");
  const owners = new Map(view.marks || []);
  for (const [region, owner] of owners) {
    if (owner === null) continue;
    const [x, y, w, h] = board.regions[region];
    context.fillStyle = colours[SIDES[owner] + "-tint"];
    context.fillRect(x * cell, y * cell, w * cell, h * cell);
    context.strokeStyle = colours[SIDES[owner]];
    drawSign(context, owner, (x + w / 2) * cell, (y + h / 2) * cell, Math.min(w, h) * 0.3 * cell);
  }
  const r = radiusOf(board);
  board.points.forEach(([x, y, region], id) => {
    const side = sideOf(view.pieces[id]);
    const owner = region === null ? undefined : owners.get(region);
    if (side < 0 || owner === 0 || owner === 1) return;
    context.strokeStyle = context.fillStyle = colours[SIDES[side]];
    if (board.form === "signs") drawSign(context, side, x * cell, y * cell, r * 0.72 * cell);
    else drawDisc(context, side, x * cell, y * cell, r * cell);
  });
}
