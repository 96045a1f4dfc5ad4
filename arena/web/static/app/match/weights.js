import { signed } from "../lib/format.js";

/**
 * @typedef {{choice: string, weight: number}} Weight
 * @typedef {{choice: string, long: number, text: string}} Bar
 */

/** What a bot thought of its choices as bars, the best first.
 * @param {Record<string, unknown> | undefined} candidates @returns {Bar[]} */
export function barsOf(candidates) {
  const weights = Object.entries(candidates ?? {})
    .filter(([, weight]) => typeof weight === "number")
    .map(([choice, weight]) => ({ choice, weight: Number(weight) }));
  weights.sort((a, b) => b.weight - a.weight);
  return weights.every(({ weight }) => weight >= 0 && weight <= 1)
    ? shares(weights)
    : values(weights);
}

/** Weights between 0 and 1 are shares of their sum.
 * @param {Weight[]} weights @returns {Bar[]} */
function shares(weights) {
  const total = weights.reduce((sum, each) => sum + each.weight, 0) || 1;
  return weights.map(({ choice, weight }) => ({
    choice,
    long: (100 * weight) / total,
    text: `${Math.round((100 * weight) / total)}%`,
  }));
}

/** Anything else is what the bot expects of a choice: the bars run from the worst to the best.
 * @param {Weight[]} weights @returns {Bar[]} */
function values(weights) {
  const all = weights.map(each => each.weight),
    low = Math.min(...all),
    high = Math.max(...all);
  const digits = high - low < 10 ? 2 : 0;
  return weights.map(({ choice, weight }) => ({
    choice,
    long: high > low ? (100 * (weight - low)) / (high - low) : 100,
    text: signed(Number(weight.toFixed(digits))),
  }));
}

/** The bar of the discard of a tile; the tile just drawn is given away by another choice.
 * @param {Bar[]} bars @param {string} tile @param {boolean} drawn @returns {Bar | undefined} */
export function barOf(bars, tile, drawn) {
  const ways = drawn ? [/(^|:)tsumogiri$/, new RegExp(`:${tile}$`)] : [new RegExp(`:${tile}$`)];
  const discards = bars.filter(({ choice }) => /^(discard|riichi|ready|tsumogiri)/.test(choice));
  for (const way of ways) {
    const found = discards.find(({ choice }) => way.test(choice));
    if (found) return found;
  }
  return undefined;
}
