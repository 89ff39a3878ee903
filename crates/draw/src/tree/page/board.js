// Drawing a board on a canvas, from its layout and the pieces of a node.

function colour(name) { return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim(); }

let colours = {};
function readColours() {
  for (const name of ["paper", "ink", "quiet", "line", "cell", "dim", "accent", "accent-tint", "grey", "rack",
    "first", "second", "first-tint", "second-tint"]) colours[name] = colour(name);
}

const SIDES = ["first", "second"];
function sideOf(letter) { return letter === "x" ? 0 : letter === "o" ? 1 : -1; }

function drawSign(ink, side, x, y, r) {
  ink.lineWidth = r * 0.42;
  ink.lineCap = "round";
  ink.beginPath();
  if (side === 0) {
    ink.moveTo(x - r, y - r); ink.lineTo(x + r, y + r);
    ink.moveTo(x + r, y - r); ink.lineTo(x - r, y + r);
  } else {
    ink.arc(x, y, r * 1.05, 0, 2 * Math.PI);
  }
  ink.stroke();
}

function drawDisc(ink, side, x, y, r) {
  ink.beginPath();
  ink.arc(x, y, side === 0 ? r : r * 0.83, 0, 2 * Math.PI);
  if (side === 0) { ink.fill(); return; }
  const ring = ink.fillStyle;
  ink.fillStyle = colours.cell;
  ink.fill();
  ink.fillStyle = ring;
  ink.lineWidth = r * 0.34;
  ink.stroke();
}

function drawGround(ink, board, cell) {
  if (board.ground === "rack") {
    ink.fillStyle = colours.rack;
    ink.fillRect(0, 0, board.width * cell, board.height * cell);
    ink.fillStyle = colours.paper;
    for (const [x, y] of board.points) {
      ink.beginPath(); ink.arc(x * cell, y * cell, 0.4 * cell, 0, 2 * Math.PI); ink.fill();
    }
    return;
  }
  ink.lineWidth = Math.max(0.5, cell * 0.04);
  if (board.ground === "lines") {
    ink.strokeStyle = colours.quiet;
    ink.beginPath();
    for (const [a, b] of board.edges) {
      ink.moveTo(board.points[a][0] * cell, board.points[a][1] * cell);
      ink.lineTo(board.points[b][0] * cell, board.points[b][1] * cell);
    }
    ink.stroke();
    return;
  }
  const sheets = board.regions.length ? board.regions : [[0, 0, board.width, board.height]];
  ink.fillStyle = colours.cell;
  ink.strokeStyle = colours.line;
  for (const [x, y, w, h] of sheets) {
    ink.fillRect(x * cell, y * cell, w * cell, h * cell);
    ink.beginPath();
    for (let i = 0; i <= w; i++) { ink.moveTo((x + i) * cell, y * cell); ink.lineTo((x + i) * cell, (y + h) * cell); }
    for (let i = 0; i <= h; i++) { ink.moveTo(x * cell, (y + i) * cell); ink.lineTo((x + w) * cell, (y + i) * cell); }
    ink.stroke();
  }
}

function radiusOf(board) {
  let nearest = Infinity;
  for (const [a, b] of board.edges) {
    const [p, q] = [board.points[a], board.points[b]];
    nearest = Math.min(nearest, Math.hypot(p[0] - q[0], p[1] - q[1]));
  }
  return Math.min(0.36, nearest * 0.34);
}

function drawBoard(ink, board, node, cell) {
  drawGround(ink, board, cell);
  const tint = (id, name) => {
    const [x, y] = board.points[id];
    ink.fillStyle = colours[name];
    if (board.ground === "squares") ink.fillRect((x - 0.46) * cell, (y - 0.46) * cell, 0.92 * cell, 0.92 * cell);
    else { ink.beginPath(); ink.arc(x * cell, y * cell, 0.47 * cell, 0, 2 * Math.PI); ink.fill(); }
  };
  if (node.last) tint(node.last[node.last.length - 1], "accent-tint");
  for (const id of node.line || []) tint(id, SIDES[sideOf(node.pieces[id])] + "-tint");
  const won = new Map((node.marks || []).map(([region, owner]) => [region, owner]));
  for (const [region, owner] of won) {
    if (owner === null) continue;
    const [x, y, w, h] = board.regions[region];
    ink.fillStyle = colours[SIDES[owner] + "-tint"];
    ink.fillRect(x * cell, y * cell, w * cell, h * cell);
    ink.strokeStyle = colours[SIDES[owner]];
    drawSign(ink, owner, (x + w / 2) * cell, (y + h / 2) * cell, Math.min(w, h) * 0.3 * cell);
  }
  const r = radiusOf(board);
  board.points.forEach(([x, y, region], id) => {
    const side = sideOf(node.pieces[id]);
    if (side < 0 || won.get(region) === 0 || won.get(region) === 1) return;
    ink.strokeStyle = ink.fillStyle = colours[SIDES[side]];
    if (board.form === "signs") drawSign(ink, side, x * cell, y * cell, r * 0.72 * cell);
    else drawDisc(ink, side, x * cell, y * cell, r * cell);
  });
}
