import assert from "node:assert/strict";
import test from "node:test";
import { carryBanks, clocksOf, timeLeft } from "../../../arena/web/static/app/match/clock.js";

const RULES = { decision_ms: 5000, bank_ms: 60000, round_bonus_ms: 1000 };

/** Hold the page's clock at a moment. */
const now = (t, ms) => t.mock.method(performance, "now", () => ms);

test("a seat that is not asked shows its bank", () => {
  assert.deepEqual(timeLeft(RULES, 61500, null), {
    text: "1:01",
    said: "1:01 in the bank",
    low: false,
  });
});

test("a decision's own time goes first, then the bank", () => {
  assert.equal(timeLeft(RULES, 60000, 1500).text, "3.5 s +");
  assert.deepEqual(timeLeft(RULES, 20000, 8000), {
    text: "17 s",
    said: "17 s left of the bank",
    low: true,
  });
});

test("no clock goes below nothing", () => {
  assert.equal(timeLeft(RULES, 1000, 99000).text, "0.0 s");
});

/** A frame of seat 0's turn, heard at a moment. */
const turn = (banks, heard, asking = "turn") => ({
  banks,
  heard,
  view: { current_player: 0, asking },
});

test("whoever thought longer than a decision's time pays from the bank", t => {
  now(t, 8000);
  const frame = {};
  carryBanks(RULES, turn([10000, 10000], 1000), frame);
  assert.deepEqual(frame.banks, [8000, 10000]);
});

test("an answer in time costs nothing", t => {
  now(t, 4000);
  const frame = {};
  carryBanks(RULES, turn([10000, 10000], 1000), frame);
  assert.deepEqual(frame.banks, [10000, 10000]);
});

test("claims cost nobody's bank, for nobody is told who was asked", t => {
  now(t, 9000);
  const frame = {};
  carryBanks(RULES, turn([10000, 10000], 1000, "claim"), frame);
  assert.deepEqual(frame.banks, [10000, 10000]);
});

test("the end of a round gives everybody the bonus, and a bank is never negative", t => {
  now(t, 99000);
  const frame = { results: [{}] };
  carryBanks(RULES, turn([3000, 10000], 1000), frame);
  assert.deepEqual(frame.banks, [1000, 11000]);
});

test("without clocks, or before the banks are known, there is nothing to carry", () => {
  for (const [rules, before] of [
    [null, turn([1, 1], 0)],
    [RULES, undefined],
  ]) {
    const frame = {};
    carryBanks(rules, before, frame);
    assert.equal(frame.banks, undefined);
  }
});

test("only the seat that is asked in a running match has a running clock", t => {
  now(t, 2000);
  const match = { clock: RULES, players: ["ann", "bob"] };
  const frame = turn([60000, 60000], 1000);
  const texts = running => clocksOf(frame, match, running).map(clock => clock.text);
  assert.deepEqual(texts(true), ["4.0 s +", "1:00"]);
  assert.deepEqual(texts(false), ["1:00", "1:00"]);
  assert.deepEqual(clocksOf(frame, { ...match, clock: null }, true), [null, null]);
});
