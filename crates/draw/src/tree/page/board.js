// @ts-check
// Draws a board on a canvas from its layout and the pieces of a position.

/** @param {string} name of a variable of the style sheet, without its dashes */
function colour(name) { return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim(); }

/** The colours of the theme by name. @type {Record<string, string>} */
const colours = {};

/** Reads the colours of the current theme. Must be called before anything is drawn. */
function readColours() {
  for (const name of ["paper", "ink", "quiet", "line", "cell", "dim", "accent", "accent-tint", "grey",
    "first", "second", "first-tint", "second-tint"]) colours[name] = colour(name);
}

/** Names of the sides in the theme. */
const SIDES = ["first", "second"];

/** Returns the index of a side, or -1 for an empty point. @param {string} letter */
function sideOf(letter) { return letter === "x" ? 0 : letter === "o" ? 1 : -1; }

/** The colours of a look in the current theme. @type {{ key: string, colours: Record<string, string> }} */
let known = { key: "", colours: {} };

/** Returns the colours of a board. @param {Tree.Board} board */
function lookColours({ look }) {
  const key = look + " " + document.documentElement.className;
  if (known.key === key) return known.colours;
  const probe = document.createElement("i");
  probe.className = look;
  document.body.append(probe);
  const style = getComputedStyle(probe);
  known = { key, colours: {} };
  for (const name of ["board-ground", "board-grid", "board-bold", "board-front", "board-last", "board-glow",
    "x-fill", "x-mark", "o-fill", "o-mark"]) known.colours[name] = style.getPropertyValue("--" + name).trim();
  probe.remove();
  return known.colours;
}

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
 * Draws a disc, with a ring on those of the second player.
 * @param {CanvasRenderingContext2D} context
 * @param {string} mark the colour of the ring, if there is one
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
function drawDisc(context, mark, x, y, r) {
  context.beginPath();
  context.arc(x, y, r, 0, 2 * Math.PI);
  context.fill();
  if (!mark) return;
  context.strokeStyle = mark;
  context.lineWidth = r * 0.2;
  context.beginPath();
  context.arc(x, y, r * 0.62, 0, 2 * Math.PI);
  context.stroke();
}

/**
 * Draws straight lines.
 * @param {CanvasRenderingContext2D} context
 * @param {number[][]} lines as x, y of both ends, in cells
 * @param {number} cell the size of a cell in pixels
 */
function drawLines(context, lines, cell) {
  context.beginPath();
  for (const [x0, y0, x1, y1] of lines) { context.moveTo(x0 * cell, y0 * cell); context.lineTo(x1 * cell, y1 * cell); }
  context.stroke();
}

/**
 * Draws the empty board.
 * @param {CanvasRenderingContext2D} context
 * @param {Tree.Board} board
 * @param {number} cell the size of a cell in pixels
 */
function drawGround(context, board, cell) {
  const look = lookColours(board);
  const isRack = board.ground === "rack";
  context.fillStyle = look[isRack ? "board-front" : "board-ground"];
  context.fillRect(0, 0, board.width * cell, board.height * cell);
  context.lineWidth = Math.max(0.5, cell * 0.04);
  if (isRack) {
    context.fillStyle = look["board-ground"];
    for (const [x, y] of board.points) {
      context.beginPath(); context.arc(x * cell, y * cell, 0.4 * cell, 0, 2 * Math.PI); context.fill();
    }
  } else if (board.ground === "lines") {
    context.strokeStyle = look["board-bold"];
    drawLines(context, board.edges.map(([a, b]) => [board.points[a][0], board.points[a][1], board.points[b][0], board.points[b][1]]), cell);
  } else {
    context.strokeStyle = look["board-grid"];
    const off = board.through ? 0.5 : 0;
    for (const [x, y, w, h] of board.regions.length ? board.regions : [[0, 0, board.width, board.height]]) {
      const lines = [];
      for (let i = off; i <= w; i++) lines.push([x + i, y + off, x + i, y + h - off]);
      for (let i = off; i <= h; i++) lines.push([x + off, y + i, x + w - off, y + i]);
      drawLines(context, lines, cell);
    }
  }
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
  const look = lookColours(board);
  const alpha = context.globalAlpha;
  /** @param {number} side */
  const fillOf = side => look[(side === 0 ? "x" : "o") + "-fill"];
  /** @param {number} id @param {string} colour @param {number} [opacity] */
  const tint = (id, colour, opacity = 1) => {
    const [x, y] = board.points[id];
    context.fillStyle = colour;
    context.globalAlpha = alpha * opacity;
    if (board.ground === "squares" && !board.through) context.fillRect((x - 0.46) * cell, (y - 0.46) * cell, 0.92 * cell, 0.92 * cell);
    else { context.beginPath(); context.arc(x * cell, y * cell, (board.radius + 0.08) * cell, 0, 2 * Math.PI); context.fill(); }
    context.globalAlpha = alpha;
  };
  const isInk = board.form === "signs";
  if (view.last) tint(view.last[view.last.length - 1], look["board-last"], isInk ? 1 : 0.8);
  for (const id of view.line || []) tint(id, isInk ? fillOf(sideOf(view.pieces[id])) : look["board-glow"], isInk ? 0.25 : 1);
  const owners = new Map(view.marks || []);
  for (const [region, owner] of owners) {
    if (owner === null) continue;
    const [x, y, w, h] = board.regions[region];
    context.fillStyle = context.strokeStyle = fillOf(owner);
    context.globalAlpha = alpha * 0.14;
    context.fillRect(x * cell, y * cell, w * cell, h * cell);
    context.globalAlpha = alpha;
    drawSign(context, owner, (x + w / 2) * cell, (y + h / 2) * cell, Math.min(w, h) * 0.3 * cell);
  }
  board.points.forEach(([x, y, region], id) => {
    const side = sideOf(view.pieces[id]);
    const owner = region === null ? undefined : owners.get(region);
    if (side < 0 || owner === 0 || owner === 1) return;
    context.strokeStyle = context.fillStyle = fillOf(side);
    if (isInk) drawSign(context, side, x * cell, y * cell, board.radius * cell);
    else drawDisc(context, side === 0 ? "" : look["o-mark"], x * cell, y * cell, board.radius * cell);
  });
}
