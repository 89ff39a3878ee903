// @ts-check
// How a piece falls: as long as gravity takes, with one small bounce.

/** The time to fall by one cell, in milliseconds. */
const CELL_MS = 105;
/** The height of the bounce and the part of the time it takes. */
const BOUNCE = 0.06, BOUNCE_TIME = 0.3;

/** Returns how long a fall takes. @param {number} height in cells */
export const fallTime = height => Math.round(CELL_MS * Math.sqrt(Math.max(0, height)) / (1 - BOUNCE_TIME));

/**
 * Returns the keyframes of a fall.
 * @param {number} height in cells
 * @returns {Keyframe[]}
 */
export function fallFrames(height) {
  /** @param {number} up */
  const at = up => `translateY(${up ? -up : 0}px)`;
  const landed = 1 - BOUNCE_TIME;
  return [
    { transform: at(height), easing: "cubic-bezier(0.33, 0, 0.67, 0.33)" },
    { transform: at(0), offset: landed, easing: "cubic-bezier(0.33, 0.67, 0.67, 1)" },
    { transform: at(height * BOUNCE), offset: landed + BOUNCE_TIME / 2, easing: "cubic-bezier(0.33, 0, 0.67, 0.33)" },
    { transform: at(0) },
  ];
}
