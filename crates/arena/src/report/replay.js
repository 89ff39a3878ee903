// Replays games. Boards are reconstructed from the changes of each move.
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
let boards = [];
let game = null;
let ply = 0;

// Formats a number in the language of the page.
function formatNumber(value, places) {
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: false };
  return value.toLocaleString(document.documentElement.lang, digits);
}

// Returns the board after each ply, including the start.
function boardsOf(game) {
  let view = game.start;
  const boards = [view];
  for (const move of game.moves) {
    const pieces = [...view.pieces];
    for (const [point, piece] of move.changed) pieces[point] = piece;
    view = { marks: view.marks, ...move, pieces: pieces.join("") };
    boards.push(view);
  }
  return boards;
}

// Returns the time and the value of a move.
function moveInfo(index) {
  const played = index - game.opening;
  if (played < 0) return data.opening;
  const parts = [];
  if (game.times[played] !== undefined) parts.push(formatNumber(game.times[played], 3) + " s");
  const value = game.values[played];
  if (value !== undefined && value !== null) {
    // Values near the maximum are proven wins or losses: show the distance in plies.
    const plies = 1000000 - Math.abs(value);
    parts.push(plies <= 10000 ? (value > 0 ? "+" : "−") + "#" + plies : formatNumber(value / 100, 2));
  }
  return parts.join("  ");
}

function draw() {
  const canvas = byId("board");
  const scale = window.devicePixelRatio || 1;
  const cell = 400 / Math.max(data.board.width, data.board.height);
  // One pixel on each side for the border lines.
  canvas.width = (data.board.width * cell + 2) * scale;
  canvas.height = (data.board.height * cell + 2) * scale;
  const context = canvas.getContext("2d");
  context.scale(scale, scale);
  context.translate(1, 1);
  drawBoard(context, data.board, boards[ply], cell);
}

// Shows the position after a ply.
function show(to) {
  ply = Math.max(0, Math.min(to, boards.length - 1));
  byId("ply").value = ply;
  [...byId("moves").children].forEach((line, i) => line.classList.toggle("now", i + 1 === ply));
  const line = byId("moves").children[ply - 1];
  if (line) line.scrollIntoView({ block: "nearest" });
  byId("status").textContent = ply + "/" + (boards.length - 1) + (ply === boards.length - 1 ? "  " + game.result : "");
  draw();
}

// Selects a game.
function choose(index) {
  game = data.games[index];
  boards = boardsOf(game);
  byId("ply").max = boards.length - 1;
  byId("moves").replaceChildren(...game.moves.map((move, i) => {
    const line = document.createElement("li");
    line.textContent = move.move + " ";
    const quiet = document.createElement("span");
    quiet.textContent = moveInfo(i);
    line.append(quiet);
    line.addEventListener("click", () => show(i + 1));
    return line;
  }));
  show(0);
}

readColours();
data.games.forEach((game, i) => {
  if (!game) return;
  const option = document.createElement("option");
  option.value = i;
  option.textContent = game.pair + ". " + game.players.map((player) => data.names[player]).join(" – ") + ": " + game.result;
  byId("game").append(option);
});
byId("game").addEventListener("change", () => choose(Number(byId("game").value)));
byId("ply").addEventListener("input", () => show(Number(byId("ply").value)));
byId("first").addEventListener("click", () => show(0));
byId("back").addEventListener("click", () => show(ply - 1));
byId("next").addEventListener("click", () => show(ply + 1));
byId("last").addEventListener("click", () => show(boards.length - 1));
if (byId("game").options.length) choose(Number(byId("game").value));
else byId("replay").hidden = true;
