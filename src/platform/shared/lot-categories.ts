/** Categories of lots at auctions, one row each, in the order of menus; names are in auctions/client/words.ts. */

type LotCategoryRules = {
  /** Fee in percent where it differs from `FEE_PERCENT`. */
  feePercent: number | null;
};

const ordinary: LotCategoryRules = { feePercent: null };

export const lotCategoryTable = {
  machines: ordinary,
  tools: ordinary,
  materials: ordinary,
  parts: ordinary,
  electronics: ordinary,
  works: ordinary,
  capacity: ordinary,
  licences: ordinary,
  other: ordinary,
} as const satisfies Record<string, LotCategoryRules>;

export type LotCategory = keyof typeof lotCategoryTable;
export const lotCategories = Object.keys(lotCategoryTable) as [LotCategory, ...LotCategory[]];
