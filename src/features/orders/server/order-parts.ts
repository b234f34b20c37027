import type { Selectable } from 'kysely';
import { textIn, type Locale } from '#i18n/languages.ts';
import { findPaymentOfOrder, presentDeposit } from '#features/payments/server/public.ts';
import { presentOrderRight, rightsOfOrders } from '#features/licensing/server/public.ts';
import { findEstimate, findQuotedMachine } from '#features/quotes/server/public.ts';
import { findPrints, findTools } from '#features/services/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import type { Database } from '#platform/server/schema.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { carrierOf, carriers, trackingUrl } from '#platform/shared/carriers.ts';
import { isWithin } from '#platform/shared/dimensions.ts';
import { keyOf } from '#platform/shared/models/learning.ts';
import { orderStateTable } from '#platform/shared/order-states.ts';
import { orderNumber } from '#platform/shared/order-number.ts';
import type { OrderDetail, OrderPhoto } from '../contract.ts';
import { isTerminal, type Side } from '../states.ts';
import type { Order } from './locking.ts';
import { iso, amountColumns, amountsOf } from './summaries.ts';

export async function presentMaking(db: Db, order: Order, side: Side): Promise<OrderDetail['making']> {
  const { machine, startsOn, serviceId, state } = order;
  const said = { machine, startsOn, machines: [], carriers: [] };
  if (side !== 'provider' || serviceId === null || isTerminal(state)) return said;
  const { machines, carriers: usual } = await findTools(db, serviceId);
  if (!isBeforeDelivery(state)) return { ...said, carriers: usual };
  const quoted = order.quoteId === null ? null : await findQuotedMachine(db, order.quoteId);
  return {
    ...said,
    machines: machines.map((each) => ({ ...each, isQuoted: each.id === quoted?.id })),
    carriers: usual,
  };
}

const isBeforeDelivery = (state: Order['state']) => orderStateTable[state].isBeforeDelivery === true;

export function presentDimension(
  row: Selectable<Database['orderDimension']>,
): OrderDetail['dimensions'][number] {
  const { label, targetMm, toleranceMm, providerMm, providerAt, buyerMm, buyerAt } = row;
  const measured = (mm: number | null, at: Date | null) =>
    at && { mm, isWithin: isWithin(row, mm), at: at.toISOString() };
  return {
    label,
    targetMm,
    toleranceMm,
    provider: measured(providerMm, providerAt),
    buyer: measured(buyerMm, buyerAt),
  };
}

export async function presentArrival(db: Db, orderId: string, side: Side): Promise<OrderDetail['arrival']> {
  const row = await db
    .selectFrom('orderArrival')
    .select(['works', 'at', 'eventId'])
    .where('orderId', '=', orderId)
    .executeTakeFirst();
  // What a review says is the other side's to read with the review.
  if (!row) return null;
  if (side === 'provider' && row.eventId === null) {
    // A review that is not shown yet hides neither what it says nor what was said at the arrival.
    const said = await db
      .selectFrom('orderEvent')
      .select(['detail', 'at'])
      .where('orderId', '=', orderId)
      .where('event', '=', 'inspect')
      .orderBy('version', 'desc')
      .executeTakeFirst();
    const works = (said?.detail as { works?: boolean } | undefined)?.works;
    return said && works !== undefined ? { works, at: said.at.toISOString() } : null;
  }
  return { works: row.works, at: row.at.toISOString() };
}

/** Parcels from before carriers were known have the text that was typed. */
export function presentTracking(
  { carrier, number }: { carrier: string; number: string },
  locale: Locale,
): OrderDetail['delivery']['tracking'] {
  const code = carrierOf(carrier);
  return {
    carrier: code === null ? carrier : textIn(carriers[code].names, locale),
    number,
    url: trackingUrl(carrier, number),
  };
}

export async function presentRightsOf(
  db: Db,
  publicOrigin: string,
  orderId: string,
  locale: Locale,
): Promise<OrderDetail['rights']> {
  const rows = await rightsOfOrders(db, [orderId]);
  return Promise.all(rows.map((row) => presentOrderRight(publicOrigin, row, locale)));
}

export async function presentShares(
  db: Db,
  shares: readonly Selectable<Database['orderShare']>[],
): Promise<OrderDetail['shares']> {
  if (shares.length === 0) return [];
  const authors = await db
    .selectFrom('person')
    .select(['id', 'displayUsername as username', 'name as fullName'])
    .where(
      'id',
      'in',
      shares.map(({ authorId }) => authorId),
    )
    .execute();
  return shares.map(({ resourceId, title, authorId, pieces, amount, kept }) => ({
    resourceId,
    title,
    author: authors.find(({ id }) => id === authorId) ?? { id: authorId, username: '', fullName: '' },
    pieces,
    amount,
    kept,
  }));
}

export async function listPhotos(db: Db, orderId: string) {
  return db.selectFrom('orderPhoto').selectAll().where('orderId', '=', orderId).orderBy('id').execute();
}

export function presentPhoto(photo: Selectable<Database['orderPhoto']>): OrderPhoto {
  const { id, side, kind, width, height, widths, createdAt } = photo;
  return { id, side, kind, width, height, widths, createdAt: createdAt.toISOString() };
}

/** Returns what a print was estimated to take, and what it took. */
export async function printOf(db: Db, { id, quoteId }: Order): Promise<OrderDetail['print']> {
  const found = quoteId === null ? null : await findEstimate(db, quoteId);
  if (!found) return null;
  const real = await findPrints(db, id);
  const materials = found.map(({ material, estimated }) => ({
    material,
    estimated,
    real: real.get(keyOf(material)) ?? null,
  }));
  const sum = (amounts: readonly (number | null | undefined)[]) =>
    amounts.reduce<number | null>((whole, each) => (whole === null || each == null ? null : whole + each), 0);
  const known = materials.filter((each) => each.real !== null);
  return {
    material: materials[0]!.material,
    estimated: {
      grams: sum(materials.map(({ estimated }) => estimated.grams)) ?? 0,
      hours: sum(materials.map(({ estimated }) => estimated.hours)) ?? 0,
    },
    real:
      known.length === 0
        ? null
        : {
            grams: sum(materials.map((each) => each.real?.grams)),
            hours: sum(materials.map((each) => each.real?.hours)),
          },
    materials,
  };
}

export async function presentDispute(db: Db, orderId: string): Promise<OrderDetail['dispute']> {
  const dispute = await db
    .selectFrom('orderDispute')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!dispute) return null;
  const ruling = await db
    .selectFrom('orderRuling')
    .select(['outcome', 'keep', 'reason', 'at'])
    .where('disputeId', '=', dispute.id)
    .where('decided', '=', true)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return {
    openedBy: dispute.openedBy,
    phase: dispute.phase,
    openedAt: dispute.openedAt.toISOString(),
    ruling: ruling ? { ...ruling, at: ruling.at.toISOString() } : null,
  };
}

export async function presentClaim(
  db: Db,
  orderId: string,
  open: Selectable<Database['orderClaim']> | null,
): Promise<OrderDetail['claim']> {
  const claim =
    open ??
    (await db
      .selectFrom('orderClaim')
      .selectAll()
      .where('orderId', '=', orderId)
      .orderBy('id', 'desc')
      .executeTakeFirst());
  if (!claim) return null;
  const { state, amount, granted, knownOn, createdAt } = claim;
  return { state, amount, granted, knownOn, createdAt: createdAt.toISOString() };
}

export async function presentPayment(db: Db, vault: Vault, order: Order): Promise<OrderDetail['payment']> {
  const payment = await findPaymentOfOrder(db, order.id);
  if (!payment) return null;
  const { id, state, gateway, method, receiptUrl } = payment;
  return {
    id,
    state,
    gateway,
    method,
    receiptUrl,
    capturedAt: iso(payment.capturedAt),
    deposit: presentDeposit(vault, payment),
  };
}

export async function listRefunds(db: Db, orderId: string): Promise<OrderDetail['refunded']> {
  const rows = await db
    .selectFrom('refund')
    .select(['id', 'amount', 'state', 'reason', 'decidedAt'])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute();
  return rows.map(({ decidedAt, reason, ...refund }) => ({
    ...refund,
    isGoodwill: reason === 'goodwill',
    at: decidedAt.toISOString(),
  }));
}

/** Returns the whole order with all of its parts, which have the same two parties. */
export async function findMilestones(db: Db, order: Order): Promise<OrderDetail['milestones']> {
  const wholeId = order.parentId ?? order.id;
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'title', 'state', 'isFree', ...amountColumns])
    .where((where) => where.or([where('id', '=', wholeId), where('parentId', '=', wholeId)]))
    .orderBy('id')
    .execute();
  const milestones = rows.map((row) => ({
    id: row.id,
    title: row.title,
    state: row.state,
    isFree: row.isFree,
    number: orderNumber(row.id),
    amounts: amountsOf(row),
  }));
  const whole = milestones.find(({ id }) => id === wholeId);
  const parts = milestones.filter(({ id }) => id !== wholeId);
  return whole && parts.length > 0 ? { whole, parts } : null;
}
