const PLACES = ["", "1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"];

/** A number with its thousands apart.
 * @param {number} value */
export const number = value => value.toLocaleString("en");

/** A number with its sign; nothing gained and nothing lost is ±0.
 * @param {number} value */
export const signed = value => (value > 0 ? "+" : value < 0 ? "−" : "±") + number(Math.abs(value));

/** A rank as an ordinal.
 * @param {number} rank */
export const place = rank => PLACES[rank] ?? `${rank}th`;
