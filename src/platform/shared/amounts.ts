/**
 * Maximum amounts of money, in the smallest unit of the currency. Sums and products of amounts within them are exact in
 * JavaScript and in the database, which enforces them too (migration `ceilings`).
 */

/** Maximum of a typed amount: a price, a rate, a fee, a bid, a budget. */
export const maxAmount = 1_000_000_000;
/** Maximum total of one order, after all multiplications, with our fee. */
export const maxTotal = 10_000_000_000;

/**
 * Divides an amount by weights. The parts add up to it; what rounding leaves goes to those that lost most by it, the first
 * of them first. All parts are 0 if all weights are.
 */
export function divide(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (whole === 0n) return weights.map(() => 0);
  const parts = weights.map((weight, index) => {
    const exact = BigInt(amount) * BigInt(weight);
    return { index, part: Number(exact / whole), rest: exact % whole };
  });
  const left = amount - parts.reduce((sum, { part }) => sum + part, 0);
  const byRest = parts.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1));
  for (const each of byRest.slice(0, left)) each.part += 1;
  return parts.map(({ part }) => part);
}
