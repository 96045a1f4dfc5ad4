const APART = 13;

/** Labels moved so that they do not lie on each other, nor below the lowest place.
 * @param {number[]} places @param {number} lowest */
export function apart(places, lowest) {
  const order = places.map((_, i) => i).sort((a, b) => places[a] - places[b]);
  const moved = [...places];
  order.forEach((seat, i) => {
    if (i) moved[seat] = Math.max(moved[seat], moved[order[i - 1]] + APART);
  });
  let free = lowest;
  for (const seat of order.reverse()) {
    moved[seat] = Math.min(moved[seat], free);
    free = moved[seat] - APART;
  }
  return moved;
}
