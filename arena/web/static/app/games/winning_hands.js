/** The receipt of a mahjong round: the hands that won or waited, and who pays what for them. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { named, words } from "./describe.js";
import { items, payments } from "./round_receipts.js";
import { row, tile } from "./tiles.js";

/** @typedef {import("../lib/types.js").GameEvent} GameEvent */

/** Draw the winning and waiting hands of the frame that closes a round.
 * @param {import("../lib/types.js").Frame} frame @param {string[]} players */
export function receipt({ events }, players) {
  return html`${events.filter(e => e.type === "won").map(e => winning(e, players))}
  ${events.filter(e => e.type === "hand_shown").map(e => waiting(e, players))}`;
}

/** @param {GameEvent} e @param {string[]} players */
export function winning(e, players) {
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
    ${
      e.ura?.length
        ? html`<div class="ura">
            <span>ura-dora indicator${e.ura.length > 1 ? "s" : ""}</span>
            ${row(
              "ura-dora indicators",
              e.ura.map((/** @type {string} */ t) => tile(t)),
            )}
          </div>`
        : nothing
    }
    <div class="yaku">
      ${items(e).map(item => html`<span class="chip">${item}</span>`)}
      ${
        e.han
          ? html`<span class="chip gold"
              >${e.han} han${e.fu ? ` ${e.fu} fu` : ""}${e.limit ? `, ${words(e.limit)}` : ""}</span
            >`
          : nothing
      }
      ${e.worth ? html`<span class="chip gold">${e.worth}</span>` : nothing}
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
