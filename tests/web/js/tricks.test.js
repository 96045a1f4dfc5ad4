import assert from "node:assert/strict";
import { test } from "node:test";

import { playedBy, shownTrick } from "../../../arena/web/static/app/games/tricks.js";

const seats = [0, 1, 2, 3];

test("dominoes lie at the seats that played them, in turn from the leader", () => {
  const trick = { leader: 2, tiles: ["6-6", "5-0", "1-0"], winner: 2 };
  assert.deepEqual(
    seats.map(seat => playedBy(trick, seat, null)),
    ["1-0", undefined, "6-6", "5-0"],
  );
});

test("in nello the seat that sits out is passed over", () => {
  const trick = { leader: 1, tiles: ["6-6", "5-0", "1-0"], winner: 1 };
  assert.deepEqual(
    seats.map(seat => playedBy(trick, seat, 2)),
    ["1-0", "6-6", undefined, "5-0"],
  );
});

test("the last trick stays until the next one is led", () => {
  const last = { leader: 0, tiles: ["1-0", "2-0", "3-0", "4-0"], winner: 3, points: 1 };
  const view = { trick: [], leader: -1, trick_winner: -1, tricks: [last] };
  assert.equal(shownTrick(view).complete, true);
  assert.equal(playedBy(shownTrick(view), 3, null), "4-0");
  const led = { ...view, trick: ["5-5"], leader: 3, trick_winner: 3 };
  assert.equal(shownTrick(led).complete, false);
  assert.equal(playedBy(shownTrick(led), 3, null), "5-5");
});
