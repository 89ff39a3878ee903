// What this browser remembers. A browser that keeps nothing still plays.

function read(storage, name) {
  try {
    return JSON.parse(storage().getItem("plateau." + name));
  } catch {
    return null;
  }
}

function write(storage, name, value) {
  try {
    storage().setItem("plateau." + name, JSON.stringify(value));
  } catch {
    // Nothing is kept.
  }
}

const lasting = () => window.localStorage;
const ofTab = () => window.sessionStorage;

export const recall = name => read(lasting, name);
export const keep = (name, value) => write(lasting, name, value);

// How many games this browser keeps the seats of.
const SEATS = 200;

// The tokens of the seats held here. A tab that came by an invitation holds
// that seat alone, though another tab may hold the other.
export function seatsOf(id) {
  return read(ofTab, "seats." + id) ?? recall("seats")?.[id] ?? {};
}

export function takeSeats(id, tokens) {
  write(ofTab, "seats." + id, tokens);
  const all = recall("seats") ?? {};
  all[id] = { ...tokens, ...all[id] };
  const names = Object.keys(all);
  for (const old of names.slice(0, Math.max(0, names.length - SEATS))) delete all[old];
  keep("seats", all);
}

// A seat that was given to somebody else is no longer played here.
export function giveSeat(id, side) {
  const tokens = { ...seatsOf(id) };
  delete tokens[side];
  write(ofTab, "seats." + id, tokens);
  keep("seats", { ...recall("seats"), [id]: tokens });
}
