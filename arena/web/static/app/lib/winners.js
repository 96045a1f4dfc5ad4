import { t } from "./messages.js";

/** @typedef {import("./tournament_tables.js").Standing} Standing */
/** @typedef {import("./event_view.js").Event} Event */

/** Who has won: everybody who is level in first place.
 *
 * The table is ordered by ratings. Two are level if these are the same as shown, or if neither
 * came behind anybody: then the ratings differ by whom they met alone.
 * @param {Standing[]} standings @param {Event | null} [event] one with a ranking by rounds */
export function winners(standings, event = null) {
  if (event?.ranking.length) return finalists(event);
  const [first, ...rest] = standings.filter(row => row.matches);
  if (!first) return [];
  const same = (/** @type {Standing} */ row) =>
    (row.rating !== null &&
      first.rating !== null &&
      Math.round(row.rating.mean) === Math.round(first.rating.mean)) ||
    (row.place?.mean === 1 && first.place?.mean === 1);
  return [first, ...rest.filter(same)].map(row => row.bot);
}

/** Who is level at the last table of a knock-out with the one that is listed first.
 * @param {Event} event */
function finalists(event) {
  const [first] = event.ranking;
  const table = event.played.at(-1)?.tables.find(one => one.deals[0]?.seats.includes(first));
  const sums = (/** @type {string} */ name) => {
    const found = (table?.deals ?? []).map(deal => {
      const seat = deal.seats.indexOf(name);
      return [deal.ranks?.[seat] ?? 0, deal.points?.[seat] ?? 0];
    });
    return [0, 1].map(n => found.reduce((sum, each) => sum + each[n], 0)).join(" ");
  };
  const players = new Set(table?.deals[0]?.seats);
  return event.ranking.filter(
    name => name === first || (players.has(name) && sums(name) === sums(first)),
  );
}

/** What is announced: of whom there is one, or several, and their names.
 * @param {string[]} names @returns {[string, string]} */
export function announced(names) {
  if (names.length < 2) return [t("Winner"), names[0] ?? ""];
  return [
    t("Level in first place"),
    t("{a} and {b}", { a: names.slice(0, -1).join(", "), b: names.at(-1) }),
  ];
}
