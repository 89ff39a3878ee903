// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
// Provides what a browser has.
import "./language.js";
import { ApiError, submitCreation } from "../public/lib/api.js";

/** The ids of the requests that were sent. @type {string[]} */
let ids = [];

/** Answers requests in turn; `null` is a lost connection. @param {(Response | null)[]} answers */
function answerWith(answers) {
  ids = [];
  globalThis.fetch = async (_, options) => {
    ids.push(JSON.parse(String(options?.body)).request);
    const answer = answers.shift();
    if (!answer) throw new TypeError("connection lost");
    return answer;
  };
}

const created = () => Response.json({ game: {}, tokens: {} }, { status: 201 });
const refused = () => Response.json({ error: "server.too-many-games", message: "…" }, { status: 429 });
const body = { game: "achi", first: "human", second: "human" };

test("a creation is repeated under one id until it is answered", async () => {
  answerWith([null, created()]);
  await submitCreation(body);
  assert.equal(ids.length, 2);
  assert.equal(ids[0], ids[1]);
  assert.match(ids[0], /^[0-9a-f]{32}$/);
  const [before] = ids;
  answerWith([created()]);
  await submitCreation(body);
  assert.notEqual(ids[0], before, "another game");
});

test("a later attempt after the connection failed has the same id", async () => {
  answerWith([]);
  await assert.rejects(submitCreation(body), TypeError);
  const [lost] = ids;
  answerWith([created(), created()]);
  await submitCreation(body);
  await submitCreation(body);
  assert.equal(ids[0], lost);
  assert.notEqual(ids[1], lost);
  answerWith([refused(), created()]);
  await assert.rejects(submitCreation(body), ApiError);
  await submitCreation(body);
  assert.notEqual(ids[0], ids[1], "a refused creation has no effect");
});
