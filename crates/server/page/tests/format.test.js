// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { formatClock, formatNumber, formatSigned } from "../public/lib/format.js";
import { inLanguage } from "./language.js";

test("numbers are grouped as in the language", () => {
  assert.equal(formatNumber(55505), "55,505");
  assert.equal(formatNumber(0.25, 1), "0.3");
  inLanguage("fr", () => {
    assert.equal(formatNumber(55505), "55\u202f505");
    assert.equal(formatNumber(1.5, 1), "1,5");
  });
});

test("signed numbers have a sign unless they round to zero", () => {
  assert.equal(formatSigned(2), "+2");
  assert.equal(formatSigned(-3), "−3");
  assert.equal(formatSigned(0), "0");
  assert.equal(formatSigned(-0.04, 1), "0.0");
  assert.equal(formatSigned(-0.06, 1), "−0.1");
});

test("clocks show tenths below ten seconds, and stop at zero", () => {
  for (const [ms, text] of /** @type {const} */ ([
    [3_723_000, "1:02:03"], [600_000, "10:00"], [245_000, "4:05"], [10_000, "0:10"], [9_999, "9.9"], [740, "0.7"], [0, "0:00"], [-50, "0:00"],
  ])) assert.equal(formatClock(ms), text, `${ms} ms`);
  assert.equal(inLanguage("fr", () => formatClock(2_500)), "2,5");
});
