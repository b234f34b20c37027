import type { FeeTerms } from './fee.ts';
import { lotCategoryTable } from './lot-categories.ts';
import { tradeOf } from './trades.ts';

/** What is sold: the work of a trade, or a lot of a category. */
export type Sale = { serviceType: string } | { lotCategory: string };

/**
 * Returns the fee terms of a sale: those of the marketplace (`FEE_PERCENT`, `FEE_BEARER`) with the percentage of its trade or category
 * where the table has one. Every price that is shown, agreed or charged goes through here.
 */
export function feeTermsFor({ feePercent, feeBearer }: FeeTerms, sale: Sale): FeeTerms {
  return { feePercent: ownPercentOf(sale) ?? feePercent, feeBearer };
}

function ownPercentOf(sale: Sale): number | null {
  if ('serviceType' in sale) return tradeOf(sale.serviceType)?.feePercent ?? null;
  const categories: Readonly<Record<string, { feePercent: number | null }>> = lotCategoryTable;
  return categories[sale.lotCategory]?.feePercent ?? null;
}
