// An example bot for super-morpion.
//
//     node bot.js POSITION SECONDS_LEFT
//
// Prints its move, "5 2" (grid, cell), and exits. It looks one move ahead: it completes a
// line, blocks one, or prefers the centre.

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const hasLine = (grid, player) => LINES.some((line) => line.every((cell) => grid[cell] === player));
const isOpen = (grid) => !hasLine(grid, "x") && !hasLine(grid, "o") && grid.includes(".");

// Returns the grids as arrays of nine cells, the grids that can be played in, and the side
// to move.
function parsePosition(position) {
  const [board, last, me] = position.split(" ");
  const cells = [];
  for (const letter of board) {
    if (letter >= "1" && letter <= "9") cells.push(...".".repeat(Number(letter))); // a number of empty cells
    else if (letter === letter.toUpperCase()) cells.push(...letter.toLowerCase().repeat(9)); // a grid that is won
    else cells.push(letter);
  }
  const grids = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((grid) => cells.slice(9 * grid, 9 * grid + 9));
  const sentTo = Number(last[1]) - 1; // the cell of the last move is the grid to play in
  const playable = sentTo >= 0 && isOpen(grids[sentTo]) ? [sentTo] : [...grids.keys()].filter((g) => isOpen(grids[g]));
  return { grids, playable, me };
}

// Scores a cell: completing a line, blocking the opponent's line, centre, corner.
function score(grid, cell, me, opponent) {
  const completesLine = (player) => hasLine(Object.assign([...grid], { [cell]: player }), player);
  return 100 * completesLine(me) + 50 * completesLine(opponent) + [2, 1, 2, 1, 3, 1, 2, 1, 2][cell];
}

// Returns the move with the highest score.
function choose(position, secondsLeft) {
  const { grids, playable, me } = parsePosition(position);
  const opponent = me === "x" ? "o" : "x";
  let best = { value: -1 };
  for (const grid of playable) {
    for (let cell = 0; cell < 9; cell += 1) {
      if (grids[grid][cell] !== ".") continue;
      const value = score(grids[grid], cell, me, opponent);
      if (value > best.value) best = { value, grid, cell };
    }
  }
  return `${best.grid + 1} ${best.cell + 1}`;
}

console.log(choose(process.argv[2], Number(process.argv[3])));
