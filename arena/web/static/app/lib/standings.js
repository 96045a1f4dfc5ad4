import { plural, t } from "./messages.js";

/**
 * A row of a table of ratings, whoever made it: a ladder or a tournament.
 * @typedef {{rank: number, ranks: number[] | null, name: string, href: string, note: string, mean: number | null,
 *   low: number | null, high: number | null,
 *   games: number, superior: number | null, places: number[], average: number | null,
 *   averageNote?: string, faults: number}} Row
 * How somebody of a ladder placed on the mean.
 * @typedef {{mean_place: number | null, mean_place_low: number | null,
 *   mean_place_high: number | null, matches: number}} Placed
 * @typedef {{low: number, high: number, ticks: number[], digits: number}} Axis
 * @typedef {{key: string, down: boolean}} Order
 * @typedef {{key: string, title: string, kind?: string, hint?: string,
 *   value: (row: Row) => number | string | null}} Column
 */

const SURE = 0.95;

/** @type {Column[]} */
export const COLUMNS = [
  {
    key: "rank",
    title: "#",
    hint: t("and the ranks that are possible, 95 % for the whole table at once"),
    value: row => row.rank,
  },
  { key: "name", title: t("Bot"), kind: "left", value: row => row.name.toLowerCase() },
  { key: "rating", title: t("Rating"), hint: "± 95 %", value: row => row.mean },
  {
    key: "superior",
    title: t("Better"),
    hint: t("how likely it is stronger than the next in rank"),
    value: row => row.superior,
  },
  { key: "games", title: t("Matches"), value: row => row.games },
  {
    key: "places",
    title: t("Places"),
    kind: "left",
    hint: t("in percent, first place first; sorted by first places"),
    value: row => row.places[0] ?? null,
  },
  {
    key: "average",
    title: t("Mean place"),
    hint: t("with its 95 % interval"),
    value: row => row.average,
  },
  { key: "faults", title: t("Faults"), value: row => row.faults },
];
/** Columns that are best when small, so that a first click shows the smallest. */
const UPWARD = ["rank", "name", "average"];

/** Rows in the order of a column; those without a value come last.
 * @param {Row[]} rows @param {Order} order */
export function sorted(rows, order) {
  const column = COLUMNS.find(each => each.key === order.key) ?? COLUMNS[0];
  const sign = order.down ? -1 : 1;
  return [...rows].sort((a, b) => {
    const x = column.value(a),
      y = column.value(b);
    if (x === null || y === null) return x === y ? a.rank - b.rank : x === null ? 1 : -1;
    return x === y ? a.rank - b.rank : x < y ? -sign : sign;
  });
}

/** @param {Order} order @param {string} key @returns {Order} */
export const turned = (order, key) =>
  order.key === key ? { key, down: !order.down } : { key, down: !UPWARD.includes(key) };

// -- one axis for all

/** @param {Row[]} rows @returns {Axis} */
export function axisOf(rows) {
  const ends = rows.flatMap(row => [row.low, row.high, row.mean]).filter(value => value !== null);
  const low = Math.min(...ends),
    high = Math.max(...ends);
  if (!ends.length) return { low: 0, high: 1, ticks: [], digits: 0 };
  const room = Math.max((high - low) * 0.06, 1);
  const [from, to] = [low - room, high + room];
  const step = niceStep((to - from) / 4);
  const ticks = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) ticks.push(at);
  return { low: from, high: to, ticks, digits: high - low < 200 && high < 500 ? 1 : 0 };
}

/** @param {number} rough */
function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find(times => times * power >= rough) ?? 10) * power;
}

/** @param {Axis} axis @param {number} value */
export const across = (axis, value) => (100 * (value - axis.low)) / (axis.high - axis.low);

// -- words

/** @param {number | null} share */
export function chance(share) {
  if (share === null) return "–";
  if (share > 0.99) return ">99 %";
  return share < 0.01
    ? "<1 %"
    : `${(100 * share).toFixed(Math.abs(share - SURE) < 0.01 ? 1 : 0)} %`;
}

/** How sure a mean place is: its 95 % interval, and how many matches it is of.
 * @param {Placed} row */
export const placeSure = ({ mean_place_low: low, mean_place_high: high, matches }) =>
  low === null || high === null
    ? plural(matches, "too few for 95 %, {n} match", "too few for 95 %, {n} matches")
    : plural(matches, "{low} to {high}, {n} match", "{low} to {high}, {n} matches", {
        low: low.toFixed(2),
        high: high.toFixed(2),
      });

/** The first and the last rank that are possible, as text.
 * @param {number[]} ranks */
export const possible = ([first, last]) => (first === last ? `${first}` : `${first}–${last}`);
