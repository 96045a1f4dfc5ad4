import assert from "node:assert/strict";
import test from "node:test";
import { addMessages } from "../../../arena/web/static/app/lib/messages.js";
import { noted } from "../../../arena/web/static/app/match/remarks.js";

addMessages({
  en: { "{n} in hand": "手牌 {n} 枚", "counts {n}": "{n} 点牌", "by hand, 1": "手で", ", ": "、" },
});

test("a note of a variant is found with its number left out", () => {
  assert.equal(noted("3 in hand"), "手牌 3 枚");
  assert.equal(noted("takes it, counts 10"), "takes it、10 点牌");
});

test("a note that is known as a whole is not taken apart", () => {
  assert.equal(noted("by hand, 1"), "手で");
  assert.equal(noted(""), "");
});
