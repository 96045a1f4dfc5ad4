import { language, t } from "./messages.js";

const PLACES = ["", t("1st"), t("2nd"), t("3rd"), t("4th"), t("5th"), t("6th"), t("7th"), t("8th")];

/** The words of a text between commas, spaces and lines.
 * @param {FormDataEntryValue | null} text */
export const words = text =>
  String(text ?? "")
    .split(/[\s,]+/)
    .filter(Boolean);

/** A number with its thousands apart, and a real minus sign.
 * @param {number} value */
export const number = value => value.toLocaleString(language).replace("-", "−");

/** A number with its sign; nothing gained and nothing lost is ±0.
 * @param {number} value */
export const signed = value => (value > 0 ? "+" : value < 0 ? "−" : "±") + number(Math.abs(value));

/** The rank of a seat among the sides: who loses as one of two sides is second, not third.
 * @param {number[]} ranks @param {number} seat @param {number[][]} teams */
export const rankOf = (ranks, seat, teams) =>
  teams.some(team => team.length > 1)
    ? 1 + teams.filter(([first]) => ranks[first] < ranks[seat]).length
    : ranks[seat];

/** A rank as an ordinal.
 * @param {number} rank */
export const place = rank => PLACES[rank] ?? t("{n}th", { n: rank });

/** Names one after the other: `a and b`.
 * @param {string[]} names */
export const listed = names =>
  names.length ? names.reduce((a, b) => t("{a} and {b}", { a, b })) : "";

/** Sentences one after the other.
 * @param {string[]} all */
export const sentences = all => (all.length ? all.reduce((a, b) => t("{a}. {b}", { a, b })) : "");
