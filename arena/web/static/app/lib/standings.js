import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { number } from "./format.js";

/**
 * A row of a table of ratings, whoever made it: a ladder or a tournament.
 * @typedef {{rank: number, name: string, href: string, note: string, mean: number | null,
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
  { key: "rank", title: "#", value: row => row.rank },
  { key: "name", title: "Bot", kind: "left", value: row => row.name.toLowerCase() },
  { key: "rating", title: "Rating", hint: "± 95 %", value: row => row.mean },
  {
    key: "superior",
    title: "Better",
    hint: "how likely it is stronger than the next in rank",
    value: row => row.superior,
  },
  { key: "games", title: "Games", value: row => row.games },
  {
    key: "places",
    title: "Places",
    kind: "left",
    hint: "in percent, first place first; sorted by first places",
    value: row => row.places[0] ?? null,
  },
  {
    key: "average",
    title: "Mean place",
    hint: "with its 95 % interval",
    value: row => row.average,
  },
  { key: "faults", title: "Faults", value: row => row.faults },
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
const across = (axis, value) => (100 * (value - axis.low)) / (axis.high - axis.low);

/** A point on its interval.
 * @param {Row} row @param {Axis} axis */
function whisker(row, axis) {
  if (row.mean === null) return html`<span class="dim">not rated yet</span>`;
  const text = `${row.mean.toFixed(axis.digits)}${
    row.low === null || row.high === null
      ? ""
      : `, 95 % from ${row.low.toFixed(axis.digits)} to ${row.high.toFixed(axis.digits)}`
  }`;
  return html`<div
    class="axis"
    role="img"
    aria-label=${text}
    data-mean=${row.mean}
    data-from=${row.low ?? ""}
    data-to=${row.high ?? ""}
  >
    ${axis.ticks.map(tick => html`<i class="grid" style="left:${across(axis, tick)}%"></i>`)}
    ${
      row.low === null || row.high === null
        ? nothing
        : html`<i
            class="whisker"
            style="left:${across(axis, row.low)}%;width:${
              across(axis, row.high) - across(axis, row.low)
            }%"
          ></i>`
    }
    <i class="dot" style="left:${across(axis, row.mean)}%"></i>
  </div>`;
}

// -- cells

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
  `${
    low === null || high === null ? "too few for 95 %" : `${low.toFixed(2)} to ${high.toFixed(2)}`
  }, n=${matches}`;

/** Shares of first places, second places and so on as a bar with numbers in it.
 * @param {number[]} places */
export function placesBar(places) {
  if (!places.length) return html`<span class="dim">–</span>`;
  const all = places.map((share, i) => `${i + 1}: ${Math.round(100 * share)} %`).join(", ");
  return html`<span class="places" role="img" aria-label="Places ${all}" title=${all}
    >${places.map(
      (share, i) =>
        html`<span class="p${shade(i, places.length)}" style="width:${100 * share}%"
          >${share >= 0.1 ? Math.round(100 * share) : nothing}</span
        >`,
    )}</span
  >`;
}

/** First is always the darkest blue, last always rust.
 * @param {number} place @param {number} of */
const shade = (place, of) => (of < 2 ? 0 : Math.round((place * 3) / (of - 1)));

/** @param {Row} row @param {Axis} axis */
function rating(row, axis) {
  if (row.mean === null) return html`<span class="dim">–</span>`;
  const half = row.low === null || row.high === null ? null : (row.high - row.low) / 2;
  return html`<b>${row.mean.toFixed(axis.digits)}</b>
    <small>${half === null ? "± ?" : `± ${half.toFixed(axis.digits)}`}</small>`;
}

/** Whether the next in rank may be the stronger one for all that is known.
 * @param {Row | undefined} row */
const unsure = row => row !== undefined && row.superior !== null && row.superior < SURE;

/** @param {Row[]} rows @param {number} i whether a bracket goes up from here, down, or both */
function bracket(rows, i) {
  const up = unsure(rows[i - 1]),
    down = unsure(rows[i]);
  if (!up && !down) return nothing;
  return html`<span class="bracket ${up ? "up" : ""} ${down ? "down" : ""}"
    ><span class="unseen"
      >${down ? "not told apart from the next" : "not told apart from the one before"}</span
    ></span
  >`;
}

// -- the table

/** @param {Row[]} rows all that are shown @param {Order} order @param {(key: string) => void} sort
 * @param {string} caption */
export function standingsTable(rows, order, sort, caption) {
  const axis = axisOf(rows);
  const shown = sorted(rows, order);
  const ranked = order.key === "rank" && !order.down;
  const head = (/** @type {Column} */ column) =>
    html`<th
      scope="col"
      class=${column.kind ?? ""}
      aria-sort=${order.key === column.key ? (order.down ? "descending" : "ascending") : "none"}
    >
      <button
        type="button"
        class="sort"
        data-sort=${column.key}
        title=${column.hint ?? nothing}
        @click=${() => sort(column.key)}
      >
        ${column.title}
      </button>
    </th>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${caption}>
    <table class="standings">
      <thead>
        <tr>
          ${COLUMNS.slice(0, 3).map(head)}
          <th scope="col" class="scale" data-low=${axis.low} data-high=${axis.high}>
            <div class="axis">
              <span class="unseen">95 % interval</span>${axis.ticks
                .filter(tick => Math.abs(across(axis, tick) - 50) < 38)
                .map(
                  tick =>
                    html`<span class="tick" aria-hidden="true" style="left:${across(axis, tick)}%"
                      >${tick}</span
                    >`,
                )}
            </div>
          </th>
          ${COLUMNS.slice(3).map(head)}
        </tr>
      </thead>
      <tbody>
        ${shown.map(
          (row, i) =>
            html`<tr data-bot=${row.name}>
              <td class="rank"><b>${row.rank}</b>${ranked ? bracket(shown, i) : nothing}</td>
              <th scope="row" class="left">
                ${row.href ? html`<a href=${row.href}>${row.name}</a>` : row.name}
                <small>${row.note}</small>
              </th>
              <td>${rating(row, axis)}</td>
              <td class="scale">${whisker(row, axis)}</td>
              <td>${chance(row.superior)}</td>
              <td>${number(row.games)}</td>
              <td class="left">${placesBar(row.places)}</td>
              <td>
                ${row.average === null ? "–" : row.average.toFixed(2)}${
                  row.average === null || row.averageNote === undefined
                    ? nothing
                    : html` <small>${row.averageNote}</small>`
                }
              </td>
              <td>${row.faults ? html`<span class="bad">${number(row.faults)}</span>` : "–"}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
