import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { number } from "./format.js";
import { COLUMNS, across, axisOf, chance, possible, sorted } from "./standings.js";
import { t } from "./messages.js";

/** @typedef {import("./standings.js").Row} Row */
/** @typedef {import("./standings.js").Axis} Axis */
/** @typedef {import("./standings.js").Order} Order */
/** @typedef {import("./standings.js").Column} Column */

/** A point on its interval.
 * @param {Row} row @param {Axis} axis */
function whisker(row, axis) {
  if (row.mean === null) return html`<span class="dim">${t("not rated yet")}</span>`;
  const mean = row.mean.toFixed(axis.digits);
  const text =
    row.low === null || row.high === null
      ? mean
      : t("{mean}, 95 % from {low} to {high}", {
          mean,
          low: row.low.toFixed(axis.digits),
          high: row.high.toFixed(axis.digits),
        });
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

/** Shares of first places, second places and so on as a bar with numbers in it.
 * @param {number[]} places */
export function placesBar(places) {
  if (!places.length) return html`<span class="dim">–</span>`;
  const all = places.map((share, i) => `${i + 1}: ${Math.round(100 * share)} %`).join(", ");
  return html`<span
    class="places"
    role="img"
    aria-label=${t("Places {shares}", { shares: all })}
    title=${all}
    >${places.map(
      (share, i) =>
        html`<span
          class="p${shade(i, places.length)} ${share < 0.18 ? "slim" : ""}"
          style="width:${100 * share}%"
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

/** The ranks that the data leave open.
 * @param {Row} row */
function openRanks(row) {
  if (row.ranks === null) return nothing;
  return html` <small class="possible"
    ><span class="unseen">${t("possible ranks")}</span> ${possible(row.ranks)}</small
  >`;
}

// -- the table

/** @param {Row[]} rows all that are shown @param {Order} order @param {(key: string) => void} sort
 * @param {string} caption */
export function standingsTable(rows, order, sort, caption) {
  const axis = axisOf(rows);
  const shown = sorted(rows, order);
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
              <span class="unseen">${t("95 % interval")}</span>${axis.ticks
                .filter(tick => Math.abs(across(axis, tick) - 50) < 46)
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
          row =>
            html`<tr data-bot=${row.name}>
              <td class="rank"><b>${row.rank}</b>${openRanks(row)}</td>
              <th scope="row" class="left">
                ${row.href ? html`<a href=${row.href}>${row.name}</a>` : row.name}
                <small>${row.note}</small>
              </th>
              <td>${rating(row, axis)}</td>
              <td class="scale">${whisker(row, axis)}</td>
              <td>${chance(row.superior)}</td>
              <td>${number(row.games)}</td>
              <td class="left">${placesBar(row.places)}</td>
              <td class="average">
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
