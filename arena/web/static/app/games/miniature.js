import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { tilesIn } from "./choices.js";
import { tile } from "./tiles.js";

/** Moves shown on a card of the lobby. */
const SHOWN = 8;

/** The last pieces that were laid, each in the colour of who laid it. A token of a game's history
 * is the seat's digit, then what it did; `piece` draws what that laid, if anything.
 * @param {string[]} history @param {(did: string) => unknown} piece */
export function lastMoves(history, piece) {
  const moves = history
    .map(token => ({ seat: Number(token[0]), laid: piece(token.slice(1).replace(/^:/, "")) }))
    .filter(move => move.laid)
    .slice(-SHOWN);
  if (!moves.length) return nothing;
  return html`<span class="mini" aria-hidden="true"
    >${moves.map(
      (move, i) =>
        html`<span class="move c${move.seat} ${i === moves.length - 1 ? "last" : ""}">
          ${move.laid}</span
        >`,
    )}</span
  >`;
}

/** The miniature of a game whose tiles are the arena's own.
 * @param {string} game */
export const tileMiniature = game => (/** @type {{history: string[]}} */ table) =>
  lastMoves(table.history, did => {
    const [first] = tilesIn(did, game);
    return first && tile(first);
  });
