// Every state has an address: #/view/id?name=value.

export function route() {
  // Without a place of its own, the address's query is what it says.
  const [path, query = ""] = location.hash ? location.hash.replace(/^#\/?/, "").split("?") : ["", location.search.slice(1)];
  const [view = "", id = ""] = path.split("/");
  return { view: view || "play", id, params: new URLSearchParams(query) };
}

export function address(view, id = "", params = {}) {
  const known = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const query = new URLSearchParams(known).toString();
  return "#/" + view + (id ? "/" + id : "") + (query ? "?" + query : "");
}

export const go = hash => { location.hash = hash; };

// Changes the address without a step back.
export const settle = hash => history.replaceState(null, "", hash);

// Adds a step back without opening the view again.
export const step = hash => { if (location.hash !== hash) history.pushState(null, "", hash); };

export const link = hash => location.origin + location.pathname + hash;

// Moves in an address: no move holds a full stop. What people typed there is read
// as any list of moves, by who knows the game.
export const joinMoves = moves => moves.join(".");
export const splitMoves = text => (text ? text.split(".") : []);
export const movesText = text => (text ? text.replaceAll(".", ";") : undefined);
