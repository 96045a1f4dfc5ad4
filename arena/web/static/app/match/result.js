import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { words } from "../games/describe.js";
import { mark } from "../games/seats.js";
import { number, place, signed } from "../lib/format.js";
import { row, tile } from "../games/tiles.js";
import { heading, items, named, payments } from "./receipt.js";

/** @typedef {import("../lib/types.js").GameEvent} GameEvent */
/** @typedef {import("../lib/types.js").RoundResult} RoundResult */

/** The result of a round over the table, from the frame that closes it.
 * @param {import("../lib/types.js").Frame} frame @param {string[]} players
 * @param {import("../lib/types.js").Outcome | null} outcome */
export function resultCard(frame, players, outcome) {
  const results = frame.results ?? [];
  if (!results.length) return nothing;
  const last = results[results.length - 1];
  const over = frame.events.some(e => e.type === "match_ended") && outcome;
  return html`<div class="result" role="group" aria-label="Result of the round">
    <h2>${heading(last, players)}</h2>
    ${frame.events.filter(e => e.type === "won").map(e => winning(e, players))}
    ${frame.events.filter(e => e.type === "hand_shown").map(e => waiting(e, players))}
    <table>
      <thead>
        <tr>
          <th scope="col"><span class="unseen">player</span></th>
          <th scope="col">round</th>
          <th scope="col">score</th>
          <th scope="col">place</th>
        </tr>
      </thead>
      <tbody>
        ${players.map(
          (name, seat) =>
            html`<tr>
              <th scope="row">${mark(seat)}${name}</th>
              <td class=${last.points[seat] > 0 ? "up" : last.points[seat] < 0 ? "down" : ""}>
                ${signed(last.points[seat])}
              </td>
              <td>${number(last.scores[seat])}</td>
              <td>${place(over ? outcome.ranks[seat] : last.placements[seat])}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** @param {GameEvent} e @param {string[]} players */
function winning(e, players) {
  return html`<div>
    ${row(
      `${players[e.seat ?? 0]}'s winning hand`,
      html`${(e.hand ?? []).map((/** @type {string} */ t) => tile(t))}
      ${(e.melds ?? []).map(
        (/** @type {string} */ m) =>
          html`<span class="gap"></span>${meldTiles(m).map(t => tile(t))}`,
      )}
      ${e.tile ? tile(e.tile, "new", ", the winning tile") : nothing}`,
    )}
    <div class="yaku">
      ${items(e).map(item => html`<span class="chip">${item}</span>`)}
      ${
        e.han
          ? html`<span class="chip gold"
              >${e.han} han${e.fu ? ` ${e.fu} fu` : ""}${e.limit ? `, ${words(e.limit)}` : ""}</span
            >`
          : nothing
      }
      ${e.hand_tai !== undefined ? html`<span class="chip gold">${e.hand_tai} tai</span>` : nothing}
    </div>
    <ul class="payments">
      ${payments(e, players).map(line => html`<li>${line}</li>`)}
    </ul>
  </div>`;
}

/** A hand that waits at the end of a drawn round.
 * @param {GameEvent} e @param {string[]} players */
function waiting(e, players) {
  return html`<div class="waiting">
    <span>${named(e.seat ?? 0, players)} is tenpai</span>
    ${row(
      `${players[e.seat ?? 0]}'s waiting hand`,
      (e.hand ?? []).map((/** @type {string} */ t) => tile(t)),
    )}
  </div>`;
}

/** A meld's text as its tiles: `pon:555p` or `chi:345m`.
 * @param {string} text */
function meldTiles(text) {
  const found = /(\d+)([mpszf])/.exec(text.split(":").pop() ?? "");
  return found ? [...found[1]].map(digit => digit + found[2]) : [];
}
