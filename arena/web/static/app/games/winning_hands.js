/** The receipt of a mahjong round: the hands that won or waited, and who pays what for them. */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { named, words } from "./describe.js";
import { items, payments } from "./round_receipts.js";
import { row, tile } from "./tiles.js";
import { t } from "../lib/messages.js";

/** @typedef {import("../lib/types.js").GameEvent} GameEvent */

/** Draw the winning and waiting hands of the frame that closes a round.
 * @param {import("../lib/types.js").Frame} frame @param {string[]} players */
export function receipt({ events }, players) {
  return html`${events.filter(e => e.type === "won").map(e => winning(e, players))}
  ${events.filter(e => e.type === "hand_shown").map(e => waiting(e, players))}`;
}

/** @param {GameEvent} e @param {string[]} players */
export function winning(e, players) {
  const melds = (e.melds ?? []).map(meldTiles);
  // in tiles: there is a gap before each meld, and one beside the winning tile
  const size = (e.hand ?? []).length + melds.flat().length + 0.4 * melds.length + 1.4;
  return html`<div>
    ${row(
      t("{name}'s winning hand", { name: players[e.seat ?? 0] }),
      html`${(e.hand ?? []).map((/** @type {string} */ t) => tile(t))}
      ${melds.map(
        (/** @type {string[]} */ meld) =>
          html`<span class="gap"></span><span class="meld">${meld.map(t => tile(t))}</span>`,
      )}
      ${e.tile ? tile(e.tile, "new", t(", the winning tile")) : nothing}`,
      "",
      `--size:${size}`,
    )}
    ${
      e.ura?.length
        ? html`<div class="ura">
            <span>${e.ura.length > 1 ? t("ura-dora indicators") : t("ura-dora indicator")}</span>
            ${row(
              t("ura-dora indicators"),
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
              >${e.fu ? t("{han} han {fu} fu", e) : t("{han} han", e)}${e.limit ? `, ${words(e.limit)}` : ""}</span
            >`
          : nothing
      }
      ${e.worth ? html`<span class="chip gold">${e.worth}</span>` : nothing}
      ${e.hand_tai !== undefined ? html`<span class="chip gold">${t("{n} tai", { n: e.hand_tai })}</span>` : nothing}
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
    <span>${t("{who} is tenpai", { who: named(e.seat ?? 0, players) })}</span>
    ${row(
      t("{name}'s waiting hand", { name: players[e.seat ?? 0] }),
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
