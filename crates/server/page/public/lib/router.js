// @ts-check
// Addresses: every state of the page has one, #/view/id?name=value.

/** @typedef {{ view: string, id: string, params: URLSearchParams }} Route */

/**
 * Parses an address. Without a hash, the query of the URL holds the parameters.
 * @param {string} hash
 * @param {string} search
 * @returns {Route}
 */
export function parseAddress(hash, search) {
  const [path, query = ""] = hash ? hash.replace(/^#\/?/, "").split("?") : ["", search.slice(1)];
  const [view = "", id = ""] = path.split("/");
  const params = new URLSearchParams(query);
  // Without a game there is nothing to play yet.
  const isStart = (view || "play") === "play" && !id && !params.size;
  return { view: isStart ? "start" : view || "play", id, params };
}

export const currentRoute = () => parseAddress(location.hash, location.search);

/**
 * Writes an address; parameters without a value are left out.
 * @param {string} view
 * @param {string} [id]
 * @param {Record<string, string | number | null | undefined>} [params]
 */
export function address(view, id = "", params = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
  return "#/" + view + (id ? "/" + id : "") + (query.size ? "?" + query : "");
}

/** Opens an address. @param {string} hash */
export const navigate = hash => { location.hash = hash; };

/** The place of the shown entry in the history of this tab, which each entry has as its state. */
let place = 0;

/** Changes the address without a history entry and without opening it. @param {string} hash */
export const replaceAddress = hash => history.replaceState(place, "", hash);

/** Adds a history entry without opening it. @param {string} hash */
export function pushAddress(hash) {
  if (location.hash !== hash) history.pushState(++place, "", hash);
}

/**
 * Returns how to ask whether to leave what is shown for an address (`null`: for something else that has
 * none yet), or `null` where there is no need to ask.
 * @typedef {(route: Route | null) => (() => Promise<boolean>) | null} LeaveGuard
 */

/** @type {LeaveGuard} */
let leaveGuard = () => null;

/** Sets the guard of what is shown now. @param {LeaveGuard} guard */
export function setLeaveGuard(guard) { leaveGuard = guard; }

/** Asks whether what is shown may be left, if need be. */
export const mayLeave = async () => leaveGuard(null)?.() ?? true;

/** Calls `enter` for the address and whenever it changes, unless the reader stays. @param {() => void} enter */
export function watchAddress(enter) {
  /** What the next change of the address comes from, if not from the reader. @type {"" | "back" | "on"} */
  let expected = "";
  let isAsking = false;
  /** The place of the address, in an entry that may be new. */
  const currentPlace = () => (typeof history.state === "number" ? history.state : place + 1);
  const open = () => {
    place = currentPlace();
    history.replaceState(place, "");
    enter();
  };
  window.addEventListener("hashchange", async ({ newURL }) => {
    const from = expected;
    expected = "";
    if (from === "back") return;
    // A game that was opened meanwhile has taken the address of the new entry.
    if (newURL !== location.href) history.replaceState(history.state, "", newURL);
    const ask = from === "on" ? null : leaveGuard(currentRoute());
    const distance = currentPlace() - place;
    if (!ask || !distance) { open(); return; }
    // Back to the entry that is still shown, until the question is answered.
    expected = "back";
    history.go(-distance);
    if (isAsking) return;
    isAsking = true;
    const leaves = await ask();
    isAsking = false;
    if (!leaves) return;
    expected = "on";
    history.go(distance);
  });
  open();
}

/** @param {string} hash */
export const absoluteLink = hash => location.origin + location.pathname + hash;

/** Joins moves for an address; no move contains a full stop. @param {string[]} moves */
export const joinMoves = moves => moves.join(".");

/** @param {string | null} text */
export const splitMoves = text => (text ? text.split(".") : []);

/**
 * Turns the moves of an address into text for the server, which also reads lists that
 * people typed in the notation of the game.
 * @param {string | null} text
 */
export const movesForServer = text => (text ? text.replaceAll(".", ";") : undefined);
