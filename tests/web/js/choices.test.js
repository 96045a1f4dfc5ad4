import assert from "node:assert/strict";
import test from "node:test";
import { choiceOf, inWords, tilesIn } from "../../../arena/web/static/app/games/choices.js";

test("the tiles of a choice are found by game", () => {
  assert.deepEqual(tilesIn("chi:34m", "riichi"), ["3m", "4m"]);
  assert.deepEqual(tilesIn("discard:5m", "riichi"), ["5m"]);
  assert.deepEqual(tilesIn("pass", "riichi"), []);
  assert.deepEqual(tilesIn("6-4", "texas42"), ["6-4"]);
});

test("marks and trumps of Texas 42 are no tiles", () => {
  assert.deepEqual([tilesIn("2m", "texas42"), tilesIn("t:5", "texas42")], [[], []]);
});

test("a choice is said in words, the server's own where it has any", () => {
  assert.equal(inWords("discard:0p", "riichi"), "discard red 5 of dots");
  assert.equal(inWords("T", "tigerdragon"), "lay tiger");
  assert.equal(inWords("void:m", "sichuan"), "no characters");
  assert.equal(inWords("tsumogiri", "riichi"), "discard the drawn tile");
  assert.equal(inWords("t:5", "texas42", { "t:5": "fives are trumps" }), "fives are trumps");
});

test("a click on a tile is the choice that names it", () => {
  assert.equal(choiceOf(["discard:5m", "pass"], "5m", false), "discard:5m");
  assert.equal(choiceOf(["6-4"], "6-4", false), "6-4");
  assert.equal(choiceOf(["discard:5m", "tsumogiri"], "5m", true), "tsumogiri");
  assert.equal(choiceOf(["discard:5m", "tsumogiri"], "5m", false), "discard:5m");
  assert.equal(choiceOf(["pass"], "5m", false), undefined);
});
