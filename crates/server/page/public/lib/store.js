// @ts-check
// What this browser remembers between visits, and the seat tokens it holds.

// Values that the browser refused to store. They last as long as the page.
/** @type {Map<string, unknown>} */
const unsaved = new Map();

/**
 * @param {() => Storage} storage
 * @param {string} name
 * @returns {any}
 */
function read(storage, name) {
  try {
    const saved = JSON.parse(storage().getItem("plateau." + name) ?? "null");
    return unsaved.get(name) ?? saved;
  } catch {
    return unsaved.get(name) ?? null;
  }
}

/**
 * @param {() => Storage} storage
 * @param {string} name
 * @param {unknown} value
 */
function write(storage, name, value) {
  try {
    storage().setItem("plateau." + name, JSON.stringify(value));
    unsaved.delete(name);
  } catch {
    unsaved.set(name, value);
  }
}

// Access throws where storage is disabled, so it is delayed until a call that catches.
const browserStorage = () => window.localStorage;
const tabStorage = () => window.sessionStorage;

/**
 * Returns a saved value, or `null`.
 * @param {"boards" | "arena" | "client" | "game" | "games" | "join-code" | "lang" | "opponents" | "pace" | "reply" | "seats" | "tc" | "theme" | "thinking" | "values"} name
 */
export const load = name => read(browserStorage, name);

/**
 * @param {Parameters<typeof load>[0]} name
 * @param {unknown} value
 */
export const save = (name, value) => write(browserStorage, name, value);

/** @typedef {Partial<Api.Sides<string>>} SeatTokens */

/** Returns what this tab remembers of a game. @param {string} name @param {string} id */
export const loadOfTab = (name, id) => read(tabStorage, name + "." + id);

/** @param {string} name @param {string} id @param {unknown} value */
export const saveOfTab = (name, id, value) => write(tabStorage, name + "." + id, value);

const MAX_SAVED_GAMES = 200;

/**
 * Returns the seat tokens known for a game. A tab opened by an invitation uses the invited
 * seat only, even if another tab of this browser holds both.
 * @param {string} id
 * @returns {SeatTokens}
 */
export function loadTokens(id) {
  const { x, o } = loadOfTab("seats", id) ?? load("seats")?.[id] ?? {};
  return { x, o };
}

/**
 * @param {string} id
 * @param {SeatTokens} tokens
 */
export function saveTokens(id, tokens) {
  saveOfTab("seats", id, tokens);
  const all = load("seats") ?? {};
  all[id] = { ...tokens, ...all[id] };
  const played = load("games") ?? {};
  // Games that were never played go first.
  const ids = Object.keys(all).sort((a, b) => Number(a in played || a === id) - Number(b in played || b === id));
  for (const oldest of ids.slice(0, Math.max(0, ids.length - MAX_SAVED_GAMES))) delete all[oldest];
  save("seats", all);
}
