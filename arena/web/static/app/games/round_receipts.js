/** How rounds of our games ended and what was paid for them, in words. */

import { bidShort } from "./choices.js";
import { describe, named, words } from "./describe.js";
import { spoken } from "./tile_names.js";
import { listed, number, signed } from "../lib/format.js";
import { language, plural, t } from "../lib/messages.js";

/** @typedef {import("../lib/types.js").GameEvent} GameEvent */

/** The points of a riichi stick. */
export const STICK = 1000;

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

/** What was declared, what each side took and what that pays.
 * @param {import("../lib/types.js").RoundResult} result @param {string[]} players
 * @param {GameEvent[]} round @returns {string[]} */
export function contractLines(result, players, round) {
  const declared = round.find(e => e.type === "declared");
  if (!declared || result.result.made === undefined) return [];
  const { points, trump } = result.result;
  const [a, b] = points;
  const stake = Math.max(...result.points);
  const side = result.points[0] ? "A" : "B";
  return [
    describe(declared, players),
    ...(/^([0-6]|doubles|no-trump)$/.test(trump)
      ? [t("side A takes {a} points, side B {b}", { a, b })]
      : []),
    plural(stake, "{n} mark for side {side}", "{n} marks for side {side}", { side }),
  ];
}

/** The battlefields of Tiger & Dragon.
 * @type {Record<string, string>} */
export const CARDS = {
  dojo: t("Dojo"),
  bamboo: t("Bamboo"),
  volcano: t("Volcano"),
  beach: t("Beach"),
  meadow: t("Meadow"),
  cliff: t("Cliff"),
  storm: t("Storm"),
  swamp: t("Swamp"),
  fog: t("Fog"),
  cave: t("Cave"),
  gamemarket: t("Game Market"),
};

/** What the winner of a round of Tiger & Dragon is paid for; on one battlefield for the bonus tiles
 * of everybody, and for a closing 1, Tiger or Dragon alike on all of them.
 * @param {import("../lib/types.js").RoundResult} result @param {string} card @returns {string[]} */
export function closingItems(result, card) {
  const { last_tile, bonus_discards } = result.result;
  const closed = t("closes with {tile}", { tile: spoken(last_tile) });
  if (!/[2-8]/.test(last_tile)) return [closed, t("no bonus")];
  const bonus =
    card === "cave"
      ? [t("everybody's bonus")]
      : bonus_discards
        ? [t("bonus ×{n}", { n: bonus_discards })]
        : [];
  return [closed, CARDS[card] ?? card, ...bonus];
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
  自摸: t("self-draw"),
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
      const { fans, fan, value, fan_count, deltas } = settled;
      const worth = plural(value, "{fan} fan, {n} point", "{fan} fan, {n} points", { fan });
      const more = fan_count - value; // what each payer adds for a self-draw
      return {
        ...won,
        yaku: fans.map((/** @type {[string, number]} */ [name]) => name),
        english: fans.map((/** @type {[string, number]} */ [name]) => FANS[name] ?? ""),
        tai: fans.map((/** @type {[string, number]} */ [, worth]) => worth),
        worth: more ? t("{worth} + {n} for the self-draw", { worth, n: more }) : worth,
        deltas,
      };
    });
}

/** What was paid in a Sichuan deal beside its wins, and why.
 * @param {GameEvent} e @param {string[]} players @returns {string[]} */
export function moneyLines(e, players) {
  if (e.type === "empty_wall_settled") return emptyWall(e, players);
  const shares = dues(e.deltas, players);
  const of = (/** @type {number} */ seat) => ({ who: named(seat, players), shares });
  if (e.type === "kong_money_moved") {
    const giver = e.deltas.findIndex((/** @type {number} */ points) => points < 0);
    return [t("{who} hands on the money of the kong: {shares}", of(giver))];
  }
  const payers = e.deltas.flatMap((/** @type {number} */ points, /** @type {number} */ seat) =>
    points < 0 ? [t("{n} by {who}", { n: number(-points), who: named(seat, players) })] : [],
  );
  const paid = { who: named(e.seat ?? 0, players), shares: payers.join(", ") };
  return [t("{who} is paid for a kong: {shares}", paid)];
}

/** Who still holds the void suit or is not ready pays; their kong money goes back.
 * @param {GameEvent} e @param {string[]} players @returns {string[]} */
function emptyWall(e, players) {
  const { states, values, pigs, not_ready, refunds } = e;
  const owing = (/** @type {string} */ state, /** @type {number[]} */ row) =>
    players.flatMap((who, seat) => (states[seat] === state && row[seat] < 0 ? [seat] : []));
  const holders = states.filter((/** @type {string} */ state) => state === "pig").length;
  const each = pigs.map((/** @type {number} */ points) => (points > 0 ? points / holders : 0));
  const lines = [
    ...owing("pig", pigs).map(seat =>
      t("{who} still holds tiles of the void suit and pays {shares}", {
        who: named(seat, players),
        shares: dues(each, players),
      }),
    ),
    ...owing("noten", not_ready).map(seat =>
      t("{who} is not ready and pays {shares}", {
        who: named(seat, players),
        shares: dues(values, players),
      }),
    ),
  ];
  if (refunds.some(Boolean))
    lines.push(t("Kong money goes back: {changes}", { changes: changed(refunds, players) }));
  return lines.length ? lines : [t("Nobody pays anything at the empty wall")];
}

/** Who gets how much: `2 to ann, 1 to bob`.
 * @param {number[]} points @param {string[]} players */
const dues = (points, players) =>
  points
    .flatMap((n, seat) =>
      n > 0 ? [t("{n} to {who}", { n: number(n), who: named(seat, players) })] : [],
    )
    .join(", ");

/** Whose points change by how much.
 * @param {number[]} points @param {string[]} players */
const changed = (points, players) =>
  points.flatMap((n, seat) => (n ? [`${named(seat, players)} ${signed(n)}`] : [])).join(", ");

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
      ? t("{n} tai + {dealer} for the dealer", { n: e.hand_tai, dealer: e.dealer_tai[i] })
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
