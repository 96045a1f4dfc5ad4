import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { words } from "./describe.js";
import { moneyLines, settledWins } from "./round_receipts.js";
import { row, tile } from "./tiles.js";
import { mahjongTable, sideways } from "./mahjong.js";
import { tileMiniature } from "./miniature.js";
import { winning } from "./winning_hands.js";
import { markup, t } from "../lib/messages.js";

export { dealHeading as heading } from "./round_receipts.js";
export { sichuan as sentence } from "./sentences.js";

/** @typedef {import("./mahjong.js").Seat} Seat */
/** @typedef {import("../lib/types.js").View} View */

export const miniature = tileMiniature("sichuan");

/** Money beside that of wins. */
const MONEY = ["kong_paid", "kong_money_moved", "empty_wall_settled"];

/** Every win of the deal, not only the last, and what else was paid.
 * @param {import("../lib/types.js").Frame} frame @param {string[]} players
 * @param {import("../lib/types.js").GameEvent[]} round */
export function receipt(frame, players, round) {
  const more = round.filter(e => MONEY.includes(e.type));
  const melds = (/** @type {number} */ seat) => frame.view.melds[seat].map(meldText);
  return html`${settledWins(round).map(e => winning({ ...e, melds: melds(e.seat ?? 0) }, players))}
  ${
    more.length
      ? html`<ul class="payments">
          ${more.flatMap(e => moneyLines(e, players)).map(line => html`<li>${line}</li>`)}
        </ul>`
      : nothing
  }`;
}

/** @type {Record<string, string>} */
const WENT = {
  across: t("tiles went across"),
  next: t("tiles went to the next seat"),
  previous: t("tiles went to the previous seat"),
};
/** @type {Record<string, string>} */
const SUITS = { m: t("chars"), p: t("dots"), s: t("bamboo") };

/** @param {import("../lib/types.js").Frame} frame @param {import("../lib/types.js").Look} look */
export function renderTable({ view }, look) {
  return mahjongTable(
    view,
    look,
    look.players.map((_, seat) => seatOf(view, seat)),
    centre(view, look),
  );
}

/** @param {View} view @param {number} seat @returns {Seat} */
function seatOf(view, seat) {
  const claimed = view.phase === "Claim" && view.claim === "discard" && view.mover === seat;
  const pond = view.ponds[seat];
  const drawn =
    view.mover === seat &&
    view.phase === "Discard" &&
    view.hand_sizes[seat] % 3 === 2 &&
    ["draw", "kong"].includes(view.began);
  return {
    hand: ordered(view.hands?.[seat] ?? null, drawn ? view.drawn : null),
    size: view.hand_sizes[seat],
    drawn,
    melds: view.melds[seat].map((/** @type {any} */ meld) => meldOf(meld, seat)),
    pond: pond.map((/** @type {string} */ laid, /** @type {number} */ i) => ({
      tile: laid.replace("*", ""),
      look: [laid.endsWith("*") && "gone", claimed && i === pond.length - 1 && "hot"]
        .filter(Boolean)
        .join(" "),
      said: laid.endsWith("*") ? t(", taken") : "",
    })),
    flowers: [],
    stick: false,
    corner: view.dealer === seat ? t("D") : String(seat + 1),
    chips: html` ${view.won[seat] ? html`<span class="chip gold">${t("won")}</span>` : nothing}
    ${view.void[seat] ? html`<span class="chip">${t("no {suit}", { suit: SUITS[view.void[seat]] })}</span>` : nothing}`,
  };
}

/** The drawn tile last, as it lies beside the hand.
 * @param {string[] | null} hand @param {string | null} drawn */
function ordered(hand, drawn) {
  if (!hand || !drawn || !hand.includes(drawn)) return hand;
  const rest = [...hand];
  rest.splice(rest.lastIndexOf(drawn), 1);
  return [...rest, drawn];
}

/** A meld as events have it: `kong:5555p`.
 * @param {any} meld */
function meldText({ type, tile }) {
  return `${type}:${tile[0].repeat(type.includes("kong") ? 4 : 3)}${tile[1]}`;
}

/** @param {any} meld @param {number} seat */
function meldOf(meld, seat) {
  const kong = meld.type.includes("kong");
  const face = meld.tile;
  if (kong && meld.from === null)
    return { tiles: [null, face, face, null], side: -1, label: t("concealed kong") };
  const tiles = kong ? [face, face, face, face] : [face, face, face];
  return { tiles, side: sideways(seat, meld.from, tiles.length), label: words(meld.type) };
}

/** @param {View} view @param {import("../lib/types.js").Look} look */
function centre(view, look) {
  return html`<div class="big">${t("Deal {round} of {deals}", view)}</div>
    <div class="line">
      <span>${markup("{n} tiles left", { n: html`<b>${view.left}</b>` })}</span>
    </div>
    ${view.direction ? html`<div class="line">${WENT[view.direction]}</div>` : nothing}
    ${view.phase === "Exchange" ? html`<div class="line">${t("choose three tiles to exchange")}</div>` : nothing}
    ${view.phase === "Void" ? html`<div class="line">${t("choosing the void suit")}</div>` : nothing}
    ${
      view.wins.length
        ? html`<div class="line">${t("won with")}</div>
            ${row(
              t("won by {names}", {
                names: view.wins
                  .flatMap((/** @type {any} */ w) => w.seats)
                  .map((/** @type {number} */ s) => look.players[s])
                  .join(", "),
              }),
              view.wins.map((/** @type {any} */ w) => tile(w.tile)),
            )}`
        : nothing
    }`;
}
