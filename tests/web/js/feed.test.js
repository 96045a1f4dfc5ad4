import assert from "node:assert/strict";
import test from "node:test";
import { LiveFeed } from "../../../arena/web/static/app/match/feed.js";

const state = seq => ({ type: "state", seq, events: [{ type: "drawn" }], view: {} });

/** A feed without a socket: messages are handed to it; the server has `loaded` frames by then. */
function feeding(loaded = 1) {
  const log = { reloads: 0, seqs: [], over: null };
  const server = { frames: loaded };
  const listener = {
    changed: () => {},
    reload: async () => {
      log.reloads++;
      const frames = Array.from({ length: server.frames }, (_, seq) => ({ ...state(seq) }));
      return { frames, rounds: [], marks: [] };
    },
    grown: history => {
      log.seqs = history.frames.map(frame => frame.seq);
    },
    over: outcome => {
      log.over = outcome;
    },
  };
  const feed = new LiveFeed({ clock: null, room_id: "r" }, "public", listener);
  const hear = async (...messages) => {
    for (const message of messages) feed.heard(message);
    await new Promise(done => setImmediate(done));
  };
  return { feed, log, server, hear };
}

test("the first state loads what has been so far, the next ones are added", async () => {
  const { log, hear } = feeding(3);
  await hear({ type: "join_ack" }, state(2));
  await hear(state(3), state(4));
  assert.deepEqual(log.seqs, [0, 1, 2, 3, 4]);
  assert.equal(log.reloads, 1);
});

test("a step that is told again is shown once", async () => {
  const { log, hear } = feeding(3);
  await hear({ type: "join_ack" }, state(2), state(2), state(3), state(3));
  assert.deepEqual(log.seqs, [0, 1, 2, 3]);
});

test("what comes in while frames are loaded waits and is added after them", async () => {
  const { log, hear } = feeding(2);
  await hear({ type: "join_ack" }, state(1), state(2), state(3));
  assert.deepEqual(log.seqs, [0, 1, 2, 3]);
  assert.equal(log.reloads, 1);
});

test("a gap loads everything again", async () => {
  const { log, server, hear } = feeding(2);
  await hear({ type: "join_ack" }, state(1));
  server.frames = 6;
  await hear(state(5));
  assert.deepEqual(log.seqs, [0, 1, 2, 3, 4, 5]);
  assert.equal(log.reloads, 2);
});

test("a decision that was taken back loads the shorter match", async () => {
  const { log, server, hear } = feeding(5);
  await hear({ type: "join_ack" }, state(4));
  server.frames = 3;
  await hear(state(2));
  assert.deepEqual(log.seqs, [0, 1, 2]);
});

test("a new connection loads what was missed", async () => {
  const { log, server, hear } = feeding(2);
  await hear({ type: "join_ack" }, state(1));
  server.frames = 4;
  await hear({ type: "join_ack" }, state(3));
  assert.deepEqual(log.seqs, [0, 1, 2, 3]);
});

test("the end is reported with points, places and winner", async () => {
  const { log, hear } = feeding(1);
  await hear({ type: "join_ack" }, state(0));
  await hear({ type: "game_over", deltas: [1, -1], placements: [1, 2], winner: 0 });
  assert.deepEqual(log.over, { points: [1, -1], ranks: [1, 2], winner: 0 });
});
