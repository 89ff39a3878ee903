// @ts-check
// Creating and updating elements. Strings always become text nodes, never markup.

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {{ [name: string]: string | number | boolean | null | undefined | ((event: any) => unknown) }} Attributes */

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {(Child | Child[])[]} children
 * @returns {E}
 */
function initialize(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(name.slice("on".length), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

/**
 * Creates an HTML element. Attributes that are functions are event listeners (`onclick`).
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 */
export function el(tag, attributes = {}, ...children) {
  return initialize(document.createElement(tag), attributes, children);
}

/**
 * Creates an SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 */
export function svg(tag, attributes = {}, ...children) {
  return initialize(document.createElementNS(SVG_NAMESPACE, tag), attributes, children);
}

/** @param {string} id */
export const byId = id => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Creates a button whose label is also its tooltip.
 * @param {string} label
 * @param {(event: MouseEvent) => unknown} onClick
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export function button(label, onClick, attributes = {}, ...children) {
  return el("button", { type: "button", title: label, "aria-label": label, onclick: onClick, ...attributes }, ...children);
}

/** Announces a message to screen readers. @param {string | null | undefined} text */
export function announce(text) {
  if (text) byId("announcer").textContent = text;
}

/**
 * @param {HTMLElement} one
 * @param {HTMLElement} other
 */
const haveSameData = (one, other) => JSON.stringify({ ...one.dataset }) === JSON.stringify({ ...other.dataset });

// Contents that wait until the mouse button is released.
/** @type {Map<Element, Child[]>} */
const pending = new Map();
const PRESS_POLL_MS = 30;

/**
 * Replaces the children of an element. If one of them had the focus, the new child with the
 * same tag and data attributes gets it, else the board. While the element is being clicked
 * the replacement waits, so that no click is lost.
 * @param {HTMLElement} element
 * @param {...Child} children
 */
export function replaceContent(element, ...children) {
  if (element.matches(":active")) {
    if (!pending.has(element)) setTimeout(() => replacePending(element), PRESS_POLL_MS);
    pending.set(element, children);
    return;
  }
  pending.delete(element);
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const hadFocus = focused !== null && focused !== element && element.contains(focused);
  element.replaceChildren(...children.filter(child => child !== null && child !== undefined && child !== false));
  if (!hadFocus) return;
  const candidates = /** @type {NodeListOf<HTMLButtonElement>} */ (element.querySelectorAll(focused.tagName));
  const same = [...candidates].find(each => !each.disabled && haveSameData(each, focused));
  /** @type {HTMLElement | null} */ (same ?? document.querySelector(".board[tabindex]"))?.focus({ preventScroll: true });
}

/** @param {HTMLElement} element */
function replacePending(element) {
  const children = pending.get(element);
  pending.delete(element);
  if (children) replaceContent(element, ...children);
}

/**
 * Copies a text. Where the clipboard is not available, selects it in its field instead and
 * returns false.
 * @param {string} text
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 */
export async function copyText(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.select();
    return false;
  }
}
