// What points and moves are called, and how moves are counted.

// A point as it is spoken.
export const pointWords = ({ name, words }) => words ?? name;

// A move as it is spoken: where it is played on a point, in the point's own words.
export const moveWords = ({ points }, text) => points.find(({ name }) => name === text)?.words ?? text;

// The number of a move by its ply: the same for a move of each side, as the list counts
// them; `first` is the side that began.
export const numberOf = (ply, first) => Math.floor((ply + (first === "o" ? 1 : 0)) / 2) + 1;
