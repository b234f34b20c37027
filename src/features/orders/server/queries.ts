import type { Between } from '#features/conversations/server/public.ts';
import { blobOfWidth } from '#platform/server/pictures.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { sideOf } from '../access.ts';
import { ordersErrors, type OrderSummary } from '../contract.ts';
import { terminalStates, type Side } from '../states.ts';
import type { Order } from './locking.ts';
import { summarize } from './summaries.ts';

export type Person = { id: string; isAdmin: boolean };

export async function findOrder(
  db: Db,
  actor: Person,
  id: string,
): Promise<{ order: Order; side: Exclude<Side, 'system'> }> {
  const row = isUuid(id)
    ? await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined;
  const side = row ? sideOf(actor, row) : null;
  if (!row || side === null) throw new AppError(ordersErrors.order_not_found);
  return { order: { ...row, feePercent: Number(row.feePercent) }, side };
}

/** Returns whether the actor may follow an order, as a party or an admin. */
export async function isOrderVisible(db: Db, actor: Person | null, id: string): Promise<boolean> {
  if (actor === null || !isUuid(id)) return false;
  const row = await db
    .selectFrom('orders')
    .select(['buyerId', 'providerId'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined && sideOf(actor, row) !== null;
}

/** Returns the two parties of the order's conversation. Throws `order_not_found`, `forbidden` for staff. */
export async function getTalk(db: Db, actor: Person, id: string): Promise<Between> {
  const { order, side } = await findOrder(db, actor, id);
  if (side === 'admin') throw new AppError(platformErrors.forbidden);
  const service =
    order.serviceId === null
      ? undefined
      : await db.selectFrom('service').select('title').where('id', '=', order.serviceId).executeTakeFirst();
  return { ...talkOf(order), subject: service?.title ?? order.title };
}

/** An order of a service continues the conversation of the service; other orders have one of their own. */
export function talkOf({ id, buyerId: customerId, providerId, title: subject, serviceId }: Order): Between {
  return serviceId === null
    ? { customerId, providerId, subject, orderId: id }
    : { customerId, providerId, subject, serviceId };
}

/** Lists a person's orders on both sides or on one, newest first. */
export async function listOrders(
  db: Db,
  personId: string,
  wanted: {
    side?: 'buyer' | 'provider' | undefined;
    state?: string | undefined;
    page: number;
    limit: number;
  },
): Promise<{ orders: OrderSummary[]; total: number; page: number; pageCount: number }> {
  let query = db.selectFrom('orders');
  if (wanted.side === 'buyer') query = query.where('buyerId', '=', personId);
  else if (wanted.side === 'provider') query = query.where('providerId', '=', personId);
  else {
    query = query.where((where) =>
      where.or([where('buyerId', '=', personId), where('providerId', '=', personId)]),
    );
  }
  return pageOf(db, query, wanted, (order) => (order.buyerId === personId ? 'buyer' : 'provider'));
}

async function pageOf(
  db: Db,
  from: ReturnType<Db['selectFrom']> extends never ? never : ReturnType<typeof ordersOf>,
  wanted: { state?: string | undefined; page: number; limit: number },
  sideFor: (order: Order) => Exclude<Side, 'system'>,
): Promise<{ orders: OrderSummary[]; total: number; page: number; pageCount: number }> {
  let query = from;
  const { state } = wanted;
  if (state === 'open') query = query.where('state', 'not in', [...terminalStates]);
  else if (state === 'ended') query = query.where('state', 'in', [...terminalStates]);
  else if (state !== undefined) query = query.where('state', '=', state as Order['state']);
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const pageCount = Math.max(1, Math.ceil(total / wanted.limit));
  const page = Math.min(wanted.page, pageCount);
  const rows = await query
    .selectAll()
    .orderBy('id', 'desc')
    .limit(wanted.limit)
    .offset((page - 1) * wanted.limit)
    .execute();
  const orders: OrderSummary[] = [];
  for (const row of rows) {
    const order = { ...row, feePercent: Number(row.feePercent) };
    orders.push(await summarize(db, order, sideFor(order)));
  }
  return { orders, total, page, pageCount };
}
const ordersOf = (db: Db) => db.selectFrom('orders');

/** Returns the states of orders of a buyer. */
export async function listOrderStates(
  db: Db,
  buyerId: string,
  ids: readonly string[],
): Promise<Pick<Order, 'id' | 'state' | 'isFree'>[]> {
  if (ids.length === 0) return [];
  return ordersOf(db)
    .select(['id', 'state', 'isFree'])
    .where('id', 'in', [...ids])
    .where('buyerId', '=', buyerId)
    .execute();
}

/** Summarizes orders of a buyer, with what a basket shows of each, oldest first. */
export async function summarizeOrders(
  db: Db,
  buyerId: string,
  ids: readonly string[],
): Promise<
  (Pick<Order, 'dueAt' | 'leadTimeDays' | 'quoteId' | 'serviceId' | 'endedBy' | 'paidAt'> & {
    order: OrderSummary;
  })[]
> {
  if (ids.length === 0) return [];
  const rows = await ordersOf(db)
    .selectAll()
    .where('id', 'in', [...ids])
    .where('buyerId', '=', buyerId)
    .orderBy('id')
    .execute();
  const summaries = [];
  for (const row of rows) {
    const order = { ...row, feePercent: Number(row.feePercent) };
    const { dueAt, leadTimeDays, quoteId, serviceId, endedBy, paidAt } = row;
    const summary = await summarize(db, order, 'buyer');
    summaries.push({ order: summary, dueAt, leadTimeDays, quoteId, serviceId, endedBy, paidAt });
  }
  return summaries;
}

/** Returns the blob names of a photo, for people who may see the order. */
export async function findOrderPhoto(
  db: Db,
  actor: Person,
  orderId: string,
  photoId: string,
  width: number,
): Promise<{ name: string; source: string } | null> {
  await findOrder(db, actor, orderId);
  const photo = isUuid(photoId)
    ? await db
        .selectFrom('orderPhoto')
        .select(['blobPrefix', 'widths'])
        .where('id', '=', photoId)
        .where('orderId', '=', orderId)
        .executeTakeFirst()
    : undefined;
  return photo ? blobOfWidth(photo, width) : null;
}
