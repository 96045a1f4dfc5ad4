const STEPS = [1, 2, 5, 10];

/** Round numbers that values lie between, three to five of them: steps of 1, 2 or 5 and zeros.
 * @param {number} low @param {number} high */
export function ticks(low, high) {
  const least = Math.max(high - low, 2, Math.abs(high) * 0.04) / 4;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(1, power * (STEPS.find(each => each * power >= least) ?? 10));
  const first = Math.floor(low / step),
    last = Math.max(Math.ceil(high / step), first + 2);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}
