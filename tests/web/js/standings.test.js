import assert from "node:assert/strict";
import test from "node:test";
import {
  across,
  axisOf,
  chance,
  placeSure,
  possible,
  sorted,
  turned,
} from "../../../arena/web/static/app/lib/standings.js";

const row = (rank, name, more = {}) => ({
  rank,
  name,
  mean: null,
  low: null,
  high: null,
  superior: null,
  places: [],
  average: null,
  games: 0,
  faults: 0,
  ...more,
});
const ROWS = [
  row(1, "Zoe", { mean: 30, low: 28, high: 32, games: 5 }),
  row(2, "adam", { mean: 20, low: 15, high: 25, games: 9 }),
  row(3, "new"),
];
const names = (key, down) => sorted(ROWS, { key, down }).map(each => each.name);

test("rows are sorted by a column, in both directions", () => {
  assert.deepEqual(names("games", true), ["adam", "Zoe", "new"]);
  assert.deepEqual(names("games", false), ["new", "Zoe", "adam"]);
});

test("names are sorted whatever their case", () => {
  assert.deepEqual(names("name", false), ["adam", "new", "Zoe"]);
});

test("rows without a value come last in both directions", () => {
  assert.deepEqual(names("rating", true), ["Zoe", "adam", "new"]);
  assert.deepEqual(names("rating", false), ["adam", "Zoe", "new"]);
});

test("equal values keep the order of ranks, and the rows given are not moved", () => {
  assert.deepEqual(names("faults", true), ["Zoe", "adam", "new"]);
  assert.deepEqual(
    ROWS.map(each => each.rank),
    [1, 2, 3],
  );
});

test("an unknown column sorts by rank", () => {
  assert.deepEqual(names("shoe size", false), ["Zoe", "adam", "new"]);
});

test("a first click shows the best first, a second one turns it round", () => {
  const rank = { key: "rank", down: false };
  assert.deepEqual(turned(rank, "rating"), { key: "rating", down: true });
  assert.deepEqual(turned(rank, "average"), { key: "average", down: false });
  assert.deepEqual(turned(rank, "rank"), { key: "rank", down: true });
});

test("the axis holds every interval, with round ticks", () => {
  const axis = axisOf(ROWS);
  assert.ok(axis.low < 15 && axis.high > 32);
  assert.deepEqual(axis.ticks, [15, 20, 25, 30]);
  assert.equal(across(axis, axis.low), 0);
  assert.equal(across(axis, axis.high), 100);
});

test("where nobody is rated the axis is empty", () => {
  assert.deepEqual(axisOf([row(1, "new")]).ticks, []);
});

test("a chance near the line of 95 % is shown more exactly", () => {
  assert.deepEqual([null, 0.999, 0.001, 0.5, 0.9487, 0.97].map(chance), [
    "–",
    ">99 %",
    "<1 %",
    "50 %",
    "94.9 %",
    "97 %",
  ]);
});

test("ranks that are open are shown as a range, a single one alone", () => {
  assert.deepEqual(
    [
      [1, 4],
      [2, 2],
    ].map(possible),
    ["1–4", "2"],
  );
});

test("a mean place carries its interval and how many matches it stands on", () => {
  const placed = { mean_place: 2, mean_place_low: 1.5, mean_place_high: 2.5, matches: 12 };
  assert.equal(placeSure(placed), "1.50 to 2.50, 12 matches");
  assert.equal(placeSure({ ...placed, mean_place_low: null }), "too few for 95 %, 12 matches");
});
