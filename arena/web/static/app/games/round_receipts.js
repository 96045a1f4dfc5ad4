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
