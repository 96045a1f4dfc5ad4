/** What happened at a table of our games, in the page's language. English is written by the games
 * themselves (`Event.text`), and a test compares the two. As there, `{2}` is a seat, `[3m]` a piece.
 */

import { number } from "../lib/format.js";
import { language, plural, t, term } from "../lib/messages.js";
import { bidShort } from "./choices.js";
import { roundName, words } from "./describe.js";

/** @typedef {import("../lib/types.js").GameEvent} GameEvent */
/** @typedef {Record<string, (e: GameEvent) => string>} Sentences */

const tile = (/** @type {string} */ name) => `[${name}]`;
const tiles = (/** @type {string[]} */ names) => names.map(tile).join(" ");
const seat = (/** @type {number} */ place) => `{${place}}`;
/** Points with their sign, as a game writes them. */
const change = (/** @type {number} */ points) => (points < 0 ? "" : "+") + points;

/** @type {Sentences} */
const COMMON = {
  dealt: e => (e.hand ? t("is dealt {tiles}", { tiles: tiles(e.hand) }) : t("is dealt a hand")),
  match_ended: () => t("The match is over"),
};

/** @type {Sentences} */
const MAHJONG = {
  ...COMMON,
  drawn: e => (e.tile ? t("draws {tile}", { tile: tile(e.tile) }) : t("draws")),
  discarded: e => t("discards {tile}", { tile: tile(e.tile) }),
  round_started: e =>
    t("Round {round}, {dealer} deals", {
      round: roundName(e.opens_round ?? ""),
      dealer: seat(e.dealer),
    }),
  round_ended: e =>
    t("The round is over: {reason}", {
      reason: e.reason === "discard" ? t("a win on a discard") : words(e.reason),
    }),
};

/** A meld that was called, of whom if not of the own hand.
 * @param {GameEvent} e @param {string[]} laid */
function called(e, laid) {
  const fields = { call: words(e.call), tiles: tiles(laid) };
  return e.source === null || e.source === e.seat
    ? t("calls {call} {tiles}", fields)
    : t("calls {call} {tiles} from {who}", { ...fields, who: seat(e.source) });
}

/** @type {Sentences} */
const RIICHI = {
  ...MAHJONG,
  round_started: e => {
    const fields = {
      round: roundName(e.opens_round ?? ""),
      dealer: seat(e.dealer),
      tile: tile(e.dora),
    };
    return e.sticks
      ? t("Round {round}, {dealer} deals, {n} riichi sticks, indicator {tile}", {
          ...fields,
          n: e.sticks,
        })
      : t("Round {round}, {dealer} deals, indicator {tile}", fields);
  },
  discarded: e => {
    const fields = { tile: tile(e.tile) };
    if (e.riichi && e.tsumogiri) return t("discards the drawn {tile}, riichi", fields);
    if (e.riichi) return t("discards {tile}, riichi", fields);
    return e.tsumogiri ? t("discards the drawn {tile}", fields) : t("discards {tile}", fields);
  },
  called: e => called(e, e.tiles),
  riichi_accepted: () => t("puts a stick on the table: the riichi stands"),
  furiten: e =>
    e.kind === "none" ? t("is furiten no more") : t("is furiten ({kind})", { kind: term(e.kind) }),
  dora_revealed: e => t("A new dora indicator: {tile}", { tile: tile(e.indicator) }),
  hand_shown: e => t("is tenpai: {tiles}", { tiles: tiles(e.hand) }),
  won: e => {
    const fields = { tile: tile(e.tile), han: e.han, points: number(e.points) };
    return e.source === e.seat
      ? t("wins by self-draw with {tile}, {han} han, {points} points", fields)
      : t("wins from {who} with {tile}, {han} han, {points} points", {
          ...fields,
          who: seat(e.source),
        });
  },
};

/** @type {Sentences} */
const TAIWAN = {
  ...MAHJONG,
  flower_laid: e => t("lays the flower {tile}", { tile: tile(e.tile) }),
  drawn: e => {
    if (!e.replacement) return MAHJONG.drawn(e);
    return e.tile
      ? t("draws {tile} as a replacement", { tile: tile(e.tile) })
      : t("draws as a replacement");
  },
  ready_declared: () => t("declares a ready hand"),
  discarded: e =>
    e.ready ? t("discards {tile}, ready", { tile: tile(e.tile) }) : MAHJONG.discarded(e),
  melded: e => {
    const meld = words(e.meld);
    if (!e.tiles) return t("lays a {meld}", { meld });
    const fields = { meld, tiles: tiles(e.tiles) };
    return e.source === null || e.source === e.seat
      ? t("lays a {meld} {tiles}", fields)
      : t("lays a {meld} {tiles} from {who}", { ...fields, who: seat(e.source) });
  },
  flowers_paid: e =>
    t("is paid {points} for {item}", { points: change(e.deltas[e.seat ?? 0]), item: e.item }),
  won: e => {
    const fields = { tai: e.hand_tai, points: change(e.deltas[e.seat ?? 0]), who: seat(e.source) };
    const own = e.source === e.seat;
    if (!e.tile)
      return own
        ? t("wins by self-draw, {tai} tai, {points}", fields)
        : t("wins from {who}, {tai} tai, {points}", fields);
    const all = { ...fields, tile: tile(e.tile) };
    return own
      ? t("wins by self-draw with {tile}, {tai} tai, {points}", all)
      : t("wins from {who} with {tile}, {tai} tai, {points}", all);
  },
};

/** Everybody's change of points. @param {number[]} deltas */
const changes = deltas => deltas.map((points, n) => `${seat(n)} ${change(points)}`).join(", ");

/** @type {Sentences} */
const SICHUAN = {
  ...MAHJONG,
  round_started: e => t("Round {n}, {dealer} deals", { n: e.round, dealer: seat(e.dealer) }),
  dice_rolled: e =>
    t("The dice: {a} and {b}, {direction}", {
      a: e.dice[0],
      b: e.dice[1],
      direction: term(e.direction),
    }),
  exchanged: e =>
    e.gave && e.got
      ? t("gives {gave} and takes {got}", { gave: tiles(e.gave), got: tiles(e.got) })
      : t("gives three tiles and takes three"),
  voids_shown: e =>
    t("Void suits: {suits}", {
      suits: e.suits
        .map((/** @type {string} */ suit, n = 0) => `${seat(n)} ${term(suit)}`)
        .join(", "),
    }),
  called: e => called(e, [e.tile]),
  won: e =>
    e.source === null || e.source === e.seat
      ? t("wins by self-draw with {tile}", { tile: tile(e.tile) })
      : t("wins from {who} with {tile}", { tile: tile(e.tile), who: seat(e.source) }),
  hu_settled: e =>
    t("is paid {points} for {tile}: {items}", {
      points: e.score_change,
      tile: tile(e.tile),
      items:
        e.fans.map((/** @type {[string, number]} */ [name]) => words(name)).join(", ") ||
        t("plain hand"),
    }),
  kong_paid: e => t("is paid {points} for a kong", { points: change(e.deltas[e.seat ?? 0]) }),
  kong_money_moved: e =>
    e.how === "refund"
      ? t("The kong's money goes back to those who paid it")
      : t("The kong's money goes to the winner"),
  empty_wall_settled: e => t("The wall is empty: {changes}", { changes: changes(e.deltas) }),
};

/** A bid; English has it as the game writes it.
 * @param {string} call */
const bid = call => (language === "en" ? call : bidShort(call));

/** @type {Sentences} */
const TEXAS42 = {
  ...COMMON,
  round_started: e => t("Round {n}, {shaker} shakes", { n: e.round, shaker: seat(e.shaker) }),
  called: e => (e.call === "pass" ? t("passes") : t("bids {bid}", { bid: bid(e.call) })),
  declared: e => {
    const name = e.declaration.replace(/^t:/, "");
    const said = /^[0-6]$/.test(name)
      ? t("{suit} as trumps", { suit: term(SUITS[Number(name)]) })
      : (DECLARED[name] ?? (language === "en" ? name : term(e.declaration)));
    return e.out === null
      ? t("declares {said}", { said })
      : t("declares {said}; {who} sits out", { said, who: seat(e.out) });
  },
  played: e => t("plays {tile}", { tile: tile(e.tile) }),
  trick_taken: e => plural(e.points, "takes the trick, {n} point", "takes the trick, {n} points"),
  agreed: () => t("agrees"),
  passed_out: () => t("Nobody bid"),
  round_ended: e =>
    e.made
      ? t("The round is over: {who}'s bid is made", { who: seat(e.bidder) })
      : t("The round is over: {who}'s bid is set", { who: seat(e.bidder) }),
};
/** @type {Record<string, string>} */
const DECLARED = {
  doubles: t("doubles as trumps"),
  "no-trump": t("no trumps"),
};
const SUITS = ["blanks", "ones", "twos", "threes", "fours", "fives", "sixes"];

/** @type {Sentences} */
const TIGERDRAGON = {
  ...COMMON,
  round_started: e => t("Round {n}, {who} attacks first", { n: e.round, who: seat(e.start) }),
  attacked: e => t("attacks with {tile}", { tile: tile(e.tile) }),
  defended: e => t("defends with {tile}", { tile: tile(e.tile) }),
  passed: () => t("passes"),
  laid_face_down: e =>
    e.tile ? t("lays {tile} face down", { tile: tile(e.tile) }) : t("lays a bonus face down"),
  round_ended: e =>
    t("The round is over: {who} wins with {tile}", {
      who: seat(e.winner),
      tile: tile(e.last_tile),
    }),
};

/** What a game's drawing exports: the sentence of an event, undefined for one that has none here.
 * @param {Sentences} table */
const of = table => (/** @type {GameEvent} */ e) => table[e.type]?.(e);

export const riichi = of(RIICHI);
export const taiwan = of(TAIWAN);
export const sichuan = of(SICHUAN);
export const texas42 = of(TEXAS42);
export const tigerdragon = of(TIGERDRAGON);
