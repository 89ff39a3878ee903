// Replays a game: boards are made from what each move changed.
const data = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);
let views = [];
let game = null;
let ply = 0;

// In the language of the page.
function number(value, places) {
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: false };
  return value.toLocaleString(document.documentElement.lang, digits);
}

function viewsOf(game) {
  let view = game.start;
  const views = [view];
  for (const move of game.moves) {
    const pieces = [...view.pieces];
    for (const [point, piece] of move.changed) pieces[point] = piece;
    view = { marks: view.marks, ...move, pieces: pieces.join("") };
    views.push(view);
  }
  return views;
}

function told(move, index) {
  const played = index - game.opening;
  if (played < 0) return data.opening;
  const words = [];
  if (game.times[played] !== undefined) words.push(number(game.times[played], 3) + " s");
  const value = game.values[played];
  if (value !== undefined && value !== null) {
    const far = 1000000 - Math.abs(value);
    words.push(far <= 10000 ? (value > 0 ? "+" : "−") + "#" + far : number(value / 100, 2));
  }
  return words.join("  ");
}

function draw() {
  const canvas = at("board");
  const scale = window.devicePixelRatio || 1;
  const cell = 400 / Math.max(data.board.width, data.board.height);
  // A pixel on each side for the lines along the edges.
  canvas.width = (data.board.width * cell + 2) * scale;
  canvas.height = (data.board.height * cell + 2) * scale;
  const ink = canvas.getContext("2d");
  ink.scale(scale, scale);
  ink.translate(1, 1);
  drawBoard(ink, data.board, views[ply], cell);
}

function show(to) {
  ply = Math.max(0, Math.min(to, views.length - 1));
  at("ply").value = ply;
  [...at("moves").children].forEach((line, i) => line.classList.toggle("now", i + 1 === ply));
  const line = at("moves").children[ply - 1];
  if (line) line.scrollIntoView({ block: "nearest" });
  at("told").textContent = ply + "/" + (views.length - 1) + (ply === views.length - 1 ? "  " + game.result : "");
  draw();
}

function choose(index) {
  game = data.games[index];
  views = viewsOf(game);
  at("ply").max = views.length - 1;
  at("moves").replaceChildren(...game.moves.map((move, i) => {
    const line = document.createElement("li");
    line.textContent = move.move + " ";
    const quiet = document.createElement("span");
    quiet.textContent = told(move, i);
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
  at("game").append(option);
});
at("game").addEventListener("change", () => choose(Number(at("game").value)));
at("ply").addEventListener("input", () => show(Number(at("ply").value)));
at("first").addEventListener("click", () => show(0));
at("back").addEventListener("click", () => show(ply - 1));
at("next").addEventListener("click", () => show(ply + 1));
at("last").addEventListener("click", () => show(views.length - 1));
if (at("game").options.length) choose(Number(at("game").value));
else at("replay").hidden = true;
