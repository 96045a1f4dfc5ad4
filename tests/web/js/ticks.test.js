import assert from "node:assert/strict";
import test from "node:test";
import { ticks } from "../../../arena/web/static/app/match/ticks.js";

test("lines of the graph are at round numbers around the values", () => {
  assert.deepEqual(ticks(25000, 25000), [25000, 25500, 26000]);
  assert.deepEqual(ticks(12500, 51500), [10000, 20000, 30000, 40000, 50000, 60000]);
  assert.deepEqual(ticks(0, 1), [0, 1, 2]);
  assert.deepEqual(ticks(0, 0), [0, 1, 2]);
  assert.deepEqual(ticks(-7, 12), [-10, -5, 0, 5, 10, 15]);
});

test("every value lies between the first line and the last", () => {
  for (let low = -90; low < 90; low += 7)
    for (let high = low; high < 300; high += 13) {
      const lines = ticks(low, high);
      assert.ok(lines[0] <= low && lines[lines.length - 1] >= high, `${low} ${high}`);
      assert.ok(lines.length >= 3 && lines.length <= 6, `${low} ${high}: ${lines}`);
    }
});
