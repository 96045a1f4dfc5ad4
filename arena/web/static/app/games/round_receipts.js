/** How rounds of our games ended and what was paid for them, in words. */

import { named, words } from "./describe.js";
import { number } from "../lib/format.js";

/** @typedef {import("../lib/types.js").GameEvent} GameEvent */

/** @type {Record<string, string>} */
const ENDS = {
  empty_wall: "the wall is empty",
  three_winners: "three players have won",
};

/** How a deal ended: it goes on after a win, so its end is no way to win.
 * @param {import("../lib/types.js").RoundResult} result @param {string[]} players */
export function dealHeading(result, players) {
  const end = ENDS[result.result.reason];
  const names = result.winners.map(seat => named(seat, players)).join(" and ");
  if (!end) return undefined;
  return names ? `${names} won; ${end}` : `${end[0].toUpperCase()}${end.slice(1)}; nobody won`;
}

/** Whether the bid was made.
 * @param {import("../lib/types.js").RoundResult} result @param {string[]} players */
export function bidHeading(result, players) {
  const { made, bid } = result.result;
  if (made === undefined) return undefined;
  const names = result.winners.map(seat => named(seat, players)).join(" and ");
  return `${names}: the bid of ${bid} is ${made ? "made" : "set"}`;
}

/** @type {Record<string, string>} */
const FANS = {
  对对胡: "all triplets",
  清对: "all triplets of one suit",
  金钩钓: "all sets melded",
  清金钩钓: "all sets melded, one suit",
  清一色: "one suit",
  七对: "seven pairs",
  根: "four of a kind",
  杠上花: "after a kong",
  杠上炮: "discard after a kong",
  抢杠胡: "robbed kong",
  海底: "last tile",
  天胡: "blessing of heaven",
  地胡: "blessing of earth",
  带幺九: "a terminal in every set",
  将对: "triplets of 2, 5 and 8",
  门清: "concealed",
  断幺九: "no terminals",
  自摸: "own draw",
};

/** Sichuan's wins of a deal, each with what it was paid for: money has events of its own.
 * @param {GameEvent[]} round @returns {GameEvent[]} */
export function settledWins(round) {
  const paid = round.filter(e => e.type === "hu_settled");
  return round
    .filter(e => e.type === "won")
    .map(won => {
      const place = paid.findIndex(e => e.seat === won.seat && e.tile === won.tile);
      const settled = place < 0 ? null : paid.splice(place, 1)[0];
      if (!settled) return won;
      const { fans, fan, value, deltas } = settled;
      return {
        ...won,
        yaku: fans.map((/** @type {[string, number]} */ [name]) => name),
        english: fans.map((/** @type {[string, number]} */ [name]) => FANS[name] ?? ""),
        tai: fans.map((/** @type {[string, number]} */ [, worth]) => worth),
        worth: `${fan} fan, ${number(value)} ${value === 1 ? "point" : "points"}`,
        deltas,
      };
    });
}

/** The items of a winning hand: in English, with the game's own word where it has one.
 * @param {GameEvent} e @returns {string[]} */
export function items(e) {
  const own = e.yaku ?? [];
  const worth = e.yaku_han ?? e.tai ?? [];
  return own.map((/** @type {string} */ name, /** @type {number} */ i) => {
    const english = e.english?.[i];
    const said = english ? `${words(english)} ${name}` : words(name);
    return `${said} ${worth[i] ?? ""}`.trim();
  });
}

/** Who pays what for a win, and what it is made of.
 * @param {GameEvent} e @param {string[]} players @returns {string[]} */
export function payments(e, players) {
  if (e.payers)
    return e.payers.map((/** @type {number} */ seat, /** @type {number} */ i) =>
      leg(e, i, named(seat, players)),
    );
  const deltas = e.deltas ?? [];
  return deltas.flatMap((/** @type {number} */ points, /** @type {number} */ seat) =>
    points < 0 ? [`${named(seat, players)} pays ${number(-points)}`] : [],
  );
}

/** One payment of Taiwan mahjong: the base, then the tai of the hand, the dealer and the streak.
 * @param {GameEvent} e @param {number} i @param {string} who */
function leg(e, i, who) {
  const parts = [];
  if (e.leg_base[i]) parts.push(`base ${e.leg_base[i]}`);
  if (e.leg_tai[i]) {
    const dealer = e.dealer_tai[i] ? ` + ${e.dealer_tai[i]} for the dealer` : "";
    const full = e.hand_tai + e.dealer_tai[i];
    const cap = full > e.leg_tai[i] ? `, capped at ${e.leg_tai[i]}` : "";
    parts.push(`${e.hand_tai}${dealer} tai${cap}`);
  }
  if (e.pull?.[i]) parts.push(`${e.pull[i]} for the dealer's streak`);
  return `${who} pays ${number(e.pays[i])}: ${parts.join(" + ") || "nothing"}`;
}
