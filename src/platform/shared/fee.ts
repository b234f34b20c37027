/** Who pays the marketplace: the buyer on top of the price, or the provider out of it. Never both. */
export const feeBearers = ['buyer', 'provider'] as const;
export type FeeBearer = (typeof feeBearers)[number];
export type FeeTerms = { feePercent: number; feeBearer: FeeBearer };

/** What buyers pay on top of what a provider asks, in percent. */
export function buyerFeeOf({ feePercent, feeBearer }: FeeTerms): number {
  return feeBearer === 'buyer' ? feePercent : 0;
}

/** What a buyer pays in all. */
export function totalOf({ principal, ...terms }: FeeTerms & { principal: number }): number {
  return principal + feeOf(principal, buyerFeeOf(terms));
}

/** What a provider is left with of a price that is paid in full. */
export function receivedOf({ principal, ...terms }: FeeTerms & { principal: number }): number {
  return principal - feeOf(principal, terms.feePercent - buyerFeeOf(terms));
}

/**
 * What the marketplace takes on top of a principal, both in the smallest unit of their currency: rounding favours the
 * buyer. Exact for every amount that a number holds.
 */
export function feeOf(principal: number, feePercent: number): number {
  return Number((BigInt(principal) * BigInt(Math.round(feePercent * 100))) / 10_000n);
}
