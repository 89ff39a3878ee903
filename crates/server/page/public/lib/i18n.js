// @ts-check
// The page's own texts in the reader's language. Games, moves, values and errors come
// translated from the server.

import { load, save } from "./store.js";
import { MESSAGES } from "./messages.js";

/** @typedef {"en" | "fr"} Language */
/** @typedef {keyof typeof MESSAGES} MessageKey */

/** Dispatched on the window when the reader changes the language. */
export const LANGUAGE_EVENT = "plateau:language";

/** @type {Language | null} */
let chosen = load("lang");

/**
 * Returns the first supported language of a list of preferences.
 * @param {readonly string[]} preferences
 * @returns {Language}
 */
export function supportedLanguage(preferences) {
  const codes = preferences.map(name => name.slice(0, 2));
  return codes.find(code => code === "en" || code === "fr") ?? "en";
}

/** @returns {Language} */
export const language = () => chosen ?? supportedLanguage(navigator.languages ?? [navigator.language]);

/** @param {Language} code */
export function setLanguage(code) {
  chosen = code;
  save("lang", chosen);
}

export function toggleLanguage() {
  setLanguage(language() === "fr" ? "en" : "fr");
  window.dispatchEvent(new Event(LANGUAGE_EVENT));
}

/**
 * Returns a message with its placeholders filled in. French messages may have a second
 * form for sides that are called by a plural ("les Noirs") rather than by a letter.
 * @param {MessageKey} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  /** @type {readonly string[]} */
  const [english, french, frenchPlural = french] = MESSAGES[key];
  const isPlural = String(values.side ?? "").length > 1;
  const template = language() === "en" ? english : isPlural ? frenchPlural : french;
  return template.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** @param {string} text */
export const capitalize = text => text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);

/**
 * Capitalizes a sentence, unless it starts with the letter of a side ("x wins").
 * @param {string} text
 */
export const capitalizeSentence = text => (/^[xo] /.test(text) ? text : capitalize(text));

/**
 * Returns what the sides are called in messages: letters stay as they are, colours are
 * capitalized ("Black").
 * @param {Api.Sides<string>} players
 * @returns {Api.Sides<string>}
 */
export function sideNames({ x, o }) {
  /** @param {string} name */
  const nameOf = name => {
    if (name.length === 1) return name;
    return capitalize(name);
  };
  return { x: nameOf(x), o: nameOf(o) };
}
