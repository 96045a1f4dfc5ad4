import assert from "node:assert/strict";
import test from "node:test";
import { append, framesOf } from "../../../arena/web/static/app/match/live_frames.js";

const RESULT = {
  type: "round_result",
  round: 1,
  winner: 1,
  winner_seats: [1],
  deltas: [-5, 5],
  scores: "95,105",
  placements: [2, 1],
  result: {},
};
const CLOSED = {
  round: 1,
  winners: [1],
  points: [-5, 5],
  scores: [95, 105],
  placements: [2, 1],
  result: {},
};

test("a step within a round is one frame", () => {
  const message = { seq: 4, events: [{ type: "drawn" }], view: { n: 4 }, request_id: 9 };
  assert.deepEqual(framesOf(message, [], undefined), [
    { seq: 4, events: [{ type: "drawn" }], view: { n: 4 } },
  ]);
});

test("a step that closes a round is two: the old table with the result, then the new deal", () => {
  const events = [
    { type: "won" },
    { type: "round_ended" },
    { type: "a_new_deal", opens_round: "E2" },
    { type: "dealt", opens_round: "" },
  ];
  const [closed, opened] = framesOf({ seq: 7, events, view: { n: 7 } }, [RESULT], {
    view: { n: 6, scores: [100, 100] },
  });
  assert.deepEqual(closed, {
    seq: 7,
    events: events.slice(0, 2),
    view: { n: 6, scores: [95, 105] },
    results: [CLOSED],
  });
  assert.deepEqual(opened, { seq: 7, events: events.slice(2), view: { n: 7 } });
});

test("the last round of a match leaves no new deal, and its table is the last one", () => {
  const events = [{ type: "won" }, { type: "match_ended" }];
  const last = { view: { n: 6 } };
  const frames = framesOf({ seq: 7, events, view: { n: 7 } }, [RESULT], last);
  assert.equal(frames.length, 1);
  assert.deepEqual([frames[0].events, frames[0].view], [events, { n: 7, scores: [95, 105] }]);
});

test("a round that nobody won has no winners", () => {
  const [frame] = framesOf(
    { seq: 1, events: [], view: {} },
    [{ ...RESULT, winner: -1, winner_seats: [] }],
    undefined,
  );
  assert.deepEqual(frame.results[0].winners, []);
});

test("a round without a name is called by its number", () => {
  const history = { frames: [{}], rounds: [{ frame: 0, name: "1" }] };
  append(history, { events: [{ type: "shuffled" }, { type: "cards", opens_round: "" }] });
  assert.deepEqual(history.rounds.at(-1), { frame: 1, name: "2" });
});

test("a frame that is added closes the last round and opens the next", () => {
  const history = { frames: [{}], rounds: [{ frame: 0, name: "1" }] };
  append(history, { events: [], results: [CLOSED] });
  append(history, { events: [{ type: "any", opens_round: "2" }] });
  assert.equal(history.frames.length, 3);
  assert.deepEqual(history.rounds, [
    { frame: 0, name: "1", scores: [95, 105], points: [-5, 5] },
    { frame: 2, name: "2" },
  ]);
});
