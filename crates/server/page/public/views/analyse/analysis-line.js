// @ts-check
// The moves of an analysis: a game's main line, and a variation that branches off it.

/**
 * @typedef {object} AnalysisLine
 * @property {string} game the variant
 * @property {string | undefined} start position, if it is not the usual one
 * @property {string[]} main the moves of the game
 * @property {number} ply how many of them were played; a variation branches off here
 * @property {string[]} variation its moves, empty on the main line
 * @property {number} at how many of them were played
 */

/** All moves of the variation, or of the game. @param {AnalysisLine} line */
export const allMoves = ({ main, ply, variation }) => (variation.length ? [...main.slice(0, ply), ...variation] : main);

/** The moves that led to the position. @param {AnalysisLine} line */
export const playedMoves = ({ main, ply, variation, at }) => [...main.slice(0, ply), ...variation.slice(0, at)];

/** The number of moves that led to the position. @param {AnalysisLine} line */
export const currentPly = ({ ply, at }) => ply + at;

/**
 * Goes to the position after a number of moves. Going back before the branch leaves the
 * variation.
 * @param {AnalysisLine} line
 * @param {number} ply
 * @returns {AnalysisLine}
 */
export function goToPly(line, ply) {
  const to = Math.max(0, Math.min(allMoves(line).length, ply));
  if (!line.variation.length) return { ...line, ply: to };
  return to >= line.ply ? { ...line, at: to - line.ply } : { ...line, ply: to, variation: [], at: 0 };
}

/**
 * Plays a move. At the end of the game it extends the main line; elsewhere a new move starts
 * a variation.
 * @param {AnalysisLine} line
 * @param {string} move
 * @returns {AnalysisLine}
 */
export function playMove(line, move) {
  const { main, ply, variation, at } = line;
  if (variation.length) {
    if (variation[at] === move) return { ...line, at: at + 1 };
    return { ...line, variation: [...variation.slice(0, at), move], at: at + 1 };
  }
  if (main[ply] === move) return { ...line, ply: ply + 1 };
  if (ply === main.length) return { ...line, main: [...main, move], ply: ply + 1 };
  return { ...line, variation: [move], at: 1 };
}

/** Leaves the variation. @param {AnalysisLine} line @returns {AnalysisLine} */
export const backToMain = line => ({ ...line, variation: [], at: 0, ply: Math.min(line.ply, line.main.length) });
