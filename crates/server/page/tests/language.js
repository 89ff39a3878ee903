// @ts-check
// Runs a function in each language.

import { setLanguage } from "../public/lib/i18n.js";

/**
 * @template T
 * @param {"en" | "fr"} code
 * @param {() => T} run
 */
export function inLanguage(code, run) {
  setLanguage(code);
  try {
    return run();
  } finally {
    setLanguage("en");
  }
}

setLanguage("en");
