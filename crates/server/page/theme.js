// Light or dark: as the system has it, until the reader chooses.

import { keep, recall } from "./store.js";

const system = window.matchMedia("(prefers-color-scheme: dark)");

export const isDark = () => (recall("theme") ?? (system.matches ? "dark" : "light")) === "dark";

function paint() {
  document.documentElement.classList.toggle("dark", isDark());
  window.dispatchEvent(new Event("painted"));
}

export function toggleTheme() {
  keep("theme", isDark() ? "light" : "dark");
  paint();
}

export function startTheme() {
  system.addEventListener("change", paint);
  paint();
}

// Whether things may move.
export const isStill = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
