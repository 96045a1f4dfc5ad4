import assert from "node:assert/strict";
import test from "node:test";
import { automatic, mayPassWin } from "../../../arena/web/static/app/match/advice.js";
import { decisions } from "../../../arena/web/static/app/match/review.js";

const claim = { asking: "claim", legal: ["pon:55p", "pass"] };
const chance = { asking: "claim", legal: ["ron", "pass"] };

test("a pass is made by itself only where nothing can be won", () => {
  const both = { win: true, pass: true };
  assert.equal(automatic(claim, both), "pass");
  assert.equal(automatic(chance, both), "ron");
  assert.equal(automatic(chance, { win: false, pass: true }), undefined);
  assert.equal(automatic(claim, { win: true, pass: false }), undefined);
});

test("only a win that may be passed is warned about", () => {
  assert.equal(mayPassWin(chance), true);
  assert.equal(mayPassWin(claim), false);
  assert.equal(mayPassWin({ legal: ["tsumo", "discard:1m"] }), false);
});

test("a pass that is a move of its own is left to the player", () => {
  const turn = { asking: "turn", legal: ["3", "pass"] };
  assert.equal(automatic(turn, { win: true, pass: true }), undefined);
});

test("only what could have been decided otherwise is reviewed", () => {
  const frame = (legal, moves) => ({ view: { legal }, moves });
  const frames = [
    frame(["a", "b"]),
    frame(["c"], { 1: "a" }),
    frame(["d", "e"], { 1: "c" }),
    frame([], { 0: "x" }),
  ];
  assert.deepEqual(decisions(frames, 1), [0]);
});
