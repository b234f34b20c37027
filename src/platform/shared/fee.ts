/** What buyers pay on top of what a provider asks, in percent. */
export function buyerFeeOf({
  feePercent,
  feeBearer,
}: {
  feePercent: number;
  feeBearer: 'buyer' | 'provider';
}): number {
  return feeBearer === 'buyer' ? feePercent : 0;
}

/**
 * What the marketplace takes on top of a principal, both in the smallest unit of their currency: rounding favours the
 * buyer. Exact for every amount that a number holds.
 */
export function feeOf(principal: number, feePercent: number): number {
  return Number((BigInt(principal) * BigInt(Math.round(feePercent * 100))) / 10_000n);
}
