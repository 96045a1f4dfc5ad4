import { language, markup, t, term } from "../lib/messages.js";

/** @typedef {import("../lib/types.js").GameEvent} GameEvent */

// A game says in Python what happened: `{2}` in an event's text is a seat, `[3m]` a piece.
const MARK = /\{(\d)\}|\[([^\][]+)\]/g;

/** How the page's game shows a piece inside a sentence, how it is spoken, and what happened in
 * another language than English.
 * @typedef {{piece: (name: string) => unknown, spoken: (name: string) => string,
 *   sentence: (e: GameEvent) => string | undefined}} Pieces */

/** @type {Pieces} */
const AS_WRITTEN = { piece: name => name, spoken: name => name, sentence: () => undefined };
let pieces = AS_WRITTEN;

/** Show pieces as the page's drawing does; what it leaves out stands as it is written.
 * @param {Partial<Pieces>} own */
export function usePieces(own) {
  pieces = { ...AS_WRITTEN, ...own };
}

/** Short words of the games in full.
 * @type {Record<string, string>} */
const FULL = {
  akong: "added kong",
  ckong: "concealed kong",
  ankan: "concealed kan",
  kakan: "added kan",
  minkan: "open kan",
  hu: "win",
};

/** A key with spaces; the names of options and presets are English in every language.
 * @param {string} text */
export const spaced = text => String(text).replaceAll("_", " ");

/** A short word of a game as people read it.
 * @param {string} text */
export const words = text => term(FULL[text] ?? spaced(text));

/** The text of an event in parts, with the names of players and each piece as `show` puts it.
 * @template T @param {GameEvent} e @param {string[]} players @param {(piece: string) => T} show
 * @returns {(string | T)[]} */
function parts(e, players, show) {
  const own = language === "en" ? undefined : pieces.sentence(e);
  const text = own ?? e.text ?? words(e.type);
  /** @type {(string | T)[]} */ const found = [];
  let end = 0;
  for (const mark of text.matchAll(MARK)) {
    found.push(text.slice(end, mark.index));
    found.push(mark[1] === undefined ? show(mark[2]) : (players[Number(mark[1])] ?? mark[0]));
    end = mark.index + mark[0].length;
  }
  return [...found, text.slice(end)];
}

/** The whole sentence in parts: who, if anybody, did what.
 * @param {GameEvent} e @param {string[]} players @param {(piece: string) => unknown} show */
function sentence(e, players, show) {
  const did = parts(e, players, show);
  return e.seat === undefined || e.seat < 0
    ? did
    : markup("{who} {did}", { who: players[e.seat], did });
}

/** What happened, its pieces drawn.
 * @param {GameEvent} e @param {string[]} players */
export const deed = (e, players) => sentence(e, players, pieces.piece);

/** What happened, as it is spoken.
 * @param {GameEvent} e @param {string[]} players */
export const describe = (e, players) => sentence(e, players, pieces.spoken).flat().join("");

/** Whether an event only lays out the next round, as every hand that is dealt does.
 * @param {GameEvent} e */
export const laysOut = e => e.opens_round === "";

/** The short name of a round: a wind's letter is the wind's name in other languages.
 * @param {string | number} name */
export const roundName = name => String(name).replace(/^[ESWN](?=\d)/, letter => term(letter));

/** A player's name, with the seat where another has the same; counted from 1, as on the plates.
 * @param {number} seat @param {string[]} players */
export function named(seat, players) {
  const name = players[seat];
  return players.filter(other => other === name).length > 1
    ? t("{name} (seat {seat})", { name, seat: seat + 1 })
    : name;
}
