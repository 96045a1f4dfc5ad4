import { t } from "../lib/messages.js";

const HONOURS = ["", "E", "S", "W", "N", "P", "F", "C"];
const HONOUR_NAMES = [
  "",
  t("east wind"),
  t("south wind"),
  t("west wind"),
  t("north wind"),
  t("white dragon"),
  t("green dragon"),
  t("red dragon"),
];
const FLOWERS = [
  "",
  t("spring"),
  t("summer"),
  t("autumn"),
  t("winter"),
  t("plum"),
  t("orchid"),
  t("chrysanthemum"),
  t("bamboo flower"),
];
/** @type {Record<string, (n: string) => string>} */
const SUITS = {
  m: n => t("{n} of characters", { n }),
  p: n => t("{n} of dots", { n }),
  s: n => t("{n} of bamboo", { n }),
};

/** The symbol of the sprite that shows a tile of the wire.
 * @param {string} text @returns {string} */
export function symbol(text) {
  if (/^\d-\d$/.test(text)) return `d${text[0]}${text[2]}`;
  if (/^[1-8TD]$/.test(text)) return `t${text}`;
  if (/^[1-7]z$/.test(text)) return HONOURS[Number(text[0])];
  if (/^[1-8]f$/.test(text)) return `f${text[0]}`;
  return /^[0-9][mps]$/.test(text) ? text : "";
}

/** A tile's name as it is spoken.
 * @param {string} text @returns {string} */
export function spoken(text) {
  if (/^\d-\d$/.test(text)) return t("domino {high}-{low}", { high: text[0], low: text[2] });
  if (text === "T") return t("tiger");
  if (text === "D") return t("dragon");
  if (/^[1-7]z$/.test(text)) return HONOUR_NAMES[Number(text[0])];
  if (/^[1-8]f$/.test(text)) return FLOWERS[Number(text[0])];
  if (/^0[mps]$/.test(text)) return t("red {tile}", { tile: SUITS[text[1]]("5") });
  if (/^[1-9][mps]$/.test(text)) return SUITS[text[1]](text[0]);
  return text;
}
