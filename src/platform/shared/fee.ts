/** Side that pays the marketplace's fee: the buyer on top of the price, or the provider out of it. Never both. */
export const feeBearers = ['buyer', 'provider'] as const;
export type FeeBearer = (typeof feeBearers)[number];
export type FeeTerms = { feePercent: number; feeBearer: FeeBearer };

/**
 * Returns the fee terms of a sale: those of the marketplace (`FEE_PERCENT`, `FEE_BEARER`) with the percentage of its row in the table of
 * trades or of categories of lots, where the row has one. Every price that is shown, agreed or charged goes through here.
 */
export function feeTermsFor(
  { feePercent, feeBearer }: FeeTerms,
  row: { feePercent?: number } | undefined,
): FeeTerms {
  return { feePercent: row?.feePercent ?? feePercent, feeBearer };
}

/** Fee of the buyer on top of the provider's price, in percent. */
export function buyerFeeOf({ feePercent, feeBearer }: FeeTerms): number {
  return feeBearer === 'buyer' ? feePercent : 0;
}

/** Total that a buyer pays. */
export function totalOf({ principal, ...terms }: FeeTerms & { principal: number }): number {
  return principal + feeOf(principal, buyerFeeOf(terms));
}

/** Provider's part of a price that is paid in full. */
export function receivedOf({ principal, ...terms }: FeeTerms & { principal: number }): number {
  return principal - feeOf(principal, terms.feePercent - buyerFeeOf(terms));
}

/**
 * Marketplace fee on top of a principal, both in the smallest unit of their currency, rounded in favour of the buyer.
 * Exact for every safe integer.
 */
export function feeOf(principal: number, feePercent: number): number {
  return Number((BigInt(principal) * BigInt(Math.round(feePercent * 100))) / 10_000n);
}
