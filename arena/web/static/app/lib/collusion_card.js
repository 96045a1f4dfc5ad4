import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { ask } from "./session.js";

/** @typedef {{pair: string[], gaining: string[], places: number, low: number, high: number,
 *   matches_together: number, chance: number}} Suspicion
 * @typedef {{ladder: string, computing: boolean, computed: number | null, matches: number,
 *   comparisons: number, found: Suspicion[], matches_needed: Record<string, number>}} Report */

const at = {
  games: /** @type {{name: string, title: string}[]} */ ([]),
  game: "",
  report: /** @type {Report | null} */ (null),
  note: "",
};

/** Read the last report of the game that is chosen.
 * @param {() => void} changed */
export async function loadCollusion(changed) {
  if (!at.games.length) {
    const response = await fetch("/api/games").catch(() => null);
    if (response?.ok) at.games = await response.json();
    at.game ||= at.games[0]?.name ?? "";
  }
  const query = new URLSearchParams({ game: at.game });
  const response = await fetch(`/api/admin/collusion?${query}`).catch(() => null);
  at.report = response?.ok ? await response.json() : null;
  changed();
}

/** @param {Suspicion} row */
const suspicion = row =>
  html`<tr>
    <th scope="row" class="left">${row.pair.join(" and ")}</th>
    <td class="left">${row.gaining.join(" and ")}</td>
    <td class="left">${row.places.toFixed(2)} (${row.low.toFixed(2)} to ${row.high.toFixed(2)})</td>
    <td class="left">${row.matches_together}</td>
    <td class="left">${row.chance < 1e-6 ? "< 1e-6" : row.chance.toPrecision(1)}</td>
  </tr>`;

/** @param {Report} report */
function said(report) {
  if (report.computed === null) return html`<p class="dim">Not computed yet.</p>`;
  const needed = report.matches_needed["0.5"];
  return html`${
      report.found.length
        ? html`<div class="scroll" tabindex="0" role="region" aria-label="Pairs">
            <table class="list">
              <thead>
                <tr>
                  ${["Pair", "Who gains", "Places per match", "Matches together", "By chance"].map(
                    head => html`<th scope="col" class="left">${head}</th>`,
                  )}
                </tr>
              </thead>
              <tbody>
                ${report.found.map(suspicion)}
              </tbody>
            </table>
          </div>`
        : html`<p>
            ${
              report.comparisons
                ? "No pair gains by each other's company."
                : "No two bots have met in enough matches: nothing to compare."
            }
          </p>`
    }
    <p class="dim">
      ${report.comparisons} comparisons in ${report.matches} matches,
      ${new Date(report.computed).toLocaleString()}.
      ${
        needed
          ? `Half a place per match would be found after ${needed} matches together in 4 of 5 cases.`
          : nothing
      }
      A pair is a reason to look at its matches, not a proof.
    </p>`;
}

/** Pairs that do better against others when both are at the table.
 * @param {() => void} changed */
export function collusionCard(changed) {
  const choose = (/** @type {any} */ e) => {
    at.game = e.target.value;
    loadCollusion(changed);
  };
  const compute = async () => {
    at.note = (await ask("/api/admin/collusion", { game: at.game })).problem;
    await loadCollusion(changed);
  };
  return html`<section class="card wide" aria-label="Collusion">
    <h2>Collusion</h2>
    <p>
      <label
        >Game
        <select @change=${choose}>
          ${at.games.map(
            game =>
              html`<option value=${game.name} ?selected=${game.name === at.game}>
                ${game.title}
              </option>`,
          )}
        </select></label
      >
      <button type="button" ?disabled=${at.report?.computing ?? true} @click=${compute}>
        ${at.report?.computing ? "Computing …" : "Compute again"}
      </button>
    </p>
    ${at.note ? html`<p class="bad" role="alert">${at.note}</p>` : nothing}
    ${at.report ? said(at.report) : html`<p class="dim">This game has no ladder here.</p>`}
  </section>`;
}
