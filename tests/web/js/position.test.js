import assert from "node:assert/strict";
import test from "node:test";
import { Position } from "../../../arena/web/static/app/match/position.js";

/** Three rounds in ten frames; seat 1 decides at frames 2 and 6, something went wrong at 3 and 7. */
function history(more = {}) {
  const frames = Array.from({ length: 10 }, (_, seq) => ({ seq, events: [], view: {} }));
  frames[3].moves = { 1: "pass" };
  frames[7].moves = { 1: "5m" };
  const rounds = [0, 4, 8].map((frame, i) => ({ frame, name: String(i + 1) }));
  const marks = [3, 7].map(frame => ({ frame, kind: "fault", seat: 0, text: "late" }));
  return { players: ["ann", "bob"], frames, rounds, marks, result: { ranks: [1, 2] }, ...more };
}

const at = (cursor, more = {}) =>
  Object.assign(new Position(history(), "off"), { cursor, ...more });
const running = (hands, more = {}) =>
  Object.assign(new Position(history({ room_id: "r", result: null, hands }), "off"), more);

test("two positions in one match do not share anything", () => {
  const match = history();
  const [one, other] = [new Position(match, "off"), new Position(match, "off")];
  one.go(5);
  assert.equal(other.cursor, 0);
});

test("a move stays within the match and lets go of a pinned event", () => {
  const here = at(4, { pinned: 2, hover: 2 });
  here.go(99);
  assert.deepEqual([here.cursor, here.pinned, here.hover], [9, null, null]);
  here.go(-1);
  assert.equal(here.cursor, 0);
});

test("the last event of a running match is followed, any other is not", () => {
  const here = running("nothing");
  here.go(9);
  assert.equal(here.following, true);
  here.go(8);
  assert.equal(here.following, false);
});

test("the end of a finished match is not followed", () => {
  const here = at(0);
  here.go(9);
  assert.equal(here.following, false);
});

test("an event that is pointed at is shown instead of the one stepped to", () => {
  assert.equal(at(4).shown, 4);
  assert.equal(at(4, { hover: 7 }).shown, 7);
  assert.equal(at(4, { hover: 12 }).shown, 9);
});

test("a frame belongs to the last round that has begun", () => {
  assert.deepEqual(
    [0, 3, 4, 7, 8, 9].map(cursor => at(cursor).round),
    [0, 0, 1, 1, 2, 2],
  );
});

test("back goes to the start of the round, then to the one before", () => {
  assert.deepEqual(
    [6, 4, 2, 0].map(cursor => at(cursor).roundStart(-1)),
    [4, 0, 0, 0],
  );
});

test("on goes to the next round, from the last one to the end", () => {
  assert.deepEqual(
    [0, 4, 8].map(cursor => at(cursor).roundStart(1)),
    [4, 8, 9],
  );
});

test("decisions of the chosen seat are found in both directions", () => {
  assert.equal(at(0, { seat: 1 }).nextDecision(1), 2);
  assert.equal(at(2, { seat: 1 }).nextDecision(1), 6);
  assert.equal(at(6, { seat: 1 }).nextDecision(1), undefined);
  assert.equal(at(6, { seat: 1 }).nextDecision(-1), 2);
  assert.equal(at(5, { seat: 0 }).nextDecision(-1), undefined);
});

test("problems are found in both directions", () => {
  assert.deepEqual(
    [at(0).nextProblem(1), at(3).nextProblem(1), at(7).nextProblem(1)],
    [3, 7, undefined],
  );
  assert.deepEqual([at(9).nextProblem(-1), at(3).nextProblem(-1)], [7, undefined]);
});

test("a link opens what it was made of", () => {
  const here = at(6, { view: "seat", seat: 1, text: true });
  const there = at(0);
  assert.equal(there.readHash(here.hash), 6);
  assert.deepEqual([there.view, there.seat, there.text], ["seat", 1, true]);
});

test("a link to what is followed names no event", () => {
  assert.equal(running("nothing", { view: "public", following: true }).hash, "#view=public");
});

test("a seat that nobody has is left out", () => {
  const here = at(0);
  here.readHash("#seat=7");
  assert.equal(here.seat, 0);
});

test("a running match shows no more hands than it allows", () => {
  for (const [hands, wanted, shown] of [
    ["nothing", "all", "public"],
    ["nothing", "seat", "public"],
    ["rounds", "all", "all"],
    ["rounds", "seat", "public"],
    ["live", "public", "all"],
  ]) {
    const here = running(hands);
    here.readHash(`#view=${wanted}`);
    assert.equal(here.view, shown, `${hands} ${wanted}`);
  }
});

test("who has not chosen sees matches of bots at a watchable pace, and others at once", () => {
  const paced = (pace, bots_only) => new Position(history({ bots_only }), pace).paced;
  assert.deepEqual([paced(null, true), paced(null, false)], [true, false]);
  assert.deepEqual([paced("off", true), paced("on", false)], [false, true]);
});

test("the turning point is the last own decision before the greatest loss", () => {
  const frames = [
    { events: [] },
    { events: [], moves: { 0: "a" } },
    { events: [], moves: { 1: "b" } },
    { events: [], moves: { 0: "c" }, results: [{ points: [-3, 3] }] },
    { events: [], moves: { 1: "d" } },
    { events: [], moves: { 0: "e" } },
    { events: [], results: [{ points: [8, -8] }] },
  ];
  const at = new Position(history({ frames }), "off");
  assert.deepEqual(at.turningPoint, { frame: 3, seat: 1 });
});
