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

/** Changes the address without a history entry and without opening it. @param {string} hash */
export const replaceAddress = hash => history.replaceState(null, "", hash);

/** Adds a history entry without opening it. @param {string} hash */
export const pushAddress = hash => { if (location.hash !== hash) history.pushState(null, "", hash); };

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
