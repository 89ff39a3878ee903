// @ts-check
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { sideNames, supportedLanguage, t } from "../public/lib/i18n.js";
import { MESSAGES } from "../public/lib/messages.js";
import { inLanguage } from "./language.js";

/** @param {string} text */
const placeholders = text => [...text.matchAll(/\{(\w+)\}/g)].map(match => match[1]).sort();

test("every message has both languages with the same placeholders", () => {
  for (const [key, forms] of Object.entries(MESSAGES)) {
    assert.ok(forms.length === 2 || forms.length === 3, key);
    for (const form of forms) {
      assert.ok(form.trim() !== "", key);
      assert.deepEqual(placeholders(form), placeholders(forms[0]), key);
    }
  }
});

test("only messages about a side have a plural form", () => {
  for (const [key, forms] of Object.entries(MESSAGES)) if (forms.length === 3) assert.ok(forms[0].includes("{side}"), key);
});

test("every message is used", () => {
  const root = new URL("../public/", import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(name => name.endsWith(".js") && !name.endsWith("messages.js"));
  const code = files.map(name => readFileSync(new URL(name, root), "utf8")).join("\n");
  // Keys built from the name of a preset or a mark.
  const isBuilt = (/** @type {string} */ key) => /^(preset|order|mark)-/.test(key);
  const unused = Object.keys(MESSAGES).filter(key => !code.includes(`"${key}"`) && !isBuilt(key));
  assert.deepEqual(unused, []);
});

test("placeholders are filled in", () => {
  assert.equal(t("hint-line", { move: "a1", line: "b2 · c3", value: "draw" }), "Hint: a1, then b2 · c3 (draw)");
  assert.equal(inLanguage("fr", () => t("turn", { side: "x" })), "À x de jouer");
});

test("French uses plural forms for sides named by a colour", () => {
  inLanguage("fr", () => {
    const names = sideNames({ x: "Noirs", o: "Blancs" });
    assert.deepEqual(names, { x: "Noirs", o: "Blancs" });
    assert.equal(t("turn", { side: names.x }), "Aux Noirs de jouer");
    assert.equal(t("wins-by", { side: names.o, margin: 46 }), "Les Blancs gagnent de 46");
    assert.equal(t("wins", { side: "o" }), "o gagne");
  });
});

test("English capitalizes colours and leaves letters alone", () => {
  assert.deepEqual(sideNames({ x: "black", o: "white" }), { x: "Black", o: "White" });
  assert.deepEqual(sideNames({ x: "x", o: "o" }), { x: "x", o: "o" });
});

test("the first supported language wins", () => {
  assert.equal(supportedLanguage(["de-DE", "fr-CA", "en"]), "fr");
  assert.equal(supportedLanguage(["en-GB", "fr"]), "en");
  assert.equal(supportedLanguage(["ja"]), "en");
  assert.equal(supportedLanguage([]), "en");
});
