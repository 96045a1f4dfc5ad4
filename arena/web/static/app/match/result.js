import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { mark } from "../games/seats.js";
import { number, place, rankOf, signed } from "../lib/format.js";
import { heading } from "./heading.js";
import { t } from "../lib/messages.js";

/** @typedef {import("../games/index.js").Renderer} Renderer */

/** The result of a round over the table, from the frame that closes it; the game's own drawing
 * may say how it ended and what was paid for.
 * @param {import("../lib/types.js").Frame} frame @param {string[]} players
 * @param {import("../lib/types.js").Outcome | null} outcome of a match that ends here
 * @param {Renderer} drawing @param {number[][]} teams
 * @param {import("../lib/types.js").GameEvent[]} round all that happened in the round */
export function resultCard(frame, players, outcome, drawing, teams, round) {
  const results = frame.results ?? [];
  if (!results.length) return nothing;
  const last = results[results.length - 1];
  // what was staked in the round left the score when it was staked
  const gained = last.points.map((points, seat) => points - (drawing.staked?.(round, seat) ?? 0));
  return html`<div class="result" role="group" aria-label=${t("Result of the round")}>
    <h2>${drawing.heading?.(last, players) ?? heading(last, players)}</h2>
    ${drawing.receipt?.(frame, players, round) ?? nothing}
    <table>
      <thead>
        <tr>
          <th scope="col"><span class="unseen">${t("player")}</span></th>
          <th scope="col">${t("round")}</th>
          <th scope="col">${t("score")}</th>
          <th scope="col">${t("place")}</th>
        </tr>
      </thead>
      <tbody>
        ${players.map(
          (name, seat) =>
            html`<tr>
              <th scope="row">${mark(seat)}${name}</th>
              <td class=${gained[seat] > 0 ? "up" : gained[seat] < 0 ? "down" : ""}>
                ${signed(gained[seat])}
              </td>
              <td>${number(last.scores[seat])}</td>
              <td>${place(rankOf(outcome?.ranks ?? last.placements, seat, teams))}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
