import { mostTotal } from '#platform/shared/amounts.ts';
import { feeOf, totalOf, type FeeTerms } from '#platform/shared/fee.ts';

export type { Terms } from '#platform/shared/order-terms.ts';

/** Pure rules of orders; amounts are in the currency's smallest unit. */

/** What was agreed upon when an order was made, and stays so whatever is configured later. */
export type Price = FeeTerms & { principal: number };

/** Whether an order may come to so much, the fee included. */
export function isWithinCeiling(price: Price): boolean {
  return totalOf(price) <= mostTotal;
}

/** Who gets what when the provider keeps so much of the principal; the three are always the total. */
export function split(price: Price, keep: number): { provider: number; fee: number; buyer: number } {
  const fee = feeOf(keep, price.feePercent);
  const provider = price.feeBearer === 'buyer' ? keep : keep - fee;
  return { provider, fee, buyer: totalOf(price) - provider - fee };
}

export const deliveryKinds = ['ship', 'pickup', 'digital'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

export const orderLimits = {
  description: 5000,
  note: 2000,
  files: 10,
  photos: 20,
  quantity: 100_000,
  name: 60,
  address: 200,
  phone: 30,
  postcode: 12,
  carrier: 60,
  tracking: 60,
} as const;

export const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;

/** What a service asks without a quote, worked out from its own prices; null where only a quote can tell. */
export type PriceLine = { code: 'base' | 'units' | 'hours'; count: number; each: number; amount: number };
export function directLines(
  service: { price: number | null; hourlyRate: number | null; pricePerUnit: number | null },
  quantity: number,
): PriceLine[] | null {
  const { price, hourlyRate, pricePerUnit } = service;
  const lines: PriceLine[] = [];
  // Beside a price of hours or pieces it is asked for once.
  const times = pricePerUnit === null && hourlyRate === null ? quantity : 1;
  if (price !== null) lines.push({ code: 'base', count: times, each: price, amount: price * times });
  if (pricePerUnit !== null) {
    lines.push({ code: 'units', count: quantity, each: pricePerUnit, amount: pricePerUnit * quantity });
  } else if (hourlyRate !== null) {
    lines.push({ code: 'hours', count: quantity, each: hourlyRate, amount: hourlyRate * quantity });
  }
  const principal = lines.reduce((sum, { amount }) => sum + amount, 0);
  return principal > 0 ? lines : null;
}

/** Whether it looks like a number that somebody can be reached by, in whatever way it is written. */
export function isPhone(text: string): boolean {
  return /^\+?[\d\s().-]{8,}$/.test(text);
}

/** The same day so many months later; a month that has no such day ends on its last one. */
export function addMonths(time: Date, months: number): Date {
  const end = new Date(time);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(time.getUTCDate(), last));
  return end;
}

/** What one of two who rule thinks: neither side learns it before the other has agreed. */
export function isHalfARuling(detail: Record<string, unknown>): boolean {
  return detail['decided'] === false;
}
