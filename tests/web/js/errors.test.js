import assert from "node:assert/strict";
import test from "node:test";
import { problemOf, refusal } from "../../../arena/web/static/app/lib/errors.js";
import { openRoom } from "../../../arena/web/static/app/lib/rooms.js";

const refused = /** @type {Response} */ ({ status: 409 });

test("the server's own sentence is shown, else its status", () => {
  const error = { code: "not_allowed", message: "target: expected 1 to 1000" };
  assert.equal(problemOf(refused, { error }), "target: expected 1 to 1000");
  assert.equal(problemOf(refused, null), "The server said 409.");
  assert.equal(problemOf(null, null), "The server does not answer.");
});

test("without a sentence there is the meaning of the code", () => {
  assert.equal(refusal("room_full", ""), "The table is full");
  assert.equal(refusal("something_new", "no"), "no");
});

test("a room that is refused says why", async () => {
  const error = { code: "not_allowed", message: "target: expected 1 to 1000" };
  globalThis.fetch = async () => new Response(JSON.stringify({ error }), { status: 400 });
  const { problem, status } = await openRoom("riichi", 1000, {});
  assert.deepEqual([problem, status], ["target: expected 1 to 1000", 400]);
});
