// @ts-check
// Names of sides, points and moves.

import { t } from "./i18n.js";

/** @type {readonly Api.Side[]} */
export const SIDES = ["x", "o"];

/**
 * @param {Api.Side} side
 * @returns {Api.Side}
 */
export const otherSide = side => (side === "x" ? "o" : "x");

/** Returns the spoken name of a point. @param {Api.Point} point */
export const pointLabel = ({ name, words }) => words ?? name;

/**
 * Returns the spoken name of a move: "column 5" where pieces fall, else the spoken name of
 * its point if it has one.
 * @param {Pick<Api.Layout, "points" | "motion">} layout
 * @param {string} text
 */
export function moveLabel({ points, motion }, text) {
  if (motion === "fall") return t("column", { number: text });
  return points.find(({ name }) => name === text)?.words ?? text;
}

/** Returns the label of a move that is made by a button. @param {string} text */
export const moveButtonLabel = text => (text === "pass" ? t("pass") : text);

/**
 * Returns the number of a move in the move list, which counts a move of each side as one.
 * @param {number} ply counted from 0
 * @param {Api.Side} first the side that made the first move
 */
export const moveNumber = (ply, first) => Math.floor((ply + (first === "o" ? 1 : 0)) / 2) + 1;
