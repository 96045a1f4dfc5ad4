import assert from "node:assert/strict";
import test from "node:test";
import { choiceOf, inWords, keysOf, tilesIn } from "../../../arena/web/static/app/games/choices.js";
import { tableName } from "../../../arena/web/static/app/lib/names.js";
import { Picking } from "../../../arena/web/static/app/match/picking.js";

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

test("a digit takes the choice at its place, but the tile of its number where tiles have one", () => {
  assert.deepEqual([...keysOf(["discard:3m", "tsumogiri"]).values()], ["1", "2"]);
  assert.deepEqual([...keysOf(["3", "8", "T", "pass"]).values()], ["3", "8", "", ""]);
  assert.equal(keysOf(Array.from("abcdefghijk")).get("k"), "");
});

/** Ten choices of three tiles out of five of one suit. */
const HAND = ["1m", "2m", "2m", "4m", "5m", "9s"];
const LEGAL = ["122", "124", "125", "145", "224", "225", "245", "112", "114", "115"];
const picking = () =>
  new Picking({ hand: HAND, legal: LEGAL.map(d => `exchange:${d}m`) }, "sichuan");

test("three tiles that are picked one by one are a choice", () => {
  const here = picking();
  for (const name of ["4m", "2m", "2m"]) here.pick(name);
  assert.deepEqual([here.size, here.choice], [3, "exchange:224m"]);
  here.pick("2m");
  assert.deepEqual([here.tiles, here.choice], [["4m"], undefined]);
});

test("a tile of another suit cannot be picked with the others", () => {
  const here = picking();
  here.pick("9s");
  assert.deepEqual(here.places, []);
  here.pick("1m");
  assert.equal(here.fits(5), false);
});

test("few choices, or choices of one tile, are taken one by one", () => {
  assert.equal(new Picking({ hand: HAND, legal: ["chi:34m", "chi:45m"] }, "riichi").sets, null);
  const discards = Array.from("123456789", d => `discard:${d}m`).concat("discard:1p");
  assert.equal(new Picking({ hand: HAND, legal: discards }, "riichi").sets, null);
});

test("a name at a table is Latin; where nothing of it is, it is guest", () => {
  assert.deepEqual(["Anna", "Zoë Müller", "小明", " - ", ""].map(tableName), [
    "Anna",
    "Zoe-Muller",
    "guest",
    "guest",
    "guest",
  ]);
});
