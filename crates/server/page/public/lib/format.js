// @ts-check
// Numbers and clocks as readers of each language write them.

import { language } from "./i18n.js";

/**
 * @param {number} value
 * @param {number} [digits] after the decimal point
 */
export function formatNumber(value, digits = 0) {
  return value.toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * Formats a number with its sign; zero has none.
 * @param {number} value
 * @param {number} [digits] after the decimal point
 */
export function formatSigned(value, digits = 0) {
  const rounded = Number(value.toFixed(digits));
  return (rounded > 0 ? "+" : rounded < 0 ? "−" : "") + formatNumber(Math.abs(rounded), digits);
}

/**
 * Formats the time left on a clock: `1:02:03`, `4:05`, and tenths below ten seconds.
 * @param {number} ms
 */
export function formatClock(ms) {
  if (ms > 0 && ms < 10_000) return formatNumber(Math.floor(ms / 100) / 10, 1);
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (!parts[0]) parts.shift();
  return parts.map((part, i) => (i ? String(part).padStart(2, "0") : String(part))).join(":");
}
