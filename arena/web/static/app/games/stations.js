import { html } from "../../vendor/lit-html/lit-html.js";
import { position } from "./seats.js";
import { inOrder } from "./mahjong.js";

/** Where upright seats stand round the middle, in per cent of the board, by number of seats.
 * @type {Record<number, [number, number][]>} */
const PLACES = {
  2: [
    [50, 80],
    [50, 20],
  ],
  3: [
    [50, 81],
    [80, 24],
    [20, 24],
  ],
  4: [
    [50, 83],
    [84, 50],
    [50, 17],
    [16, 50],
  ],
  5: [
    [50, 82],
    [83, 56],
    [76, 17],
    [24, 17],
    [17, 56],
  ],
};

/** Upright seats round a centre; `order` says where each of them sits.
 * @param {import("../lib/types.js").Look} look @param {string} kind @param {unknown} centre
 * @param {(seat: number) => unknown} station @param {typeof position} [order] */
export function stations(look, kind, centre, station, order = position) {
  const places = PLACES[look.players.length] ?? PLACES[5];
  return html`<div class="felt ${kind} of-${look.players.length}">
    <div class="centre">${centre}</div>
    ${inOrder(look).map(seat => {
      const at = order(seat, look);
      const [x, y] = places[at % places.length];
      return html`<section
        class="seat station at-${at} ${x === 50 ? "wide" : ""} c${seat}"
        style="left:${x}%;top:${y}%;--at:${at}"
        aria-label=${look.players[seat]}
        data-seat=${seat}
      >
        ${station(seat)}
      </section>`;
    })}
  </div>`;
}
