import { html, nothing } from "../../vendor/lit-html/lit-html.js";

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

/** The Latin sign in a tile's corner, for those who do not read the characters.
 * @param {string} id */
function index(id) {
  if (/^[0-9][mps]$/.test(id)) return id[0] === "0" ? "5" : id[0];
  if (/^f[1-8]$/.test(id)) return String(((Number(id[1]) - 1) % 4) + 1);
  return /^[ESWN]$/.test(id) ? id : "";
}

/** A tile face up; `said` adds what has become of it to its spoken name.
 * @param {string} text @param {string} [look] @param {string} [said] */
export function tile(text, look = "", said = "") {
  const id = symbol(text);
  if (!id) return html`<span class="chip">${text}</span>`;
  return html`<span
    class="tile t-${id} ${id[0] === "d" ? "domino" : ""} ${look}"
    role="img"
    aria-label=${spoken(text) + said}
    data-tile=${text}
    data-index=${index(id)}
  ></span>`;
}

/** Tiles face down; one name for them all.
 * @param {number} count @param {string} [look] @param {string} [kind] */
export function backs(count, look = "", kind = "") {
  return Array.from(
    { length: count },
    () => html`<span class="tile back ${kind} ${look}" aria-hidden="true"></span>`,
  );
}

/** A row of tiles with a spoken name.
 * @param {string} label @param {unknown} content @param {string} [look] @param {string} [style] */
export function row(label, content, look = "", style = "") {
  return html`<div class="tiles ${look}" role="group" aria-label=${label} style=${style || nothing}>
    ${content}
  </div>`;
}
