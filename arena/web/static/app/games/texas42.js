import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { lastMove, plate, position } from "./seats.js";
import { backs, row, tile } from "./tiles.js";
import { inOrder } from "./mahjong.js";
import { playedBy, shownTrick } from "./tricks.js";
import { tileMiniature } from "./miniature.js";

export { bidHeading as heading } from "./round_receipts.js";

/** @typedef {import("../lib/types.js").View} View */
/** @typedef {import("../lib/types.js").Look} Look */

export const miniature = tileMiniature("texas42");

const SIDES = ["A", "B"];

/** @param {import("../lib/types.js").Frame} frame @param {Look} look */
export function renderTable({ view }, look) {
  return html`<div class="felt dominoes">
    <div class="centre">${centre(view)}</div>
    ${inOrder(look).map(seat => seatLayer(view, look, seat))}
  </div>`;
}

/** @param {View} view @param {Look} look @param {number} seat */
function seatLayer(view, look, seat) {
  const hand = view.hands?.[seat];
  const name = look.players[seat];
  const at = position(seat, look);
  const won = view.tricks.filter((/** @type {any} */ t) => t.winner === seat);
  const out = view.contract?.out_seat ?? null;
  const trick = shownTrick(view);
  const played = playedBy(trick, seat, out);
  const last = lastMove(view).seat === seat ? " last" : "";
  return html`<section
    class="seat c${seat}"
    aria-label="${name}, side ${SIDES[seat % 2]}"
    data-seat=${seat}
  >
    ${plate(seat, view, look, {
      at,
      corner: SIDES[seat % 2],
      chips: chips(view, seat),
      score: html`${view.scores[seat]} <small>marks</small>`,
    })}
    <div class="spin pos-${at}">
      ${row(
        `${name} in this trick`,
        played
          ? tile(played, (trick.winner === seat ? "hot" : "") + last)
          : seat === out
            ? nothing
            : html`<span class="slot"></span>`,
        trick.complete ? "lead past" : "lead",
      )}
      ${
        won.length
          ? html`<div class="taken" role="group" aria-label="${name}'s tricks">
              ${won.map(
                (/** @type {any} */ t) =>
                  html`<span class="one"
                    >${t.tiles.map((/** @type {string} */ d) => tile(d))}</span
                  >`,
              )}
            </div>`
          : nothing
      }
      ${row(
        hand ? `${name}'s hand` : `${name}'s hand: ${view.hand_sizes[seat]} dominoes, hidden`,
        hand ? hand.map(t => tile(t)) : backs(view.hand_sizes[seat], "", "domino"),
        "hand",
      )}
    </div>
  </section>`;
}

/** @param {View} view @param {number} seat */
function chips(view, seat) {
  const call = view.calls[(seat - view.shaker - 1 + 8) % 4];
  const spoke = view.history.at(-1)?.[0] === String(seat); // a pass is a call, too
  const last = !view.trick.length && !view.tricks.length && spoke;
  return html` ${
    view.bidder === seat
      ? html`<span class="chip gold ${last ? "last" : ""}">bid ${view.bid}</span>`
      : call && !view.contract
        ? html`<span class="chip ${last ? "last" : ""}">${call}</span>`
        : nothing
  }
  ${view.shaker === seat ? html`<span class="chip">shook</span>` : nothing}
  ${view.contract?.out_seat === seat ? html`<span class="chip">sits out</span>` : nothing}`;
}

/** @param {View} view */
function centre(view) {
  const said = view.contract
    ? view.contract.label
    : view.phase === "Finished"
      ? "The end"
      : view.bid
        ? `${view.bid} is bid`
        : "Bidding";
  return html`<div class="big">${said}</div>
    <div class="line">
      hand <b>${view.round}</b> · points A <b>${view.points[0]}</b> : <b>${view.points[1]}</b> B
    </div>`;
}
