import { words } from "./describe.js";
import { spoken, symbol } from "./tile_names.js";
import { plural, t, term } from "../lib/messages.js";

/** @type {Record<string, string>} */
const SUITS = { m: t("characters"), p: t("dots"), s: t("bamboo") };

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
  if (labels[choice]) return (game === "texas42" && bidText(choice)) || term(labels[choice]);
  const [verb, about] = choice.includes(":") ? choice.split(":") : ["", choice];
  const tiles = tilesIn(choice, game);
  if (tiles.length)
    return t("{verb} {tiles}", { verb: words(verb || "lay"), tiles: tiles.map(spoken).join(", ") });
  if (verb === "void") return t("no {suit}", { suit: SUITS[about] ?? about });
  return verb
    ? t("{verb} {tiles}", { verb: words(verb), tiles: words(about) })
    : choice === "tsumogiri"
      ? t("discard the drawn tile")
      : words(choice);
}

/** A bid of Texas 42 in words: points or marks; empty for any other choice.
 * @param {string} choice */
export function bidText(choice) {
  const [, word, n, marks] = /^(splash|plunge|)(\d+)(m?)$/.exec(choice) ?? [];
  if (!n) return "";
  if (word)
    return word === "splash" ? t("splash for {n} marks", { n }) : t("plunge for {n} marks", { n });
  return marks
    ? plural(Number(n), "{n} mark", "{n} marks")
    : plural(Number(n), "{n} point", "{n} points");
}

/** The same in short: points are a number alone.
 * @param {string} choice */
export const bidShort = choice => (/^\d+$/.test(choice) ? choice : bidText(choice) || term(choice));

/** The choice that a click on a tile of the own hand means.
 * @param {string[]} legal @param {string} text
 * @param {boolean} drawn whether it is the tile just drawn */
export function choiceOf(legal, text, drawn) {
  if (drawn && legal.includes("tsumogiri")) return "tsumogiri";
  return legal.find(choice => choice === text || choice === `discard:${text}`);
}

/** The digit that takes each choice: where pieces are numbered the number on it, else its place.
 * @param {string[]} legal @returns {Map<string, string>} */
export function keysOf(legal) {
  const numbered = legal.some(choice => /^\d$/.test(choice));
  const keys = legal.map((choice, i) => (numbered ? choice : String(i + 1)));
  return new Map(legal.map((choice, i) => [choice, /^[1-9]$/.test(keys[i]) ? keys[i] : ""]));
}

/** Choices that are picked tile by tile, by their tiles: every one names as many, and they are too
 * many to read, as in Sichuan's exchange. Null where choices are taken one by one.
 * @param {string[]} legal @param {string} game @returns {Map<string, string[]> | null} */
export function pickedChoices(legal, game) {
  const sets = new Map(legal.map(choice => [choice, tilesIn(choice, game)]));
  const sizes = new Set([...sets.values()].map(tiles => tiles.length));
  return legal.length > 3 && sizes.size === 1 && !sizes.has(0) && !sizes.has(1) ? sets : null;
}

/** The choices of which the picked tiles can be part.
 * @param {Map<string, string[]>} sets @param {string[]} picked @returns {string[]} */
export function choicesWith(sets, picked) {
  const holds = (/** @type {string[]} */ tiles) => {
    const rest = [...tiles];
    return picked.every(tile => {
      const place = rest.indexOf(tile);
      if (place >= 0) rest.splice(place, 1);
      return place >= 0;
    });
  };
  return [...sets].filter(([, tiles]) => holds(tiles)).map(([choice]) => choice);
}
