import assert from "node:assert/strict";
import test from "node:test";
import { PACE, Player } from "../../../arena/web/static/app/match/player.js";
import { Position } from "../../../arena/web/static/app/match/position.js";

/** A player of a match of six frames, with the times that it asked to be drawn. */
function playing(t, more = {}, paced = false) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const frames = Array.from({ length: 6 }, (_, seq) => ({ seq, events: [], view: {} }));
  const marks = [{ frame: 2, kind: "fault", seat: 1, text: "late" }];
  const rounds = [{ frame: 0, name: "1" }];
  const match = { players: ["ann", "bob"], frames, marks, rounds, result: null, ...more };
  const at = new Position(match, paced ? "on" : "off");
  return { at, player: new Player(at, () => {}), tick: ms => t.mock.timers.tick(ms) };
}

test("playing shows one event after the other and stops at the end", t => {
  const { at, player, tick } = playing(t);
  player.play();
  tick(PACE);
  assert.deepEqual([at.cursor, at.playing], [1, true]);
  for (let i = 0; i < 4; i++) tick(PACE);
  assert.deepEqual([at.cursor, at.playing], [5, false]);
});

test("twice the speed is half the time", t => {
  const { at, player, tick } = playing(t);
  player.setSpeed(2);
  player.play();
  tick(PACE / 2);
  assert.equal(at.cursor, 1);
});

test("speed 0 steps by one and does not play", t => {
  const { at, player, tick } = playing(t);
  player.setSpeed(0);
  player.play();
  tick(10 * PACE);
  assert.deepEqual([at.cursor, at.playing], [1, false]);
});

test("playing from the end begins anew", t => {
  const { at, player } = playing(t);
  player.end();
  player.play();
  assert.deepEqual([at.cursor, at.playing], [0, true]);
});

test("a step stops playing", t => {
  const { at, player, tick } = playing(t);
  player.play();
  player.step(2);
  tick(5 * PACE);
  assert.deepEqual([at.cursor, at.playing], [2, false]);
});

test("what comes in is shown at once by whoever follows", t => {
  const { at, player } = playing(t, { room_id: "r" });
  at.following = true;
  player.catchUp();
  assert.equal(at.cursor, 5);
});

test("at a watchable pace what comes in is shown two events a second", t => {
  const { at, player, tick } = playing(t, { room_id: "r" }, true);
  at.following = true;
  player.catchUp();
  player.catchUp();
  assert.equal(at.cursor, 0);
  tick(500);
  assert.equal(at.cursor, 1);
  tick(500);
  assert.equal(at.cursor, 2);
});

test("whoever has stepped back is not moved by what comes in", t => {
  const { at, player } = playing(t, { room_id: "r" });
  player.jump(1);
  player.catchUp();
  assert.equal(at.cursor, 1);
});

test("a problem is gone to and named; where there is none, that is said", t => {
  const { at, player } = playing(t);
  player.problem(1);
  assert.deepEqual([at.cursor, at.note], [2, "bob, fault: late"]);
  player.problem(1);
  assert.deepEqual([at.cursor, at.note], [2, "No further problem that way."]);
});

test("a pinned event stays while others are pointed at", t => {
  const { at, player } = playing(t);
  player.pin(3);
  player.hover(1);
  assert.equal(at.shown, 3);
  player.unpin();
  player.hover(1);
  assert.equal(at.shown, 1);
});
