import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { timeOfUuid } from '#platform/server/ids.ts';
import { presentOr } from '#platform/server/present-each.ts';
import { orderNumber } from '#platform/shared/order-number.ts';
import type { OrderSummary } from '../contract.ts';
import { turnOf, type Facts, type Side } from '../states.ts';
import { deadlineOf, listTimers, type Timer } from './course.ts';
import { loadRelations, type Order } from './locking.ts';

export const iso = (time: Date | null) => time?.toISOString() ?? null;

type Named = { id: string; username: string; fullName: string };

export async function peopleOf(
  db: Db,
  { buyerId, providerId }: { buyerId: string; providerId: string },
): Promise<{ buyer: Named; provider: Named }> {
  const rows = await db
    .selectFrom('person')
    .select(['id', 'displayUsername as username', 'name as fullName'])
    .where('id', 'in', [buyerId, providerId])
    .execute();
  const one = (id: string): Named => rows.find((row) => row.id === id) ?? { id, username: '', fullName: '' };
  return { buyer: one(buyerId), provider: one(providerId) };
}

export const amountColumns = [
  'principal',
  'fee',
  'feeBearer',
  'deliveryPrice',
  'total',
  'currency',
] as const satisfies (keyof Order)[];

/** Presents the amounts of an order. What the buyer pays on top of the price, our fee and the delivery is of authors. */
export function amountsOf({
  principal,
  fee,
  feeBearer,
  deliveryPrice: delivery,
  total,
  currency,
}: Pick<Order, (typeof amountColumns)[number]>): OrderSummary['amounts'] {
  const share = total - principal - (feeBearer === 'buyer' ? fee : 0) - delivery;
  return { principal, fee, delivery, share, total, currency };
}

export function summaryOf(
  order: Order & { buyer: Named; provider: Named },
  side: Exclude<Side, 'system'>,
  facts: Facts,
  timers: readonly Timer[],
  updatedAt: Date,
): OrderSummary {
  return {
    ...bareSummary(order, { buyer: order.buyer, provider: order.provider }, side),
    waitsFor: turnOf(facts),
    until: iso(deadlineOf(timers)),
    createdAt: order.createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Summarizes an order with unreadable fields; its id contains its time of creation. */
export function bareSummary(
  order: Order,
  people: { buyer: Named; provider: Named },
  side: Exclude<Side, 'system'>,
): OrderSummary {
  const madeAt = timeOfUuid(order.id).toISOString();
  return {
    id: order.id,
    number: orderNumber(order.id),
    title: order.title,
    serviceType: order.serviceType,
    side,
    state: order.state,
    deliveryKind: order.deliveryKind,
    amounts: amountsOf(order),
    isFree: order.isFree,
    ...people,
    waitsFor: null,
    until: null,
    createdAt: madeAt,
    updatedAt: madeAt,
  };
}

/** Summarizes an order for a list. */
export function summarize(db: Db, order: Order, side: Exclude<Side, 'system'>): Promise<OrderSummary> {
  return presentOr(
    { kind: 'order', id: order.id },
    () => summarizeWhole(db, order, side),
    async () => bareSummary(order, await peopleOf(db, order), side),
  );
}

async function summarizeWhole(db: Db, order: Order, side: Exclude<Side, 'system'>): Promise<OrderSummary> {
  const { facts } = await loadRelations(db, order);
  const timers = await listTimers(db, order.id);
  const { rows: last } = await sql<{ at: Date }>`
    select at from order_event where order_id = ${order.id} and version = ${order.version}`.execute(db);
  const people = await peopleOf(db, order);
  return summaryOf({ ...order, ...people }, side, facts, timers, last[0]?.at ?? order.createdAt);
}
