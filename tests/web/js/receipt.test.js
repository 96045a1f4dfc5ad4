import assert from "node:assert/strict";
import test from "node:test";
import {
  bidHeading,
  closingItems,
  contractLines,
  dealHeading,
  items,
  moneyLines,
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
    "ann pays 6: base 3 + 2 tai + 1 for the dealer",
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
  const paid = (seat, tile, fans, value, deltas, fan_count = value) => ({
    type: "hu_settled",
    seat,
    tile,
    fans,
    fan: fans.reduce((sum, [, worth]) => sum + worth, 0),
    value,
    fan_count,
    deltas,
  });
  const wins = settledWins([
    won(0, "3m"),
    paid(0, "3m", [["清一色", 2]], 4, [4, -4, 0, 0]),
    { type: "discarded", seat: 1, tile: "9s" },
    won(3, "9s"),
    paid(3, "9s", [], 1, [0, -1, 0, 1]),
    won(1, "5s"),
    paid(1, "5s", [], 1, [0, 2, -2, 0], 2),
  ]);
  assert.deepEqual(wins.map(items), [["one suit 清一色 2"], [], []]);
  assert.deepEqual(
    wins.map(win => win.worth),
    ["2 fan, 4 points", "0 fan, 1 point", "0 fan, 1 point + 1 for the self-draw"],
  );
  assert.deepEqual(
    wins.map(win => payments(win, players)),
    [["bob (seat 2) pays 4"], ["bob (seat 2) pays 1"], ["bob (seat 3) pays 2"]],
  );
});

test("a bid of marks is told in words", () => {
  const result = { winners: [0], result: { made: true, bid: "1m" } };
  assert.equal(bidHeading(result, ["ann"]), "ann: the bid of 1 mark is made");
});

test("an empty wall says who pays whom and why", () => {
  const settled = {
    type: "empty_wall_settled",
    states: ["ready", "noten", "pig", "ready"],
    values: [1, 0, 0, 4],
    pigs: [16, 16, -48, 16],
    not_ready: [1, -5, 0, 4],
    refunds: [2, 0, -2, 0],
    deltas: [19, 11, -50, 20],
  };
  assert.deepEqual(moneyLines(settled, players), [
    "bob (seat 3) still holds tiles of the void suit and pays 16 to ann, 16 to bob (seat 2), 16 to dan",
    "bob (seat 2) is not ready and pays 1 to ann, 4 to dan",
    "Kong money goes back: ann +2, bob (seat 3) −2",
  ]);
});

test("two who hold the void suit do not pay each other", () => {
  const settled = {
    type: "empty_wall_settled",
    states: ["pig", "won", "pig", "won"],
    values: [0, 0, 0, 0],
    pigs: [-32, 32, -32, 32],
    not_ready: [0, 0, 0, 0],
    refunds: [-2, 0, -4, 6],
    deltas: [-34, 32, -36, 38],
  };
  assert.deepEqual(moneyLines(settled, players), [
    "ann still holds tiles of the void suit and pays 16 to bob (seat 2), 16 to dan",
    "bob (seat 3) still holds tiles of the void suit and pays 16 to bob (seat 2), 16 to dan",
    "Kong money goes back: ann −2, bob (seat 3) −4, dan +6",
  ]);
});

test("an empty wall at which nobody owes anything says so", () => {
  const none = [0, 0, 0, 0];
  const settled = {
    type: "empty_wall_settled",
    states: ["ready", "ready", "won", "won"],
    values: [1, 1, 0, 0],
    pigs: none,
    not_ready: none,
    refunds: none,
    deltas: none,
  };
  assert.deepEqual(moneyLines(settled, players), ["Nobody pays anything at the empty wall"]);
});

test("who is not ready pays nothing where nobody is ready", () => {
  const settled = {
    type: "empty_wall_settled",
    states: ["noten", "noten", "won", "noten"],
    values: [0, 0, 0, 0],
    pigs: [0, 0, 0, 0],
    not_ready: [0, 0, 0, 0],
    refunds: [-2, 2, 0, 0],
    deltas: [-2, 2, 0, 0],
  };
  assert.deepEqual(moneyLines(settled, players), ["Kong money goes back: ann −2, bob (seat 2) +2"]);
});

test("a kong says who pays for it, and where its money goes when its discard is won", () => {
  const paid = { type: "kong_paid", seat: 0, kind: "concealed", deltas: [4, -2, 0, -2] };
  assert.deepEqual(moneyLines(paid, players), [
    "ann is paid for a kong: 2 by bob (seat 2), 2 by dan",
  ]);
  const moved = { type: "kong_money_moved", how: "transfer", deltas: [-4, 3, 1, 0] };
  assert.deepEqual(moneyLines(moved, players), [
    "ann hands on the money of the kong: 3 to bob (seat 2), 1 to bob (seat 3)",
  ]);
});

test("a hand of Texas 42 says what was declared and what each side took", () => {
  const result = {
    points: [1, 0, 1, 0],
    result: { bidder: 2, bid: "31", trump: "2", made: true, points: [35, 7] },
  };
  const text = "declares twos as trumps";
  const declared = { type: "declared", seat: 2, declaration: "t:2", out: null, text };
  assert.deepEqual(contractLines(result, players, [declared]), [
    "bob declares twos as trumps",
    "side A takes 35 points, side B 7",
    "1 mark for side A",
  ]);
});

test("points do not matter at nello, and a splash pays more marks", () => {
  const result = {
    points: [0, 2, 0, 2],
    result: { bidder: 0, bid: "2m", trump: "nello", made: false, points: [12, 30] },
  };
  const text = "declares nello; {3} sits out";
  const declared = { type: "declared", seat: 0, declaration: "t:nello", out: 3, text };
  assert.deepEqual(contractLines(result, players, [declared]), [
    "ann declares nello; dan sits out",
    "2 marks for side B",
  ]);
});

test("a hand that nobody bid on has no contract", () => {
  const result = { points: [0, 0, 0, 0], result: { points: [0, 0] } };
  assert.deepEqual(contractLines(result, players, []), []);
});

test("a round of Tiger & Dragon says what its winner closed with, where, and its bonus", () => {
  const ended = (last_tile, bonus_discards, points) => ({
    winners: [1],
    points: [0, points, 0],
    result: { last_tile, bonus_discards, winner_discards: "5D,8A,2B" },
  });
  assert.deepEqual(closingItems(ended("2", 2, 4), "dojo"), ["closes with 2", "Dojo", "bonus ×2"]);
  assert.deepEqual(closingItems(ended("2", 0, 2), "dojo"), ["closes with 2", "Dojo"]);
  assert.deepEqual(closingItems(ended("7", 1, 6), "cave"), [
    "closes with 7",
    "Cave",
    "everybody's bonus",
  ]);
});

test("a closing 1, Tiger or Dragon pays the same everywhere, without a bonus", () => {
  const ended = last_tile => ({
    winners: [1],
    points: [0, 10],
    result: { last_tile, bonus_discards: 2 },
  });
  assert.deepEqual(closingItems(ended("1"), "dojo"), ["closes with 1", "no bonus"]);
  assert.deepEqual(closingItems(ended("T"), "dojo"), ["closes with tiger", "no bonus"]);
});
