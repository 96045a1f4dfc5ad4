import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { lastMove, plate, position } from "./seats.js";
import { backs, row, tile } from "./tiles.js";
import { t } from "../lib/messages.js";

/**
 * What the three mahjongs have in common, ready to be drawn.
 * @typedef {{tile: string, look: string, said: string}} PondTile
 * @typedef {{tiles: (string | null)[], side: number, label: string}} Meld
 * @typedef {{hand: string[] | null, size: number, drawn: boolean, melds: Meld[], pond: PondTile[],
 *   flowers: string[], stick: boolean, corner: string, chips: unknown}} Seat
 * @typedef {import("../lib/types.js").View} View
 * @typedef {import("../lib/types.js").Look} Look
 */

const ROWS = 3;
/** Tiles in a row at most, as long as there are three: narrower ones could not be told apart. */
const WIDEST = 8;
/** Tiles of a hand with its melds beyond which melds lie in a row of their own at short sides. */
const LONG = 16.5;
const DISCARD = /^(discard|tsumogiri|riichi)/;

/** The whole table.
 * @param {View} view @param {Look} look @param {Seat[]} seats @param {unknown} centre */
export function mahjongTable(view, look, seats, centre) {
  const few = Math.max(6, ...seats.map(seat => Math.ceil(seat.pond.length / ROWS)));
  return html`<div class="felt mahjong" style="--few:${few}">
    <div class="centre">${centre}</div>
    ${inOrder(look).map(seat => seatLayer(seat, view, look, seats[seat]))}
  </div>`;
}

/** Seats from the bottom one on, so that reading order is playing order.
 * @param {Look} look */
export function inOrder(look) {
  return look.players.map((_, i) => (look.bottom + i) % look.players.length);
}

/** @param {number} seat @param {View} view @param {Look} look @param {Seat} data */
function seatLayer(seat, view, look, data) {
  const at = position(seat, look);
  const name = look.players[seat];
  const last = lastMove(view);
  const marked = last.seat !== seat ? "" : DISCARD.test(last.did) ? "pond" : "meld";
  return html`<section class="seat c${seat}" aria-label="${data.corner} ${name}" data-seat=${seat}>
    ${plate(seat, view, look, { at, corner: data.corner, chips: data.chips })}
    <div class="spin pos-${at}">
      ${
        data.stick
          ? html`<div class="laid">
              <span class="stick" role="img" aria-label=${t("riichi stick")}></span>
            </div>`
          : nothing
      }
      ${pond(data.pond, name, marked === "pond")}
      ${
        data.flowers.length
          ? row(
              t("{name}'s flowers", { name }),
              data.flowers.map(f => tile(f)),
              "flowers",
            )
          : nothing
      }
      ${hand(data, name, marked === "meld", at ? undefined : look.above)}
    </div>
  </section>`;
}

/** @param {PondTile[]} tiles @param {string} name @param {boolean} marked whether its last tile
 *   is the last move of the table */
function pond(tiles, name, marked) {
  const long = tiles.length > ROWS * WIDEST;
  const per = Math.max(long ? WIDEST : 6, Math.ceil(tiles.length / (long ? ROWS + 1 : ROWS)));
  const rows = Array.from({ length: Math.ceil(tiles.length / per) }, (_, i) =>
    tiles.slice(i * per, (i + 1) * per),
  );
  return html`<div
    class="pond"
    style="--per:${per}"
    role="group"
    aria-label=${t("{name}'s discards", { name })}
  >
    ${rows.map(
      line =>
        html`<div class="tiles">
          ${line.map(t =>
            tile(t.tile, marked && t === tiles.at(-1) ? `${t.look} last` : t.look, t.said),
          )}
        </div>`,
    )}
  </div>`;
}

/** @param {Seat} data @param {string} name @param {boolean} marked whether its last meld is the
 *   last move of the table
 * @param {Look["above"]} above what stands above a tile */
function hand(data, name, marked, above) {
  const melded = data.melds.reduce(
    (sum, meld) => sum + meld.tiles.length + (meld.side >= 0 ? 0.4 : 0) + 0.35,
    0,
  );
  const concealed = data.size + (data.drawn ? 0.25 : 0);
  const width = concealed + melded;
  const two = Math.max(concealed, melded);
  const last = data.size - 1;
  const tiles = data.hand
    ? data.hand.map((text, i) =>
        tile(
          text,
          data.drawn && i === last ? "new" : "",
          data.drawn && i === last ? t(", just drawn") : "",
          above?.(text, data.drawn && i === last),
        ),
      )
    : backs(data.size - (data.drawn ? 1 : 0)).concat(data.drawn ? backs(1, "new") : []);
  return html`<div
    class="hand ${width > LONG ? "long" : ""} ${data.hand ? "" : "closed"}"
    style="--n:${width.toFixed(2)};--two:${two.toFixed(2)};--size:${data.size}"
  >
    ${row(
      data.hand
        ? t("{name}'s hand", { name })
        : t("{name}'s hand: {n} tiles, hidden", { name, n: data.size }),
      tiles,
    )}
    ${data.melds.map(
      meld =>
        html`<span class="gap"></span>${row(
            t("{name}'s {meld}", { name, meld: meld.label }),
            meld.tiles.map((t, i) =>
              t === null ? backs(1) : tile(t, i === meld.side ? "side" : ""),
            ),
            marked && meld === data.melds.at(-1) ? "last" : "",
          )}`,
    )}
  </div>`;
}

/** Where the called tile lies on its side: by whom it was taken from.
 * @param {number} seat @param {number | null | undefined} from @param {number} count */
export function sideways(seat, from, count) {
  if (from === null || from === undefined || from < 0 || from === seat) return -1;
  const relative = (from - seat + 4) % 4;
  return relative === 3 ? 0 : relative === 2 ? 1 : count - 1;
}

/** The tile that was called put at its place among the others.
 * @param {string[]} tiles @param {string | null} called @param {number} side */
export function arranged(tiles, called, side) {
  if (side < 0 || !called) return tiles;
  const rest = [...tiles];
  rest.splice(rest.indexOf(called), 1);
  rest.splice(side, 0, called);
  return rest;
}
