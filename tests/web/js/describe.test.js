import assert from "node:assert/strict";
import test from "node:test";
import { describe, usePieces } from "../../../arena/web/static/app/games/describe.js";
import { spoken } from "../../../arena/web/static/app/games/tile_names.js";

const players = ["ann", "bob"];

test("an event's text gets the names of its seats and speaks its pieces", () => {
  usePieces({ spoken });
  const e = { type: "any", seat: 0, text: "calls pon [5z] from {1}" };
  assert.equal(describe(e, players), "ann calls pon white dragon from bob");
});

test("a piece of another game that is written like one of our tiles stays as it is", () => {
  usePieces({});
  assert.equal(describe({ type: "won", text: "shows [T]" }, players), "shows T");
  usePieces({ spoken: name => `the ${name}` });
  assert.equal(describe({ type: "won", text: "shows [T]" }, players), "shows the T");
});

test("a name that looks like a mark is left alone", () => {
  usePieces({ spoken });
  const e = { type: "any", seat: 0, text: "asks {1}" };
  assert.equal(describe(e, ["[1m]", "{0}"]), "[1m] asks {0}");
});
