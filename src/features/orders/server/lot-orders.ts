import { type Trx, databaseTime, type Db } from '#platform/server/db.ts';
import { type OrderState, isTerminal } from '../states.ts';
import { lockOrder } from './locking.ts';
import type { Locale } from '#i18n/languages.ts';
import { AppError, refused } from '#platform/shared/errors.ts';
import { ordersErrors, type OrderInput } from '../contract.ts';
import { orderTotal } from '../rules.ts';
import { sealedAddress } from './fulfilment.ts';
import { feeOf, feeTermsFor } from '#platform/shared/fee.ts';
import { lotCategoryTable } from '#platform/shared/lot-fees.ts';
import type { PlacingDeps } from './deals.ts';
import { writeOrder } from './placing.ts';
import { writeConsents } from './consents.ts';

/** State of a winner's order, as auctions see it. */
export type LotOrderState = {
  state: OrderState;
  /** Payment deadline. */
  unpaidAt: Date | null;
  /** True if the buyer’s money is here, or was until we refunded it; false after a chargeback. */
  isFunded: boolean;
  wasDelivered: boolean;
  /** True if the buyer left without the seller’s agreement. */
  isBroken: boolean;
  isEndedByStaff: boolean;
};

/** Locks an order and returns its state. */
export async function findOrderState(trx: Trx, id: string): Promise<LotOrderState | null> {
  const held = await lockOrder(trx, id);
  if (!held) return null;
  const timer = await trx
    .selectFrom('orderTimer')
    .select('at')
    .where('orderId', '=', id)
    .where('kind', '=', 'unpaid')
    .executeTakeFirst();
  const { state, paymentId } = held.order;
  const events = await trx
    .selectFrom('orderEvent')
    .select(['event', 'side', 'fromState', 'toState'])
    .where('orderId', '=', id)
    .execute();
  return {
    state,
    unpaidAt: timer?.at ?? null,
    isFunded: paymentId !== null,
    // A rework clears the delivery of the order, but not its events.
    wasDelivered: events.some(({ event }) => event === 'deliver'),
    isBroken: events.some(
      ({ event, side, fromState, toState }) =>
        event === 'cancel' && side === 'buyer' && fromState !== 'created' && toState === 'refunded',
    ),
    isEndedByStaff: events.some(({ event, side }) => event === 'cancel' && side === 'admin'),
  };
}

/** Won lot with a fixed price and payment deadline. */
export type WonLot = {
  auctionId: string;
  sellerId: string;
  title: string;
  category: string;
  price: number;
  shippingFee: number;
  payBy: Date;
};

function priceOfLot(lot: Pick<WonLot, 'price' | 'shippingFee'>, kind: OrderInput['delivery']['kind']) {
  return {
    lines: [{ code: 'lot', count: 1, each: lot.price, amount: lot.price }],
    principal: lot.price,
    deliveryPrice: kind === 'ship' ? lot.shippingFee : 0,
  };
}

/** Places a lot's order for its winner, payable at once; the winner chooses the delivery afterwards. */
export async function placeLotOrder(
  deps: PlacingDeps,
  trx: Trx,
  buyer: { id: string },
  lot: WonLot,
  kind: OrderInput['delivery']['kind'],
): Promise<string> {
  return writeOrder(
    deps,
    trx,
    {
      serviceId: null,
      parentId: null,
      quoteId: null,
      auctionId: lot.auctionId,
      buyerId: buyer.id,
      providerId: lot.sellerId,
      customMade: false,
      title: lot.title,
      serviceType: 'auction',
      description: '',
      quantity: 1,
      parts: [],
      ...priceOfLot(lot, kind),
      currency: 'KRW',
      leadTimeDays: null,
    },
    {
      terms: feeTermsFor(deps, lotCategoryTable[lot.category]),
      shares: [],
      delivery: { kind, address: null },
      payBy: lot.payBy,
      now: await databaseTime(trx),
    },
  );
}

/** Returns whether the winner has chosen the delivery, which includes agreeing to the terms of orders. */
export async function isArranged(db: Db, orderId: string): Promise<boolean> {
  const found = await db
    .selectFrom('orderConsent')
    .select('kind')
    .where('orderId', '=', orderId)
    .where('kind', '=', 'terms')
    .executeTakeFirst();
  return found !== undefined;
}

export type LotDelivery = {
  delivery: OrderInput['delivery'];
  description: string;
  total?: number | undefined;
};

/**
 * Arranges the delivery of a won lot, once. Before the payment every choice is open, and changes the price;
 * afterwards only the address. Throws `price_changed` if another sum was shown, and `lot_arranged` if no choice is
 * open.
 */
export async function arrangeLot(
  deps: PlacingDeps,
  trx: Trx,
  orderId: string,
  lot: Pick<WonLot, 'category' | 'price' | 'shippingFee'>,
  { delivery, description, total: shown }: LotDelivery,
  locale: Locale,
): Promise<void> {
  const { kind, address } = delivery;
  if (kind === 'ship' && address === null) throw refused(ordersErrors.address_needed, 'delivery.address');
  const held = await lockOrder(trx, orderId);
  if (!held) throw new AppError(ordersErrors.order_not_found);
  const { order, now } = held;
  const sealed = address === null ? null : deps.vault.seal(sealedAddress, JSON.stringify(address));
  const isUnpaid = order.state === 'created';
  const isOpen = !isTerminal(order.state) && !(await isArranged(trx, orderId));
  if (!isOpen || (!isUnpaid && order.deliveryKind !== kind)) {
    throw new AppError(ordersErrors.lot_arranged);
  }
  const { lines, principal, deliveryPrice } = isUnpaid ? priceOfLot(lot, kind) : order;
  // Uses today's fee, which the lot's page shows; stored terms and sums have to match, or a later split would be
  // wrong.
  const terms = feeTermsFor(deps, lotCategoryTable[lot.category]);
  const price = { principal, deliveryPrice, shares: [], ...terms };
  const total = isUnpaid ? orderTotal(price) : order.total;
  if (shown !== undefined && shown !== total) throw new AppError(ordersErrors.price_changed);
  await trx
    .updateTable('orders')
    .set({
      sealedAddress: sealed,
      ...(isUnpaid && {
        deliveryKind: kind,
        description,
        lines: JSON.stringify(lines),
        principal,
        deliveryPrice,
        ...terms,
        fee: feeOf(principal, terms.feePercent),
        total,
      }),
    })
    .where('id', '=', orderId)
    .execute();
  await writeConsents(trx, orderId, ['terms_of_lot'], locale, now);
}
