import assert from "node:assert/strict";
import test from "node:test";
import { announced, places, winners } from "../../../arena/web/static/app/lib/winners.js";

const row = (bot, mean, rating) => ({
  bot,
  matches: 4,
  place: { mean, low: null, high: null, n: 4 },
  rating: rating === null ? null : { mean: rating, low: null, high: null, n: 4 },
});

test("one who is ahead wins alone", () => {
  const rows = [row("anna", 1.25, 90.4), row("ben", 1.5, 12.1), row("cara", 2.5, -80)];
  assert.deepEqual(winners(rows), ["anna"]);
});

test("all whose rating is the same as shown are level", () => {
  const rows = [row("anna", 1.5, 60.2), row("ben", 1.5, 60.1), row("cara", 2.5, -80)];
  assert.deepEqual(winners(rows), ["anna", "ben"]);
});

test("all who never came behind anybody are level, whomever they met", () => {
  const rows = [row("counter", 1, 131), row("defender", 1, 128), row("random", 3, -80)];
  assert.deepEqual(winners(rows), ["counter", "defender"]);
});

test("a place is shared by those who are level, and the next one is left out", () => {
  const rows = [row("anna", 1, 131), row("ben", 1, 128), row("cara", 2.5, -80), row("dan", 3, -80)];
  assert.deepEqual(places([...rows, row("emil", 4, -99)]), [1, 1, 3, 3, 5]);
});

test("who has not played shares nothing", () => {
  const idle = { bot: "dan", matches: 0, place: null, rating: { mean: 60 } };
  assert.deepEqual(winners([row("anna", 1.5, 60), idle]), ["anna"]);
  assert.deepEqual(winners([idle]), []);
});

test("a final that ended level has two winners, one that did not has one", () => {
  const final = (points, ranks) => ({
    ranking: ["anna", "ben", "cara"],
    played: [{ tables: [{ deals: [{ seats: ["ben", "anna"], points, ranks }] }] }],
  });
  assert.deepEqual(winners([], final([10, 10], [1, 1])), ["anna", "ben"]);
  assert.deepEqual(winners([], final([10, 12], [2, 1])), ["anna"]);
});

test("everybody who is level is named", () => {
  assert.deepEqual(announced(["anna"]), ["Winner", "anna"]);
  const level = "Level in first place";
  assert.deepEqual(announced(["anna", "ben"]), [level, "anna and ben"]);
  assert.deepEqual(announced(["anna", "ben", "cara"]), [level, "anna, ben and cara"]);
});
