// @ts-check
// Where plies and chances are in the plot of a game.

export const WIDTH = 320, HEIGHT = 112, MARGIN = 8;
/** Room for the names of the sides above and below the curve. */
export const NAMES = 16;

/**
 * Returns how plies and chances are placed in the plot, and back.
 * @param {number} count the number of positions
 */
export function plotScale(count) {
  const lastPly = Math.max(0, count - 1);
  return {
    /** @param {number} ply */
    x: ply => MARGIN + (lastPly ? ply / lastPly : 0) * (WIDTH - 2 * MARGIN),
    /** @param {number} chance of the first player, from 0 to 1 */
    y: chance => NAMES + (1 - chance) * (HEIGHT - 2 * NAMES),
    /** Returns the ply nearest to a place, given as a fraction of the width. @param {number} fraction */
    plyAt: fraction => {
      const part = (fraction * WIDTH - MARGIN) / (WIDTH - 2 * MARGIN);
      return Math.max(0, Math.min(lastPly, Math.round(part * lastPly)));
    },
  };
}
