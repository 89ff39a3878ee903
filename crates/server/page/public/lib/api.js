// @ts-check
// Requests to the server. The interface is documented in docs/api.md.

import { capitalizeSentence, language } from "./i18n.js";
import { load, save } from "./store.js";

/** An error answered by the server; its message is written for people. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {{ message?: string, game?: Api.Game }} answer
   */
  constructor(status, answer) {
    super(capitalizeSentence(answer.message ?? String(status)));
    this.status = status;
    /** The game as it is now, if the change was based on an older revision. */
    this.game = answer.game;
  }
}

/**
 * Returns whether a request was refused for what it asked, so that repeating it is useless.
 * @param {unknown} error
 * @returns {error is ApiError}
 */
export const isInvalidRequest = error => error instanceof ApiError && [400, 404, 413, 422].includes(error.status);

/** @typedef {{ token?: string, signal?: AbortSignal }} RequestOptions */

/** Asks the person for the join code; returns `null` if they have none. @typedef {() => Promise<string | null>} AskJoinCode */

/** @type {AskJoinCode} */
let askJoinCode = async () => null;
/** The question that is open, shared by all requests. @type {Promise<string | null> | null} */
let openQuestion = null;

/** Sets how the join code is asked for. @param {AskJoinCode} ask */
export function onJoinCodeNeeded(ask) { askJoinCode = ask; }

/**
 * Sends a request, again with the join code if the server needs one.
 * @param {string} path
 * @param {unknown} body
 * @param {RequestOptions} options
 * @returns {Promise<Response>}
 */
async function send(path, body, options = {}) {
  const response = await sendOnce(path, body, options);
  if (response.status !== 401) return response;
  const { error } = await response.clone().json().catch(() => ({}));
  if (error !== "server.join-code") return response;
  openQuestion ??= askJoinCode().finally(() => { openQuestion = null; });
  const code = await openQuestion;
  if (code === null) return response;
  save("join-code", code);
  return send(path, body, options);
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {RequestOptions} options
 */
function sendOnce(path, body, { token, signal }) {
  /** @type {Record<string, string>} */
  const headers = {};
  const joinCode = load("join-code");
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = "Bearer " + token;
  if (joinCode) headers["X-Join-Code"] = joinCode;
  return fetch(`/api/${path}?lang=${language()}`, {
    method: body === undefined ? "GET" : "POST", headers, signal,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

/** @param {Response} response */
async function errorFrom(response) {
  return new ApiError(response.status, await response.json().catch(() => ({})));
}

/**
 * Sends a GET request, or a POST request if there is a body, and returns the answer.
 * @param {string} path
 * @param {unknown} [body]
 * @param {RequestOptions} [options]
 * @returns {Promise<any>}
 */
export async function request(path, body, options = {}) {
  const response = await send(path, body, options);
  if (!response.ok) throw await errorFrom(response);
  return response.json();
}

/**
 * Returns the picture of a position as PNG.
 * @param {{ game: string, position?: string, moves: string[], theme?: string, scheme?: string }} position
 */
export async function fetchPicture(position) {
  const response = await send("picture", position);
  if (!response.ok) throw await errorFrom(response);
  return response.blob();
}

/** @type {Map<string, Promise<any>>} */
const cache = new Map();

/**
 * Returns an answer that never changes, requested once per language.
 * @param {string} path
 * @returns {Promise<any>}
 */
export function requestOnce(path) {
  const key = language() + path;
  let answer = cache.get(key);
  if (!answer) {
    answer = request(path).catch(error => { cache.delete(key); throw error; });
    cache.set(key, answer);
  }
  return answer;
}

/**
 * Sends a request whose answer is one JSON value per line, and calls `onLine` with each.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} signal
 * @param {(line: any) => void} onLine
 */
export async function streamLines(path, body, signal, onLine) {
  const response = await send(path, body, { signal });
  if (!response.ok) throw await errorFrom(response);
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = done ? "" : lines.pop() ?? "";
    for (const line of lines) if (line.trim()) onLine(JSON.parse(line));
    if (done) return;
  }
}

// Identifies a request, so that the server applies it once even if it is sent twice. 128 random bits:
// the id of a request that creates a game or takes a seat is as secret as the seat tokens.
function requestId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join("");
}

// Names the event stream of this page, which skips the changes made here: the answer to a
// change has the new state.
const stream = requestId();

const RETRIES = 3;
const FIRST_DELAY_MS = 250;

/**
 * Sends a request with an id, again when the connection fails: the server applies it once.
 * @param {string} path
 * @param {Record<string, unknown>} body with the id as `request`
 * @param {RequestOptions} [options]
 * @returns {Promise<any>}
 */
async function requestWithRetries(path, body, options) {
  for (let tries = 0; ; tries++) {
    try {
      return await request(path, body, options);
    } catch (error) {
      if (error instanceof ApiError || tries === RETRIES) throw error;
      await new Promise(resolve => setTimeout(resolve, FIRST_DELAY_MS * 2 ** tries));
    }
  }
}

/**
 * Changes a game. Retries under the same request id when the connection fails.
 * @param {string} id
 * @param {Api.GameChange} change
 * @param {Record<string, unknown>} body
 * @param {string | undefined} token of the seat that makes the change
 * @returns {Promise<Api.Game>}
 */
export function submitChange(id, change, body, token) {
  return requestWithRetries(`games/${id}/${change}`, { request: requestId(), stream, ...body }, { token });
}

/** The creation that failed with the connection, by its body: the server may have done it. @type {{ key: string, id: string } | null} */
let failedCreation = null;

/**
 * Creates a game. A second attempt after the connection failed returns the same game if the server
 * had created it.
 * @param {Record<string, unknown>} body
 * @returns {Promise<{ game: Api.Game, tokens: Api.Sides<string> }>}
 */
export async function submitCreation(body) {
  const key = JSON.stringify(body);
  const id = failedCreation?.key === key ? failedCreation.id : requestId();
  try {
    const created = await requestWithRetries("games", { request: id, ...body });
    failedCreation = null;
    return created;
  } catch (error) {
    failedCreation = error instanceof ApiError ? null : { key, id };
    throw error;
  }
}

/**
 * Subscribes to the events of a game, reconnecting when the connection is lost.
 * @param {string} id
 * @param {{ onEvent: (event: Api.GameEvent) => void, onLost: () => void }} handlers
 * @param {string} [token] of one's seat, which shows the opponent that one is here
 * @returns {() => void} unsubscribes
 */
export function subscribe(id, { onEvent, onLost }, token) {
  /** @type {WebSocket} */
  let socket;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let tries = 0, closed = false;
  const connect = () => {
    socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/games/${id}/events?lang=${language()}&stream=${stream}`,
      token ? ["plateau", "seat." + token] : ["plateau"]);
    socket.onmessage = message => { tries = 0; onEvent(JSON.parse(message.data)); };
    socket.onclose = () => {
      if (closed) return;
      if (tries++ > 0) onLost();
      timer = setTimeout(connect, Math.min(8000, FIRST_DELAY_MS * 2 ** tries));
    };
  };
  connect();
  return () => {
    closed = true;
    clearTimeout(timer);
    socket.onmessage = null;
    // Closing a socket before it is open logs an error in the console.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
  };
}
