import { maxTotal } from '#platform/shared/amounts.ts';
import { feeOf, totalOf, type FeeTerms } from '#platform/shared/fee.ts';
import { plainDigits } from '#platform/shared/widths.ts';

export type { Terms } from '#platform/shared/order-terms.ts';

/** Pure rules of orders; amounts are in the currency's smallest unit. */

/**
 * Terms agreed on when the order was made, unaffected by later configuration. Our fee is taken of the principal only:
 * neither of the delivery nor of the shares of authors whose files are made.
 */
export type Price = FeeTerms & { principal: number; deliveryPrice: number; shares: readonly number[] };

/** Total that the buyer pays: the price with our fee, the delivery and the authors' shares. */
export function orderTotal(price: Price): number {
  return totalOf(price) + price.deliveryPrice + sumOf(price.shares);
}

/** Returns whether the total is within the ceiling of an order. */
export function isWithinCeiling(price: Price): boolean {
  return orderTotal(price) <= maxTotal;
}

/** Parts of a total; `authors` has one for each share of the price, in the same order. */
export type Parts = { provider: number; fee: number; authors: number[]; buyer: number };

/**
 * Splits the total when the provider keeps `keep` of the principal, and the delivery's price too if `isDeliveryKept`
 * ({@link keepsDelivery}). Authors receive the same proportion of their shares, rounded down. The parts always add up
 * to the total.
 */
export function split(price: Price, keep: number, isDeliveryKept: boolean): Parts {
  const fee = feeOf(keep, price.feePercent);
  const provider =
    (price.feeBearer === 'buyer' ? keep : keep - fee) + (isDeliveryKept ? price.deliveryPrice : 0);
  const authors = price.shares.map((share) => proportionOf(share, keep, price.principal));
  return { provider, fee, authors, buyer: orderTotal(price) - provider - fee - sumOf(authors) };
}

/** Returns whether anything was handed over, even if it went back for rework. */
export function wasSent({ deliveredAt, reworks }: { deliveredAt: Date | null; reworks: number }): boolean {
  return deliveredAt !== null || reworks > 0;
}

/** Sides that can bear the price of the delivery when an order is settled between both. */
export const deliveryBearers = ['buyer', 'provider'] as const;
export type DeliveryBearer = (typeof deliveryBearers)[number];

/**
 * Returns whether the provider keeps the price of the delivery: with the whole price always, without any of it never,
 * otherwise as a ruling says, by default if something was sent.
 */
export function keepsDelivery(
  { principal }: Pick<Price, 'principal'>,
  keep: number,
  { wasSent: sent, bearer }: { wasSent: boolean; bearer?: DeliveryBearer | undefined },
): boolean {
  if (keep === 0) return false;
  if (keep === principal) return true;
  return bearer === undefined ? sent : bearer === 'buyer';
}

/** Exact for every safe integer. */
function proportionOf(amount: number, keep: number, principal: number): number {
  return principal === 0 ? 0 : Number((BigInt(amount) * BigInt(keep)) / BigInt(principal));
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

/** What a photo of the making shows: the first layer or the work under way, and the finished piece. */
export const makingStages = ['underway', 'finished'] as const;
export type MakingStage = (typeof makingStages)[number];

export const deliveryKinds = ['ship', 'pickup', 'digital'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

export const orderLimits = {
  description: 5000,
  note: 2000,
  files: 10,
  photos: 20,
  /** Notes about the making of an order, and about what arrived; and photos of each. */
  notes: 12,
  notePhotos: 6,
  quantity: 100_000,
  name: 60,
  address: 200,
  phone: 30,
  postcode: 12,
  carrier: 60,
  tracking: 60,
  printedGrams: 1_000_000,
  printedHours: 10_000,
  /** As many as a quote has parts. */
  printedMaterials: 60,
} as const;

export const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;

/** Prices a service without a quote from its own prices; null if only a quote can tell. */
export type PriceLine = { code: 'base' | 'units' | 'hours'; count: number; each: number; amount: number };
export function directLines(
  service: { price: number | null; hourlyRate: number | null; pricePerUnit: number | null },
  quantity: number,
): PriceLine[] | null {
  const { price, hourlyRate, pricePerUnit } = service;
  const lines: PriceLine[] = [];
  // Next to a price per hour or piece, the base price is charged once.
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

/** Returns whether the text looks like a phone number, in any notation. */
export function isPhone(text: string): boolean {
  return /^\+?[\d\s().-]{8,}$/.test(plainDigits(text));
}

/** Returns whether an order ended because its provider did not take it: the buyer is offered another one. */
export function isLetDown(event: string, side: string, state: string): boolean {
  const isOver = state === 'refunded' || state === 'cancelled';
  return (
    isOver && (event === 'unanswered' || (side === 'provider' && (event === 'decline' || event === 'cancel')))
  );
}

export { addMonths } from '#platform/shared/months.ts';

/**
 * Returns whether an event is the first of two rulings, which both parties see only after the second admin has
 * agreed.
 */
export function isHalfARuling(detail: Record<string, unknown>): boolean {
  return detail['decided'] === false;
}

/**
 * Returns how many pieces a line of a receipt is for: a quote is one price for all that is made, whatever its
 * number of pieces.
 */
export function piecesOf(line: { code: string; count: number }, order: { quantity: number }): number {
  return line.code === 'quote' ? order.quantity : line.count;
}
