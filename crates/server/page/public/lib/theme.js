// @ts-check
// Light or dark: the system's setting until the reader chooses. Importing this module
// applies the theme.

import { load, save } from "./store.js";

/** Dispatched on the window when the colours change. */
export const THEME_EVENT = "plateau:theme";

const systemDark = window.matchMedia("(prefers-color-scheme: dark)");

const isDark = () => (load("theme") ?? (systemDark.matches ? "dark" : "light")) === "dark";

function apply() {
  document.documentElement.classList.toggle("dark", isDark());
  window.dispatchEvent(new Event(THEME_EVENT));
}

export function toggleTheme() {
  save("theme", isDark() ? "light" : "dark");
  apply();
}

export const prefersReducedMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

systemDark.addEventListener("change", apply);
apply();
