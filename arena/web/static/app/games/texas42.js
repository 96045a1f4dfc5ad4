import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { clockwise, lastMove, plate } from "./seats.js";
import { backs, row, tile } from "./tiles.js";
import { inOrder } from "./mahjong.js";
import { playedBy, shownTrick } from "./tricks.js";
import { bidShort, bidText } from "./choices.js";
import { contractLines } from "./round_receipts.js";
import { tileMiniature } from "./miniature.js";
import { language, markup, t, term } from "../lib/messages.js";

export { bidHeading as heading } from "./round_receipts.js";
export { texas42 as sentence } from "./sentences.js";

/** @typedef {import("../lib/types.js").View} View */
/** @typedef {import("../lib/types.js").Look} Look */

export const miniature = tileMiniature("texas42");

const SIDES = ["A", "B"];

/** What was declared, what the sides took and what that pays.
 * @param {import("../lib/types.js").Frame} frame @param {string[]} players
 * @param {import("../lib/types.js").GameEvent[]} round */
export function receipt({ results }, players, round) {
  const lines = (results ?? []).slice(-1).flatMap(last => contractLines(last, players, round));
  if (!lines.length) return nothing;
  return html`<ul class="payments">
    ${lines.map(line => html`<li>${line}</li>`)}
  </ul>`;
}

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
  const at = clockwise(seat, look);
  const won = view.tricks.filter((/** @type {any} */ t) => t.winner === seat);
  const out = view.contract?.out_seat ?? null;
  const trick = shownTrick(view);
  const played = playedBy(trick, seat, out);
  const last = lastMove(view).seat === seat ? " last" : "";
  return html`<section
    class="seat c${seat}"
    aria-label=${t("{name}, side {side}", { name, side: SIDES[seat % 2] })}
    data-seat=${seat}
  >
    ${plate(seat, view, look, {
      at,
      corner: SIDES[seat % 2],
      chips: chips(view, seat),
      score: html`${view.scores[seat]}
        <small>${view.scores[seat] === 1 ? t("mark") : t("marks")}</small>`,
    })}
    <div class="spin pos-${at}">
      ${row(
        t("{name} in this trick", { name }),
        played
          ? tile(played, (trick.winner === seat ? "hot" : "") + last)
          : seat === out
            ? nothing
            : html`<span class="slot"></span>`,
        trick.complete ? "lead past" : "lead",
      )}
      ${
        won.length
          ? html`<div
              class="taken"
              role="group"
              aria-label=${t("{name}'s tricks", { name })}
              style="--n:${won.length}"
            >
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
        hand
          ? t("{name}'s hand", { name })
          : t("{name}'s hand: {n} dominoes, hidden", { name, n: view.hand_sizes[seat] }),
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
      ? html`<span class="chip gold ${last ? "last" : ""}"
          >${t("bid {bid}", { bid: bidShort(view.bid) })}</span
        >`
      : call && !view.contract
        ? html`<span class="chip ${last ? "last" : ""}">${bidShort(call)}</span>`
        : nothing
  }
  ${view.shaker === seat ? html`<span class="chip">${t("shook")}</span>` : nothing}
  ${view.contract?.out_seat === seat ? html`<span class="chip">${t("sits out")}</span>` : nothing}`;
}

/** The bid and what is trumps; the game says it in English.
 * @param {View} view */
function contract({ bid, trump, contract }) {
  const known = /^([0-6]|doubles|no-trump|nello|sevens)$/.exec(trump);
  if (language === "en" || !known) return contract.label;
  return t("{bid}, {trump}", { bid: bidText(bid) || bid, trump: term(`t:${trump}`) });
}

/** @param {View} view */
function centre(view) {
  const said = view.contract
    ? contract(view)
    : view.phase === "Finished"
      ? t("The end")
      : view.bid
        ? t("high bid: {bid}", { bid: bidShort(view.bid) })
        : t("Bidding");
  return html`<div class="big">${said}</div>
    <div class="line">
      ${markup("hand {n} · points {points}", {
        n: html`<b>${view.round}</b>`,
        points: html`A <b>${view.points[0]}</b> : <b>${view.points[1]}</b> B`,
      })}
    </div>`;
}
