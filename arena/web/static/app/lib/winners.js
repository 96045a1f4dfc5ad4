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
  const played = standings.filter(row => row.matches);
  return played.filter(row => level(row, played[0])).map(row => row.bot);
}

/** The place of each row of a table, shared by those who are level: 1, 1, 3.
 * @param {Standing[]} rows in their order */
export const places = rows => rows.map(row => 1 + rows.findIndex(other => level(row, other)));

/** @param {Standing} one @param {Standing} other */
const level = (one, other) =>
  one === other ||
  (one.rating !== null &&
    other.rating !== null &&
    Math.round(one.rating.mean) === Math.round(other.rating.mean)) ||
  (one.place?.mean === 1 && other.place?.mean === 1);

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
