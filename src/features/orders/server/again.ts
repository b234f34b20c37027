import { compareOthers } from '#features/quotes/server/public.ts';
import { findPlace, listServiceIdsOf, listServices } from '#features/services/server/public.ts';
import { buyerFeeOf, feeTermsFor } from '#platform/shared/fee.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { tradeOf } from '#platform/shared/trades.ts';
import { ordersErrors, type Alternatives } from '../contract.ts';
import { isLetDown, orderTotal } from '../rules.ts';
import { dueAtOf } from './fulfilment.ts';
import type { Order } from './locking.ts';
import { listEvents } from './course.ts';
import type { PlacingDeps } from './deals.ts';
import { findOrder } from './queries.ts';

/** How many offers are shown, and how many providers one request can go to. */
const maxOffers = 3;
const maxAsked = 10;

/**
 * Returns who else could make an order whose provider did not take it: for the same way of delivery, within its total
 * and by its day. Throws `forbidden` for anybody but its buyer, and `invalid_transition` for other orders.
 */
export async function findAlternatives(
  deps: PlacingDeps,
  person: { id: string; isAdmin: boolean },
  id: string,
): Promise<Alternatives> {
  const { db } = deps;
  const { order, side } = await findOrder(db, person, id);
  if (side !== 'buyer') throw new AppError(platformErrors.forbidden);
  const events = await listEvents(db, id);
  const end = events.findLast(({ fromState, toState }) => fromState !== toState);
  if (!end || order.auctionId !== null || !isLetDown(end.event, end.side, order.state)) {
    throw new AppError(ordersErrors.invalid_transition, {
      more: () => ({ why: 'not_now', state: order.state }),
    });
  }
  const terms = feeTermsFor(deps, tradeOf(order.serviceType));
  const due = await dueAtOf(db, order, order.paidAt ?? order.createdAt);
  const day = due && koreanDay(due);
  const compared =
    order.quoteId === null
      ? null
      : await compareOthers(deps, person, order.quoteId, {
          feePercent: buyerFeeOf(terms),
          by: order.deliveryKind,
        });
  const share = await sumOfShares(deps, id);
  const offers = (compared?.offers ?? [])
    .map(({ currency: _currency, principal, postage, ...offer }) => {
      // A share may be a part of the price, which is not known to be lower.
      const shares = [Math.ceil((share * Math.max(principal, order.principal)) / (order.principal || 1))];
      return { ...offer, total: orderTotal({ principal, deliveryPrice: postage, shares, ...terms }) };
    })
    .filter(
      ({ total, readyOn }) => total <= order.total && readyOn !== null && (day === null || readyOn <= day),
    )
    .toSorted(
      (one, other) => one.total - other.total || (one.readyOn ?? '').localeCompare(other.readyOn ?? ''),
    );
  return {
    ceiling: order.total,
    currency: order.currency,
    day,
    isComparable: compared !== null,
    offers: offers.slice(0, maxOffers),
    parts: compared?.parts ?? [],
    serviceIds: (compared?.serviceIds ?? (await othersNearby(deps, order, person.id))).slice(0, maxAsked),
  };
}

async function sumOfShares({ db }: PlacingDeps, orderId: string): Promise<number> {
  const rows = await db.selectFrom('orderShare').select('amount').where('orderId', '=', orderId).execute();
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}

/** Lists services of the same trade, the nearest first. */
async function othersNearby(
  { db }: PlacingDeps,
  { serviceId, serviceType, providerId }: Order,
  buyerId: string,
): Promise<string[]> {
  const point = serviceId === null ? null : await findPlace(db, serviceId);
  const { services } = await listServices(db, {
    type: serviceType,
    near: point ? { point, km: 20_000 } : undefined,
    sort: point ? 'distance' : 'newest',
    page: 1,
    limit: 2 * maxAsked,
  });
  const excluded = new Set([
    ...(await listServiceIdsOf(db, buyerId)),
    ...(await listServiceIdsOf(db, providerId)),
  ]);
  return services.map(({ id }) => id).filter((id) => !excluded.has(id));
}
