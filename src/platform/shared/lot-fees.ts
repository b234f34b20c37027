type LotFee = {
  /** Fee in percent where it differs from `FEE_PERCENT`. */
  feePercent?: number;
};

/** Fees by category of lot (`categories` in auctions/rules.ts); those without a row pay the fee of the marketplace. */
export const lotCategoryTable: Partial<Record<string, LotFee>> = {};
