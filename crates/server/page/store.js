// What this browser remembers. A browser that keeps nothing still plays.

// What it would not keep lasts as long as the page.
const unkept = new Map();

function read(storage, name) {
  try {
    const kept = JSON.parse(storage().getItem("plateau." + name));
    return unkept.get(name) ?? kept;
  } catch {
    return unkept.get(name) ?? null;
  }
}

function write(storage, name, value) {
  try {
    storage().setItem("plateau." + name, JSON.stringify(value));
    unkept.delete(name);
  } catch {
    unkept.set(name, value);
  }
}

const lasting = () => window.localStorage;
const ofTab = () => window.sessionStorage;

export const recall = name => read(lasting, name);
export const keep = (name, value) => write(lasting, name, value);

// How many games this browser keeps the seats of.
const SEATS = 200;

// The tokens known here. A tab that came by an invitation knows that seat alone,
// though another tab may know both.
export function seatsOf(id) {
  const lasting = recall("seats")?.[id];
  const { x, o } = read(ofTab, "seats." + id) ?? lasting ?? {};
  return { tokens: { x, o } };
}

export function takeSeats(id, tokens) {
  write(ofTab, "seats." + id, tokens);
  const all = recall("seats") ?? {};
  all[id] = { ...tokens, ...all[id] };
  const names = Object.keys(all);
  for (const old of names.slice(0, Math.max(0, names.length - SEATS))) delete all[old];
  keep("seats", all);
}
