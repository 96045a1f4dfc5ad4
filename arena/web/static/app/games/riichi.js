import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { backs, row, tile } from "./tiles.js";
import { arranged, mahjongTable, sideways } from "./mahjong.js";
import { tileMiniature } from "./miniature.js";
import { words } from "./describe.js";
import { STICK } from "./round_receipts.js";
import { markup, t, term } from "../lib/messages.js";

export { receipt } from "./winning_hands.js";
export { riichi as sentence } from "./sentences.js";

/** @typedef {import("./mahjong.js").Seat} Seat */
/** @typedef {import("../lib/types.js").View} View */

export const miniature = tileMiniature("riichi");

/** Indicators in the dead wall: one from the start, one more per kan. */
const INDICATORS = 5;

/** @type {Record<string, string>} */
const WINDS = { E: t("East"), S: t("South"), W: t("West"), N: t("North") };

/** The riichi stick of a seat: paid when it declares, not when the round is settled.
 * @param {import("../lib/types.js").GameEvent[]} round @param {number} seat */
export const staked = (round, seat) =>
  STICK * round.filter(e => e.type === "riichi_accepted" && e.seat === seat).length;

/** @param {import("../lib/types.js").Frame} frame @param {import("../lib/types.js").Look} look */
export function renderTable({ view }, look) {
  return mahjongTable(
    view,
    look,
    look.players.map((_, seat) => seatOf(view, seat)),
    centre(view),
  );
}

/** @param {View} view @param {number} seat @returns {Seat} */
function seatOf(view, seat) {
  const claimed = view.phase === "Claim" && view.actor === seat;
  const pond = view.ponds[seat];
  return {
    hand: view.hands?.[seat] ?? null,
    size: view.hand_sizes[seat],
    drawn: view.actor === seat && view.phase === "Discard" && !view.after_call,
    melds: view.melds[seat].map((/** @type {any} */ meld) => meldOf(meld, seat)),
    pond: pond.map((/** @type {any} */ d, /** @type {number} */ i) => ({
      tile: d.tile,
      look: [
        d.riichi && "side",
        d.tsumogiri && "dim",
        d.called && "gone",
        claimed && i === pond.length - 1 && "hot",
      ]
        .filter(Boolean)
        .join(" "),
      said:
        (d.riichi ? t(", riichi") : "") +
        (d.tsumogiri ? t(", as drawn") : "") +
        (d.called ? t(", called") : ""),
    })),
    flowers: [],
    stick: Boolean(view.riichi[seat]),
    corner: term(view.seat_winds[seat]),
    chips: chips(view, seat),
  };
}

/** @param {any} meld @param {number} seat */
function meldOf(meld, seat) {
  if (meld.type === "ankan") {
    return {
      tiles: [null, meld.tiles[1], meld.tiles[2], null],
      side: -1,
      label: t("concealed kan"),
    };
  }
  const side = sideways(seat, meld.from, meld.tiles.length);
  return { tiles: arranged(meld.tiles, meld.called, side), side, label: words(meld.type) };
}

/** @param {View} view @param {number} seat */
function chips(view, seat) {
  const furiten = view.furiten[seat];
  return html` ${view.riichi[seat] ? html`<span class="chip hot">${t("riichi")}</span>` : nothing}
  ${furiten && furiten !== "none" ? html`<span class="chip">${t("furiten")}</span>` : nothing}`;
}

/** @param {View} view */
function centre(view) {
  const name = t("{wind} {n}", {
    wind: WINDS[view.name[0]] ?? view.name[0],
    n: view.name.slice(1),
  });
  return html`<div class="big">${name}</div>
    <div class="line">
      <span>${markup("{n} tiles left", { n: html`<b>${view.left}</b>` })}</span>
    </div>
    <div class="line indicators">
      <span>${view.dora.length > 1 ? t("dora indicators") : t("dora indicator")}</span>
      ${row(t("dora indicators"), [
        ...view.dora.map((/** @type {string} */ t) => tile(t)),
        ...backs(INDICATORS - view.dora.length),
      ])}
    </div>
    <div class="line">
      <span class="stick" role="img" aria-label=${t("riichi sticks")}></span> × ${view.sticks}
      <span class="stick hundred" role="img" aria-label=${t("counters")}></span> × ${view.honba}
    </div>`;
}
