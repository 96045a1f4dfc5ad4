import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { arranged, mahjongTable, sideways } from "./mahjong.js";
import { tileMiniature } from "./miniature.js";
import { words } from "./describe.js";
import { markup, t, term } from "../lib/messages.js";

export { receipt } from "./winning_hands.js";
export { taiwan as sentence } from "./sentences.js";

/** @typedef {import("./mahjong.js").Seat} Seat */
/** @typedef {import("../lib/types.js").View} View */

export const miniature = tileMiniature("taiwan");

/** @type {Record<string, string>} */
const WINDS = { E: t("East"), S: t("South"), W: t("West"), N: t("North") };

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
  const claimed = view.phase === "Claim" && view.current === seat && view.tile;
  const pond = view.ponds[seat];
  return {
    hand: view.hands?.[seat] ?? null,
    size: view.hand_sizes[seat],
    drawn: view.current === seat && view.has_drawn,
    melds: view.melds[seat].map((/** @type {any} */ meld) => meldOf(meld, seat)),
    pond: pond.map((/** @type {string} */ t, /** @type {number} */ i) => ({
      tile: t,
      look: claimed && i === pond.length - 1 ? "hot" : "",
      said: "",
    })),
    flowers: view.flowers[seat],
    stick: false,
    corner: term(view.seat_winds[seat]),
    chips: chips(view, seat),
  };
}

/** @param {any} meld @param {number} seat */
function meldOf(meld, seat) {
  if (meld.type === "concealed_kong") {
    const tiles = meld.tiles
      ? [null, meld.tiles[1], meld.tiles[2], null]
      : [null, null, null, null];
    return { tiles, side: -1, label: t("concealed kong") };
  }
  const side = sideways(seat, meld.from, meld.tiles.length);
  return { tiles: arranged(meld.tiles, meld.called, side), side, label: words(meld.type) };
}

/** @param {View} view @param {number} seat */
function chips(view, seat) {
  // it is that of the hand before its draw
  const distance = view.current === seat && view.has_drawn ? null : view.distance[seat];
  return html` ${view.declared[seat] ? html`<span class="chip hot">${t("ready")}</span>` : nothing}
  ${
    view.dealer === seat && view.streak
      ? html`<span class="chip">${t("dealer ×{n}", { n: view.streak + 1 })}</span>`
      : nothing
  }
  ${
    distance === null
      ? nothing
      : html`<span class="chip">${distance ? t("{n} away", { n: distance }) : t("waits")}</span>`
  }`;
}

/** @param {View} view */
function centre(view) {
  return html`<div class="big">
      ${t("{wind} {n}", { wind: WINDS[view.wind] ?? view.wind, n: view.dealer + 1 })}
    </div>
    <div class="line">${markup("hand {n}", { n: html`<b>${view.round}</b>` })}</div>
    <div class="line">
      <span>${markup("{n} tiles to draw", { n: html`<b>${view.live}</b>` })}</span>
    </div>
    ${view.streak ? html`<div class="line">${t("the dealer stays, {n}", { n: view.streak })}</div>` : nothing}`;
}
