// Everything the page knows comes from here; docs/api.md tells it.

import { lang } from "./words.js";

export class Refusal extends Error {
  constructor(status, answer) {
    super(answer.message ?? String(status));
    Object.assign(this, { status, key: answer.error, answer });
  }
}

// Whether somebody asked for something that can't be.
export const isUnreadable = error => error instanceof Refusal && [400, 404, 413, 422].includes(error.status);

function send(path, body, { token, signal } = {}) {
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = "Bearer " + token;
  return fetch(`/api/${path}?lang=${lang()}`, {
    method: body === undefined ? "GET" : "POST", headers, signal,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

async function refuse(response) {
  const answer = await response.json().catch(() => ({}));
  return new Refusal(response.status, answer);
}

export async function ask(path, body, options) {
  const response = await send(path, body, options);
  if (!response.ok) throw await refuse(response);
  return response.json();
}

const kept = new Map();

// What never changes is asked for once in each language.
export function askOnce(path) {
  const key = lang() + path;
  if (!kept.has(key)) kept.set(key, ask(path).catch(error => { kept.delete(key); throw error; }));
  return kept.get(key);
}

export const catalogue = () => askOnce("catalogue");
export const variant = name => askOnce("variants/" + encodeURIComponent(name));

// An answer that grows: every line of it, as it comes.
export async function follow(path, body, signal, read) {
  const response = await send(path, body, { signal });
  if (!response.ok) throw await refuse(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = done ? "" : lines.pop();
    for (const line of lines) if (line.trim()) read(JSON.parse(line));
    if (done) return;
  }
}

// A name for a request, so that sending it twice has one effect.
export function requestName() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), byte => byte.toString(16).padStart(2, "0")).join("");
}

// A change of a game. A lost connection is tried again by the same name.
export async function change(id, what, body, token) {
  const named = { request: requestName(), ...body };
  for (let tries = 0; ; tries++) {
    try {
      return await ask(`games/${id}/${what}`, named, { token });
    } catch (error) {
      if (error instanceof Refusal || tries === 3) throw error;
      await new Promise(done => setTimeout(done, 250 * 2 ** tries));
    }
  }
}

// The events of a game, for as long as somebody listens.
export function listen(id, { event, lost }) {
  let socket = null, timer = null, tries = 0, ended = false;
  const connect = () => {
    socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/games/${id}/events?lang=${lang()}`);
    socket.onmessage = message => { tries = 0; event(JSON.parse(message.data)); };
    socket.onclose = () => {
      if (ended) return;
      if (tries++ > 0) lost();
      timer = setTimeout(connect, Math.min(8000, 250 * 2 ** tries));
    };
  };
  connect();
  return () => {
    ended = true;
    clearTimeout(timer);
    socket.onmessage = null;
    // Browsers complain of one that is closed before it is open.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
  };
}
