/** The trick on the table, seat by seat.
 *
 * A seat that sits out (nello) is passed over. When a trick is complete the next one is not led yet:
 * until then the last one stays on the table, so that its last domino can be seen.
 */

/** @typedef {{leader: number, tiles: string[], winner: number}} Trick */

/** What a seat played in a trick; undefined if nothing yet.
 * @param {Trick} trick @param {number} seat @param {number | null} out @param {number} seats
 * @returns {string | undefined} */
export function playedBy(trick, seat, out, seats = 4) {
  if (trick.leader < 0 || seat === out) return undefined;
  let at = trick.leader;
  for (const tile of trick.tiles) {
    if (at === seat) return tile;
    at = (at + 1) % seats;
    if (at === out) at = (at + 1) % seats;
  }
  return undefined;
}

/** The trick to show: the open one, else the last complete one of this hand.
 * @param {any} view @returns {Trick & {complete: boolean}} */
export function shownTrick(view) {
  const last = view.tricks.at(-1);
  if (!view.trick.length && last) return { ...last, complete: true };
  return {
    leader: view.leader,
    tiles: view.trick,
    winner: view.trick_winner,
    complete: false,
  };
}
