import { number, signed } from "../lib/format.js";
import { spoken, symbol } from "./tile_names.js";

/** @typedef {import("../lib/types.js").GameEvent} GameEvent */

/** What a seat did, without its name; events that are not here are told key by key.
 * @type {Record<string, (e: GameEvent, players: string[]) => string>} */
const WORDS = {
  round_started: e => `Round ${e.name ?? e.round}`,
  dealt: e => (e.hand ? `is dealt ${e.hand.length}` : "is dealt a hand"),
  drawn: e => (e.replacement ? "draws a replacement" : "draws"),
  discarded: e =>
    "discards" +
    (e.riichi ? ", riichi" : "") +
    (e.ready ? ", ready" : "") +
    (e.tsumogiri ? " as drawn" : ""),
  called: (e, players) =>
    e.tiles || e.source !== undefined
      ? `calls ${words(e.call)}${from(e, players)}`
      : e.call === "pass"
        ? "passes"
        : `bids ${e.call}`,
  melded: (e, players) => `lays a ${words(e.meld)}${from(e, players)}`,
  flower_laid: () => "lays a flower",
  ready_declared: () => "declares a ready hand",
  riichi_accepted: () => "riichi stands",
  furiten: e => (e.kind === "none" ? "is furiten no more" : "is furiten"),
  dora_revealed: () => "A new dora indicator",
  hand_shown: () => "shows a waiting hand",
  won,
  exchanged: () => "gives three tiles, takes three",
  dice_rolled: e => `The dice: ${e.dice.join(" and ")}, ${e.direction}`,
  voids_shown: e => `Void suits: ${e.suits.join(" ")}`,
  hu_settled: e =>
    `is paid ${e.score_change}: ${
      e.fans.map((/** @type {any} */ f) => words(f[0])).join(", ") || "plain hand"
    }`,
  kong_paid: e => `is paid for a kong: ${signed(e.deltas[e.seat ?? 0])}`,
  kong_money_moved: e => `Kong money: ${e.how}`,
  empty_wall_settled: () => "The wall is empty",
  declared: e => `declares ${trumps(e.declaration)}`,
  played: () => "plays",
  trick_taken: e => `takes the trick, ${e.points} point${e.points === 1 ? "" : "s"}`,
  agreed: () => "agrees",
  passed_out: () => "Nobody bid",
  attacked: () => "attacks",
  defended: () => "defends",
  passed: () => "passes",
  laid_face_down: () => "lays a bonus face down",
  round_ended: (e, players) =>
    `The round is over${
      e.reason
        ? `: ${words(e.reason)}`
        : e.winner >= 0
          ? `: ${players[e.winner]} wins`
          : e.made === undefined
            ? ""
            : e.made
              ? ": the bid is made"
              : ": the bid is set"
    }`,
  quiet: () => "Nothing to see",
  match_ended: () => "The match is over",
};

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

const SUITS = ["blanks", "ones", "twos", "threes", "fours", "fives", "sixes"];

/** A declaration of Texas 42; what names no suit is told as it stands.
 * @param {string} text */
const trumps = text =>
  /^t:[0-6]$/.test(text) ? `${SUITS[Number(text[2])]} as trumps` : words(text);

/** @param {string} text */
export const words = text => FULL[text] ?? String(text).replaceAll("_", " ");

/** @param {GameEvent} e @param {string[]} players */
function from(e, players) {
  return e.source === null || e.source === undefined || e.source === e.seat
    ? ""
    : ` from ${players[e.source]}`;
}

/** @param {GameEvent} e @param {string[]} players */
function won(e, players) {
  const how =
    e.source === e.seat || e.source === null
      ? "wins by own draw"
      : `wins from ${players[e.source]}`;
  const worth = e.han ? `, ${e.han} han` : e.hand_tai !== undefined ? `, ${e.hand_tai} tai` : "";
  return how + worth + (e.points ? `, ${number(e.points)} points` : "");
}

/** The words of the page's game; the arena's own games share one list.
 * @type {(e: GameEvent, players: string[]) => string | undefined} */
let own = (e, players) => WORDS[e.type]?.(e, players);

/** Describe events in a game's own words; what they leave out is told key by key.
 * @param {(e: GameEvent, players: string[]) => string | undefined} tell */
export function useWords(tell) {
  own = tell;
}

/** What happened, without the name of who did it.
 * @param {GameEvent} e @param {string[]} players */
export function deed(e, players) {
  const told = e.type === "quiet" ? WORDS.quiet(e, players) : own(e, players);
  if (told !== undefined) return told;
  const more = Object.entries(e).filter(
    ([key, value]) => !["type", "seat", "tile"].includes(key) && value !== null,
  );
  return [
    words(e.type),
    ...more.map(
      ([key, value]) => `${words(key)} ${Array.isArray(value) ? value.join(" ") : value}`,
    ),
  ].join(", ");
}

/** The whole sentence, as it is spoken.
 * @param {GameEvent} e @param {string[]} players */
export function describe(e, players) {
  const who = e.seat !== undefined && e.seat >= 0 ? `${players[e.seat]} ` : "";
  const what = e.tile && symbol(e.tile) ? `: ${spoken(e.tile)}` : e.tile ? ` ${e.tile}` : "";
  return who + deed(e, players) + what;
}
