// Positions worth understanding. The last two are one position and the same
// turned round, so that only the order of its moves differs.

export const PRESETS = [
  { name: "draw", game: "tictactoe", position: "1o11o1oxx x", depth: 9 },
  { name: "loss", game: "tictactoe", position: "x21o11xo o", depth: 9 },
  { name: "fork", game: "tictactoe", position: "x3o3x o", depth: 9 },
  { name: "best", game: "tictactoe", position: "3xo1x1o x", depth: 9, order: "first" },
  { name: "worst", game: "tictactoe", position: "o3o1xx1 x", depth: 9, order: "last" },
];
