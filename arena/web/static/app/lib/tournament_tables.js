import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { t, term } from "./messages.js";

/**
 * @typedef {{mean: number, low: number | null, high: number | null, n: number}} Estimate
 * @typedef {{a: string, b: string, mean: number | null, low: number | null, high: number | null,
 *   met: number}} Cell
 * @typedef {{seat: number, place: Estimate | null, points: Estimate | null}} SeatRow
 * @typedef {{bot: string, kind: string, count: number, reason: string}} FaultRow
 * @typedef {{h0: number, h1: number, alpha: number, beta: number, lower: number, upper: number,
 *   llr: number, deals: number, decision: string}} Sequential
 * @typedef {{rank: number, bot: string, matches: number, rating: Estimate | null,
 *   place: Estimate | null, points: Estimate | null,
 *   places: number[], superior: number | null,
 *   ranks: number[] | null}} Standing
 * @typedef {{id: string, name: string, state: string, game: string, format: string,
 *   bots: string[], done: number, total: number,
 *   created: number, error: string, seconds_left: number | null, seed_hash: string,
 *   matches: number, deals: number, spec: Record<string, any>, standings: Standing[],
 *   cross: Cell[], seats: SeatRow[], saving: Estimate | null, faults: FaultRow[],
 *   remarks: string[], verdict: string,
 *   sequential: Sequential | null}} Tournament
 */

/** Who finished ahead of whom; a cell and its mirror make a hundred.
 * @param {Tournament} told @param {(a: string, b: string) => void} show the matches of two */
export function crossTable(told, show) {
  const names = told.standings.map(row => row.bot);
  const cells = new Map(told.cross.map(cell => [`${cell.a}\n${cell.b}`, cell]));
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("Cross table")}>
    <table class="cross">
      <thead>
        <tr>
          <th scope="col">${t("ahead of →")}</th>
          ${names.map(
            (name, i) =>
              html`<th scope="col"><b>${i + 1}</b><small title=${name}>${name}</small></th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${names.map(
          (name, i) =>
            html`<tr>
              <th scope="row">${i + 1} ${name}</th>
              ${names.map((other, j) =>
                i === j
                  ? html`<td class="self"><span aria-hidden="true">·</span></td>`
                  : cell(cells.get(`${name}\n${other}`), i < j, () => show(name, other)),
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** @param {Cell | undefined} found
 * @param {boolean} first the half of the table that is rounded; its mirror is what is left
 * @param {() => void} show */
function cell(found, first, show) {
  if (!found || found.mean === null) return html`<td><span class="dim">–</span></td>`;
  const share = found.mean;
  const percent = first ? Math.round(100 * share) : 100 - Math.round(100 * (1 - share));
  const known = found.low !== null && found.high !== null;
  const sure = known && (Number(found.low) > 0.5 || Number(found.high) < 0.5);
  const half = known ? `±${Math.round(50 * (Number(found.high) - Number(found.low)))}` : "±?";
  return html`<td
    class=${share > 0.5 ? "ahead" : share < 0.5 ? "behind" : ""}
    style="--tint:${Math.min(44, Math.abs(share - 0.5) * 100).toFixed(0)}%"
  >
    <button
      type="button"
      class="plain"
      title=${t("Their matches: {a} and {b}", found)}
      @click=${show}
    >
      <span class="share ${sure ? "sure" : ""}">${percent}</span
      ><small>${half} · ${found.met}</small>
    </button>
  </td>`;
}

/** @param {Estimate} found @param {number} digits */
export const halfWidth = (found, digits) =>
  found.low === null || found.high === null ? "?" : ((found.high - found.low) / 2).toFixed(digits);

/** @param {Estimate | null} found @param {number} digits */
export function estimate(found, digits) {
  return found
    ? html`${found.mean.toFixed(digits)} <small>± ${halfWidth(found, digits)}</small>`
    : "–";
}

/** @param {SeatRow[]} rows */
export function seatTable(rows) {
  return html`<table class="plain">
    <thead>
      <tr>
        <th scope="col" class="left">${t("seat")}</th>
        <th scope="col">${t("mean place")}</th>
        <th scope="col">${t("points")}</th>
        <th scope="col">n</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        row =>
          html`<tr>
            <th scope="row" class="left">${row.seat + 1}</th>
            <td>${estimate(row.place, 2)}</td>
            <td>${estimate(row.points, 1)}</td>
            <td>${row.place?.n ?? 0}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** @param {FaultRow[]} rows */
export function faultList(rows) {
  if (!rows.length) return html`<p class="dim">${t("None.")}</p>`;
  return html`<ul class="faults">
    ${rows.map(
      row =>
        html`<li>
          <b>${row.bot}</b> <span class="bad">${row.count} ${term(row.kind)}</span><br /><small
            >${row.reason}</small
          >
        </li>`,
    )}
  </ul>`;
}

/** Where a sequential test stands between its two bounds.
 * @param {Sequential} test */
export function testBar(test) {
  const at = (/** @type {number} */ value) =>
    (100 * (Math.min(Math.max(value, test.lower), test.upper) - test.lower)) /
    (test.upper - test.lower);
  const bounds = t("between {low} and {high}", {
    low: test.lower.toFixed(2),
    high: test.upper.toFixed(2),
  });
  const zero = at(0),
    now = at(test.llr);
  const decided =
    test.decision === "H1"
      ? t("accepted: better")
      : test.decision === "H0"
        ? t("accepted: not better")
        : t("not decided yet");
  return html`<div class="test">
      <span class="end"
        ><b>−${Math.abs(test.lower).toFixed(2)}</b><small>${t("no gain")}</small></span
      >
      <span
        class="llr"
        role="img"
        aria-label="LLR ${test.llr.toFixed(2)}, ${bounds}; ${decided}"
        data-llr=${test.llr}
      >
        <i
          class="fill ${test.llr < 0 ? "behind" : ""}"
          style="left:${Math.min(zero, now)}%;width:${Math.abs(now - zero)}%"
        ></i
        ><i class="zero" style="left:${zero}%"></i
      ></span>
      <span class="end"><b>${test.upper.toFixed(2)}</b><small>${t("gain")}</small></span>
    </div>
    <p>
      <b>LLR ${test.llr.toFixed(2)}</b>
      <small
        >${t("of {bound} · {h0} against {h1} · {deals} deals · errors {alpha} % and {beta} %", {
          ...test,
          bound: test.upper.toFixed(2),
          alpha: 100 * test.alpha,
          beta: 100 * test.beta,
        })}</small
      >
      ${test.decision ? html`<span class="chip gold">${test.decision} ${decided}</span>` : nothing}
    </p>`;
}
