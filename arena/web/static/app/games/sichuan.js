import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { describe, words } from "./describe.js";
import { settledWins } from "./round_receipts.js";
import { row, tile } from "./tiles.js";
import { mahjongTable, sideways } from "./mahjong.js";
import { tileMiniature } from "./miniature.js";
import { winning } from "./winning_hands.js";

export { dealHeading as heading } from "./round_receipts.js";

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
  return html`${settledWins(round).map(e => winning(e, players))}
  ${
    more.length
      ? html`<ul class="payments">
          ${more.map(e => html`<li>${describe(e, players)}</li>`)}
        </ul>`
      : nothing
  }`;
}

/** @type {Record<string, string>} */
const SUITS = { m: "chars", p: "dots", s: "bamboo" };

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
    pond: pond.map((/** @type {string} */ t, /** @type {number} */ i) => ({
      tile: t.replace("*", ""),
      look: [t.endsWith("*") && "gone", claimed && i === pond.length - 1 && "hot"]
        .filter(Boolean)
        .join(" "),
      said: t.endsWith("*") ? ", taken" : "",
    })),
    flowers: [],
    stick: false,
    corner: view.dealer === seat ? "D" : String(seat + 1),
    chips: html` ${view.won[seat] ? html`<span class="chip gold">won</span>` : nothing}
    ${view.void[seat] ? html`<span class="chip">no ${SUITS[view.void[seat]]}</span>` : nothing}`,
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

/** @param {any} meld @param {number} seat */
function meldOf(meld, seat) {
  const kong = meld.type.includes("kong");
  const t = meld.tile;
  if (kong && meld.from === null)
    return { tiles: [null, t, t, null], side: -1, label: "concealed kong" };
  const tiles = kong ? [t, t, t, t] : [t, t, t];
  return { tiles, side: sideways(seat, meld.from, tiles.length), label: words(meld.type) };
}

/** @param {View} view @param {import("../lib/types.js").Look} look */
function centre(view, look) {
  return html`<div class="big">Deal ${view.round} of ${view.deals}</div>
    <div class="line">
      <span><b>${view.left}</b> tiles left</span>
    </div>
    ${
      view.direction
        ? html`<div class="line">
            tiles went ${view.direction === "across" ? "across" : `to the ${view.direction} seat`}
          </div>`
        : nothing
    }
    ${view.phase === "Exchange" ? html`<div class="line">choosing three tiles</div>` : nothing}
    ${view.phase === "Void" ? html`<div class="line">choosing the void suit</div>` : nothing}
    ${
      view.wins.length
        ? row(
            `won by ${view.wins
              .flatMap((/** @type {any} */ w) => w.seats)
              .map((/** @type {number} */ s) => look.players[s])
              .join(", ")}`,
            view.wins.map((/** @type {any} */ w) => tile(w.tile)),
          )
        : nothing
    }`;
}
