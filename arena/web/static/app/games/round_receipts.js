/** How rounds of our games ended and what was paid for them, in words. */

import { bidShort } from "./choices.js";
import { named, words } from "./describe.js";
import { listed, number } from "../lib/format.js";
import { language, plural, t } from "../lib/messages.js";

/** @typedef {import("../lib/types.js").GameEvent} GameEvent */

/** The points of a riichi stick. */
const STICK = 1000;

/** @type {Record<string, (names: string) => string>} */
const WON = {
  empty_wall: names => t("{names} won; the wall is empty", { names }),
  three_winners: names => t("{names} won; three players have won", { names }),
};

/** How a deal ended: it goes on after a win, so its end is no way to win.
 * @param {import("../lib/types.js").RoundResult} result @param {string[]} players */
export function dealHeading(result, players) {
  const won = WON[result.result.reason];
  const names = listed(result.winners.map(seat => named(seat, players)));
  if (!won) return undefined;
  return names ? won(names) : t("The wall is empty; nobody won");
}

/** Whether the bid was made.
 * @param {import("../lib/types.js").RoundResult} result @param {string[]} players */
export function bidHeading(result, players) {
  const { made, bid } = result.result;
  if (made === undefined) return undefined;
  const names = listed(result.winners.map(seat => named(seat, players)));
  const fields = { names, bid: bidShort(String(bid)) };
  return made
    ? t("{names}: the bid of {bid} is made", fields)
    : t("{names}: the bid of {bid} is set", fields);
}

/** @type {Record<string, string>} */
const FANS = {
  对对胡: t("all triplets"),
  清对: t("all triplets of one suit"),
  金钩钓: t("all sets melded"),
  清金钩钓: t("all sets melded, one suit"),
  清一色: t("one suit"),
  七对: t("seven pairs"),
  根: t("four of a kind"),
  杠上花: t("after a kong"),
  杠上炮: t("discard after a kong"),
  抢杠胡: t("robbed kong"),
  海底: t("last tile"),
  天胡: t("blessing of heaven"),
  地胡: t("blessing of earth"),
  带幺九: t("a terminal in every set"),
  将对: t("triplets of 2, 5 and 8"),
  门清: t("concealed"),
  断幺九: t("no terminals"),
  自摸: t("own draw"),
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
        worth: plural(value, "{fan} fan, {n} point", "{fan} fan, {n} points", { fan }),
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
    const said = english ? both(words(english), name) : words(name);
    return `${said} ${worth[i] ?? ""}`.trim();
  });
}

/** A word of the page's language and the game's own, which is Chinese.
 * @param {string} said @param {string} own */
const both = (said, own) => (language.startsWith("zh") ? said : `${said} ${own}`);

/** Who pays what for a win, and what it is made of.
 * @param {GameEvent} e @param {string[]} players @returns {string[]} */
export function payments(e, players) {
  if (e.payers)
    return e.payers.map((/** @type {number} */ seat, /** @type {number} */ i) =>
      leg(e, i, named(seat, players)),
    );
  const deltas = /** @type {number[]} */ (e.deltas ?? []);
  const paid = deltas.flatMap((points, seat) =>
    points < 0 ? [t("{who} pays {n}", { who: named(seat, players), n: number(-points) })] : [],
  );
  // what nobody pays was on the table
  const left = deltas.reduce((sum, points) => sum + points, 0);
  if (left <= 0) return paid;
  const who = named(e.seat ?? 0, players);
  const of = { who, points: number(left) };
  return [
    ...paid,
    plural(
      left / STICK,
      "{who} takes {n} riichi stick: {points}",
      "{who} takes {n} riichi sticks: {points}",
      of,
    ),
  ];
}

/** One payment of Taiwan mahjong: the base, then the tai of the hand, the dealer and the streak.
 * @param {GameEvent} e @param {number} i @param {string} who */
function leg(e, i, who) {
  const parts = [];
  if (e.leg_base[i]) parts.push(t("base {n}", { n: e.leg_base[i] }));
  if (e.leg_tai[i]) {
    const full = e.hand_tai + e.dealer_tai[i];
    const tai = e.dealer_tai[i]
      ? t("{n} + {dealer} for the dealer tai", { n: e.hand_tai, dealer: e.dealer_tai[i] })
      : t("{n} tai", { n: e.hand_tai });
    parts.push(full > e.leg_tai[i] ? t("{tai}, capped at {n}", { tai, n: e.leg_tai[i] }) : tai);
  }
  if (e.pull?.[i]) parts.push(t("{n} for the dealer's streak", { n: e.pull[i] }));
  return t("{who} pays {n}: {parts}", {
    who,
    n: number(e.pays[i]),
    parts: parts.join(" + ") || t("nothing"),
  });
}
