import assert from "node:assert/strict";
import test from "node:test";
import {
  bidHeading,
  dealHeading,
  items,
  payments,
  settledWins,
} from "../../../arena/web/static/app/games/round_receipts.js";
import { heading } from "../../../arena/web/static/app/match/heading.js";

const players = ["ann", "bob", "bob", "dan"];

test("a player whose name another has is told apart by the seat", () => {
  const result = { winners: [2], round: 1, result: { reason: "ron" } };
  assert.equal(heading(result, players), "bob (seat 3) wins by ron");
});

test("an empty wall is no way to win", () => {
  const result = { winners: [0, 3], round: 1, result: { reason: "empty_wall" } };
  assert.equal(dealHeading(result, players), "ann and dan won; the wall is empty");
  const nobody = { ...result, winners: [] };
  assert.equal(dealHeading(nobody, players), "The wall is empty; nobody won");
});

test("a game of others is not read as one of ours", () => {
  const result = { winners: [0], round: 2, result: { made: true, bid: 3, reason: "" } };
  assert.equal(heading(result, players), "ann wins");
  assert.equal(bidHeading(result, players), "ann: the bid of 3 is made");
});

test("a riichi win says who pays what", () => {
  const won = { type: "won", seat: 1, source: 3, deltas: [0, 7700, 0, -7700] };
  assert.deepEqual(payments(won, players), ["dan pays 7,700"]);
});

test("a riichi win names the sticks on the table that go to the winner", () => {
  const won = { type: "won", seat: 1, source: 3, deltas: [0, 9700, 0, -7700] };
  assert.deepEqual(payments(won, players), [
    "dan pays 7,700",
    "bob (seat 2) takes 2 riichi sticks: 2,000",
  ]);
});

test("a Taiwan win says what each payment is made of", () => {
  const won = {
    type: "won",
    seat: 3,
    yaku: ["箭字坎", "獨聽"],
    english: ["dragon_triplet", "single_wait"],
    tai: [1, 1],
    hand_tai: 2,
    payers: [0, 1],
    leg_base: [3, 3],
    dealer_tai: [1, 0],
    leg_tai: [3, 2],
    pull: [0, 0],
    pays: [6, 5],
  };
  assert.deepEqual(items(won), ["dragon triplet 箭字坎 1", "single wait 獨聽 1"]);
  assert.deepEqual(payments(won, players), [
    "ann pays 6: base 3 + 2 + 1 for the dealer tai",
    "bob (seat 2) pays 5: base 3 + 2 tai",
  ]);
});

test("a capped hand and a dealer's streak are named", () => {
  const won = {
    type: "won",
    seat: 0,
    hand_tai: 90,
    payers: [3, 1],
    leg_base: [0, 0],
    dealer_tai: [0, 0],
    leg_tai: [81, 0],
    pull: [0, 2],
    pays: [81, 2],
  };
  assert.deepEqual(payments(won, players), [
    "dan pays 81: 90 tai, capped at 81",
    "bob (seat 2) pays 2: 2 for the dealer's streak",
  ]);
});

test("every win of a Sichuan deal has its fan and its payers", () => {
  const won = (seat, tile) => ({ type: "won", seat, tile, hand: [] });
  const paid = (seat, tile, fans, value, deltas) => ({
    type: "hu_settled",
    seat,
    tile,
    fans,
    fan: fans.reduce((sum, [, worth]) => sum + worth, 0),
    value,
    deltas,
  });
  const wins = settledWins([
    won(0, "3m"),
    paid(0, "3m", [["清一色", 2]], 4, [4, -4, 0, 0]),
    { type: "discarded", seat: 1, tile: "9s" },
    won(3, "9s"),
    paid(3, "9s", [], 1, [0, -1, 0, 1]),
  ]);
  assert.deepEqual(wins.map(items), [["one suit 清一色 2"], []]);
  assert.deepEqual(
    wins.map(win => win.worth),
    ["2 fan, 4 points", "0 fan, 1 point"],
  );
  assert.deepEqual(
    wins.map(win => payments(win, players)),
    [["bob (seat 2) pays 4"], ["bob (seat 2) pays 1"]],
  );
});

test("a bid of marks is told in words", () => {
  const result = { winners: [0], result: { made: true, bid: "1m" } };
  assert.equal(bidHeading(result, ["ann"]), "ann: the bid of 1 mark is made");
});
