// The two sides of every game, as the server writes them.

export const SIDES = ["x", "o"];
export const other = side => (side === "x" ? "o" : "x");
