// What the page itself says, in English and in French. Games, moves, values and
// mistakes are told by the server.

import { keep, recall } from "./store.js";
import { WORDS } from "./phrases.js";

let chosen = recall("lang");

function ofBrowser() {
  const languages = navigator.languages ?? [navigator.language];
  const known = languages.map(name => name.slice(0, 2)).find(name => name === "en" || name === "fr");
  return known ?? "en";
}

export const lang = () => chosen ?? ofBrowser();

export function switchLanguage() {
  chosen = lang() === "fr" ? "en" : "fr";
  keep("lang", chosen);
  window.dispatchEvent(new Event("worded"));
}

export function say(key, values = {}) {
  const pair = WORDS[key];
  return pair[lang() === "fr" ? 1 : 0].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// A number in the reader's habit.
export function number(value, digits = 0) {
  return value.toLocaleString(lang(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

// With its sign, as every value is written.
export function signed(value, digits = 0) {
  const shown = Number(value.toFixed(digits));
  return (shown > 0 ? "+" : shown < 0 ? "−" : "") + number(Math.abs(shown), digits);
}

export const capital = text => text.charAt(0).toLocaleUpperCase(lang()) + text.slice(1);
