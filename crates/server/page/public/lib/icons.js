// @ts-check
// Icons of buttons, drawn in the colour of the text.

import { svg } from "./dom.js";

const PATHS = {
  new: "M4 4v5h5M4.5 9A8 8 0 1 1 4 13",
  undo: "M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
  redo: "M15 5l5 5-5 5M20 10H10a5 5 0 0 0 0 10h3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 11v1.5h7V14A6 6 0 0 0 12 3z",
  values: "M12 4v16M8 20h8M5 7h14M5 7l-2.5 6h5zM19 7l-2.5 6h5z",
  resign: "M6 21V4h11l-2.5 3.5L17 11H6",
  share: "M12 15V4M8 7.5L12 4l4 3.5M6 12v8h12v-8",
  stop: "M7 7h10v10H7z",
  friend: "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21v-1a6 6 0 0 1 6-6h2a6 6 0 0 1 6 6v1M19 8v6M16 11h6",
  watch: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01",
  step: "M6 6l8 6-8 6zM17 6v12",
  grid: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  first: "M18 6l-7 6 7 6M7 6v12", back: "M15 6l-7 6 7 6", next: "M9 6l7 6-7 6", last: "M6 6l7 6-7 6M17 6v12",
  run: "M8 5l11 7-11 7z", pause: "M8 6v12M16 6v12",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  play: "M5 12l5 5L20 7",
  closer: "M12 6v12M6 12h12", farther: "M6 12h12", fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {IconName} name */
export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
}
