/** What bots remark on choices, in the page's language. `bots/hand_notes.py` makes the same English
 * of the same values, and a test compares the two. */

import { spoken } from "../games/tile_names.js";
import { number } from "../lib/format.js";
import { language, plural, t, term } from "../lib/messages.js";

/** @typedef {{away: number, helps: Record<string, number>, points?: Record<string, number>, unit?: string}} Hand
 * @typedef {Partial<Hand> & {bar?: string, wins?: number, passes?: number, until?: string}} Remark */

/** Why a hand that waits cannot win with a discard.
 * @type {Record<string, string>} */
const BARS = {
  furiten: t("furiten: only a self-drawn tile wins"),
  no_yaku: t("no yaku: only a self-drawn tile wins"),
  no_yaku_yet: t("no yaku yet"),
};
/** What passing a win means.
 * @type {Record<string, string>} */
const PASSED = {
  furiten_round: t("furiten, no ron in this round"),
  furiten_turn: t("furiten, no ron before your next discard"),
  until_own_discard: t("no win before your next discard"),
  until_non_wait_discard: t("no win until you discard a tile that you do not wait for"),
  ron_only: t("no win by a discard before your next turn"),
  until_draw: t("no win by a discard before your next draw"),
  until_draw_unless_higher: t("before your next draw only a dearer discard wins"),
};
/** What bots count the worth of a hand in.
 * @type {Record<string, (n: string) => string>} */
const UNITS = {
  points: n => t("{n} points", { n }),
  tai: n => t("{n} tai", { n }),
  "from each payer": n => t("{n} from each payer", { n }),
};

/** A remark in words.
 * @param {Remark} remark */
export function remarked(remark) {
  const { away = 0, helps = {}, points = {}, unit = "points" } = remark;
  if (remark.wins !== undefined) return span([remark.wins], unit);
  if (remark.passes !== undefined) {
    const worth = span([remark.passes], unit);
    const until = PASSED[remark.until ?? ""];
    return until
      ? t("passes up {worth}: {until}", { worth, until })
      : t("passes up {worth}", { worth });
  }
  const n = copies(helps);
  if (away) return distance(away, n);
  const tiles = Object.keys(helps).map(short).join(" ");
  if (remark.bar)
    return t("waits for {tiles}: {n} left, {bar}", { tiles, n, bar: BARS[remark.bar] });
  const worth = Object.values(points);
  return worth.length
    ? t("waits for {tiles}: {n} left, worth {worth}", { tiles, n, worth: span(worth, unit) })
    : t("waits for {tiles}: {n} left", { tiles, n });
}

/** How far a hand is, and how many unseen tiles help it.
 * @param {number} away @param {number} n */
export const distance = (away, n) =>
  plural(n, "{away} away, {n} tile helps", "{away} away, {n} tiles help", { away });

/** How many of some tiles are unseen.
 * @param {Record<string, number>} helps */
export const copies = helps => Object.values(helps).reduce((sum, left) => sum + left, 0);

/** The least and the most of what is won, in the unit of the game.
 * @param {number[]} worth @param {string} unit */
export function span(worth, unit) {
  const low = Math.min(...worth),
    high = Math.max(...worth);
  const amount =
    low === high ? number(low) : t("{low} to {high}", { low: number(low), high: number(high) });
  return UNITS[unit]?.(amount) ?? `${amount} ${unit}`;
}

/** A tile in a few letters: English writes it as the wire does, others as it is spoken.
 * @param {string} name */
const short = name => (language === "en" ? name : spoken(name));

/** A note of a variant on a choice. The messages have its parts with `{n}` for a number.
 * @param {string} note */
export function noted(note) {
  if (term(note) !== note) return term(note);
  const said = note.split(", ").map(part => {
    const [n] = /\d+/.exec(part) ?? [];
    return n === undefined ? term(part) : term(part.replace(n, "{n}")).replace("{n}", n);
  });
  return said.join(t(", "));
}
