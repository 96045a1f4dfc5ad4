import assert from "node:assert/strict";
import test from "node:test";
import { apart } from "../../../arena/web/static/app/match/labels.js";

test("labels that share a place move apart, and the others stay where they are", () => {
  const [top, ...level] = apart([20, 112, 112, 112, 112], 112);
  assert.equal(top, 20);
  level.sort((a, b) => a - b).forEach((place, i) => i && assert.ok(place - level[i - 1] >= 13));
  assert.ok(level.at(-1) <= 112);
});
