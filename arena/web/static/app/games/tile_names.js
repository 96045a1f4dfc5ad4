const HONOURS = ["", "E", "S", "W", "N", "P", "F", "C"];
const HONOUR_NAMES = [
  "",
  "east wind",
  "south wind",
  "west wind",
  "north wind",
  "white dragon",
  "green dragon",
  "red dragon",
];
const FLOWERS = [
  "",
  "spring",
  "summer",
  "autumn",
  "winter",
  "plum",
  "orchid",
  "chrysanthemum",
  "bamboo flower",
];
/** @type {Record<string, string>} */
const SUITS = { m: "characters", p: "dots", s: "bamboo" };

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
  if (/^\d-\d$/.test(text)) return `domino ${text[0]} ${text[2]}`;
  if (text === "T") return "tiger";
  if (text === "D") return "dragon";
  if (/^[1-7]z$/.test(text)) return HONOUR_NAMES[Number(text[0])];
  if (/^[1-8]f$/.test(text)) return FLOWERS[Number(text[0])];
  if (/^0[mps]$/.test(text)) return `red 5 of ${SUITS[text[1]]}`;
  if (/^[1-9][mps]$/.test(text)) return `${text[0]} of ${SUITS[text[1]]}`;
  return text;
}
