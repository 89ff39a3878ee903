// Making elements. Text is always text: nothing anyone typed becomes markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export const get = id => document.getElementById(id);

// Says something to who listens instead of looking.
export function speak(words) {
  if (words) get("spoken").textContent = words;
}

export function button(words, action, attributes = {}, ...children) {
  return el("button", { type: "button", title: words, "aria-label": words, onclick: action, ...attributes }, ...children);
}

const isLike = (one, other) => JSON.stringify({ ...one.dataset }) === JSON.stringify({ ...other.dataset });

// What elements will hold once nothing in them is pressed any more.
const waiting = new Map();
const PRESSED = 30;

// Fills an element anew. What had the focus hands it to its like, or else to the board:
// it never falls to nowhere. A click that has begun comes to its end first.
export function refill(element, ...children) {
  if (element.matches(":active")) {
    if (!waiting.has(element)) setTimeout(() => later(element), PRESSED);
    waiting.set(element, children);
    return;
  }
  waiting.delete(element);
  const had = document.activeElement;
  const within = had !== element && element.contains(had);
  element.replaceChildren(...children);
  if (!within) return;
  const like = [...element.querySelectorAll(had.tagName)].find(each => !each.disabled && isLike(each, had));
  (like ?? document.querySelector(".board[tabindex]"))?.focus({ preventScroll: true });
}

function later(element) {
  const children = waiting.get(element);
  waiting.delete(element);
  if (children) refill(element, ...children);
}

// Copies a text; a page that may not use the clipboard shows it to be copied.
export async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.select();
    return false;
  }
}
