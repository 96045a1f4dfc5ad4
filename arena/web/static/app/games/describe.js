/** @typedef {import("../lib/types.js").GameEvent} GameEvent */

// A game says in Python what happened: `{2}` in an event's text is a seat, `[3m]` a piece.
const MARK = /\{(\d)\}|\[([^\][]+)\]/g;

/** How the page's game shows a piece inside a sentence, and how it is spoken.
 * @typedef {{piece: (name: string) => unknown, spoken: (name: string) => string}} Pieces */

/** @type {Pieces} */
const AS_WRITTEN = { piece: name => name, spoken: name => name };
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

/** A key or a short word as people read it.
 * @param {string} text */
export const words = text => FULL[text] ?? String(text).replaceAll("_", " ");

/** The text of an event in parts, with the names of players and each piece as `show` puts it.
 * @template T @param {GameEvent} e @param {string[]} players @param {(piece: string) => T} show
 * @returns {(string | T)[]} */
function parts(e, players, show) {
  const text = e.text ?? words(e.type);
  /** @type {(string | T)[]} */ const found = [];
  let end = 0;
  for (const mark of text.matchAll(MARK)) {
    found.push(text.slice(end, mark.index));
    found.push(mark[1] === undefined ? show(mark[2]) : (players[Number(mark[1])] ?? mark[0]));
    end = mark.index + mark[0].length;
  }
  return [...found, text.slice(end)];
}

/** What happened, without the name of who did it, its pieces drawn.
 * @param {GameEvent} e @param {string[]} players */
export const deed = (e, players) => parts(e, players, pieces.piece);

/** The whole sentence, as it is spoken.
 * @param {GameEvent} e @param {string[]} players */
export function describe(e, players) {
  const who = e.seat !== undefined && e.seat >= 0 ? `${players[e.seat]} ` : "";
  return who + parts(e, players, pieces.spoken).join("");
}

/** Whether an event only lays out the next round, as every hand that is dealt does.
 * @param {GameEvent} e */
export const laysOut = e => e.opens_round === "";

/** A player's name, with the seat where another has the same.
 * @param {number} seat @param {string[]} players */
export function named(seat, players) {
  const name = players[seat];
  return players.filter(other => other === name).length > 1 ? `${name} (seat ${seat})` : name;
}
