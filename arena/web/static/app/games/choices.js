import { words } from "./describe.js";
import { spoken, symbol } from "./tile_names.js";

/** @type {Record<string, string>} */
const SUITS = { m: "characters", p: "dots", s: "bamboo" };

/** The games whose tiles the arena draws; in any other a choice such as `7` is no tile of ours. */
const OURS = new Set(["riichi", "taiwan", "sichuan", "texas42", "tigerdragon"]);

/** The tiles that a choice names: `chi:34m` two, `6-4` one, `pass` none. In Texas 42 `2m` are
 * two marks and `t:5` are trumps, so only dominoes count there.
 * @param {string} choice @param {string} game @returns {string[]} */
export function tilesIn(choice, game) {
  if (!OURS.has(game)) return [];
  const text = choice.split(":").pop() ?? "";
  if (game === "texas42") return /^\d-\d$/.test(text) ? [text] : [];
  if (symbol(text)) return [text];
  const run = /^(\d{2,})([mpszf])$/.exec(text);
  return run ? [...run[1]].map(digit => digit + run[2]) : [];
}

/** A choice in words.
 * @param {string} choice @param {string} game @param {Record<string, string>} [labels] */
export function inWords(choice, game, labels = {}) {
  if (labels[choice]) return labels[choice];
  const [verb, about] = choice.includes(":") ? choice.split(":") : ["", choice];
  const tiles = tilesIn(choice, game);
  if (tiles.length) return `${words(verb || "lay")} ${tiles.map(spoken).join(", ")}`;
  if (verb === "void") return `no ${SUITS[about] ?? about}`;
  return verb
    ? `${words(verb)} ${about}`
    : choice === "tsumogiri"
      ? "discard the drawn tile"
      : words(choice);
}

/** The choice that a click on a tile of the own hand means.
 * @param {string[]} legal @param {string} text
 * @param {boolean} drawn whether it is the tile just drawn */
export function choiceOf(legal, text, drawn) {
  if (drawn && legal.includes("tsumogiri")) return "tsumogiri";
  return legal.find(choice => choice === text || choice === `discard:${text}`);
}
