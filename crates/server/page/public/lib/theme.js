// @ts-check
// Light or dark: the system's setting until the reader chooses. Boards in natural colours or in
// high contrast, also by the system's setting until then. Importing this module applies both.

import { load, save } from "./store.js";

/** Dispatched on the window when the colours change. */
export const THEME_EVENT = "plateau:theme";

const systemDark = window.matchMedia("(prefers-color-scheme: dark)");
const systemContrast = window.matchMedia("(prefers-contrast: more)");

export const isDark = () => (load("theme") ?? (systemDark.matches ? "dark" : "light")) === "dark";

/** Whether boards are drawn in high contrast. */
export const hasContrast = () => (load("boards") ?? (systemContrast.matches ? "contrast" : "natural")) === "contrast";

function apply() {
  document.documentElement.classList.toggle("dark", isDark());
  document.documentElement.classList.toggle("contrast", hasContrast());
  window.dispatchEvent(new Event(THEME_EVENT));
}

export function toggleTheme() {
  save("theme", isDark() ? "light" : "dark");
  apply();
}

export function toggleContrast() {
  save("boards", hasContrast() ? "natural" : "contrast");
  apply();
}

export const prefersReducedMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

for (const setting of [systemDark, systemContrast]) setting.addEventListener("change", apply);
apply();
