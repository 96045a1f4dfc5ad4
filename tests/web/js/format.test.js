import assert from "node:assert/strict";
import test from "node:test";
import { number, place, rankOf, signed } from "../../../arena/web/static/app/lib/format.js";

test("thousands are set apart", () => {
  assert.equal(number(1234567), "1,234,567");
  assert.equal(number(-25000), "−25,000");
});

test("a signed number shows its sign, nothing is ±0", () => {
  assert.deepEqual([1200, -1200, 0].map(signed), ["+1,200", "−1,200", "±0"]);
});

test("places are ordinals beyond the longest table too", () => {
  assert.deepEqual([1, 2, 3, 4, 9].map(place), ["1st", "2nd", "3rd", "4th", "9th"]);
});

test("partners of the losing side are second of two, seats of their own as they were ranked", () => {
  const sides = [
    [0, 2],
    [1, 3],
  ];
  assert.deepEqual(
    [0, 1, 2, 3].map(seat => rankOf([3, 1, 3, 1], seat, sides)),
    [2, 1, 2, 1],
  );
  assert.equal(rankOf([2, 2, 1, 2], 0, [[0], [1], [2], [3]]), 2);
});
