import { sql, type Selectable } from 'kysely';
import { m } from '#i18n/generated/messages.js';
import { textIn, type Locale } from '#i18n/languages.ts';
import { findConversation, type Between } from '#features/conversations/server/public.ts';
import { findPaymentOfOrder, presentDeposit, presentPayable } from '#features/payments/server/public.ts';
import { presentOrderRight, rightsOfOrders } from '#features/licensing/server/public.ts';
import { listGuides } from '#features/resources/server/public.ts';
import { findEstimate, findQuotedMachine } from '#features/quotes/server/public.ts';
import { findPickupPlace, findPrints, findTools } from '#features/services/server/public.ts';
import { blobOfWidth } from '#platform/server/pictures.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid, timeOfUuid } from '#platform/server/ids.ts';
import { presentOr } from '#platform/server/present-each.ts';
import type { Database } from '#platform/server/schema.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { carrierOf, carriers, trackingUrl } from '#platform/shared/carriers.ts';
import { isWithin } from '#platform/shared/dimensions.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { keyOf } from '#platform/shared/models/learning.ts';
import { orderStateTable } from '#platform/shared/order-states.ts';
import { orderNumber } from '#platform/shared/order-number.ts';
import { canSeeAddress, canSeePlace, sideOf } from '../access.ts';
import {
  ordersErrors,
  type Address,
  type OrderDetail,
  type OrderPhoto,
  type OrderSummary,
} from '../contract.ts';
import { isHalfARuling, keepsDelivery, orderLimits, split, wasSent, type Terms } from '../rules.ts';
import { choicesOf, isTerminal, turnOf, type Facts, type DenialReason, type Side } from '../states.ts';
import { courseOf, deadlineOf, listEvents, listTimers, presentSteps, type Timer } from './course.ts';
import { loadRelations, priceOf, type Order } from './locking.ts';
import { sealedAddress, sealedPickupCode } from './fulfilment.ts';
import { isArranged, lineLabel } from './placing.ts';

type Person = { id: string; isAdmin: boolean };

/** Returns an order to its two parties and to admins. Throws `order_not_found` for everybody else. */
export async function getOrder(
  deps: { db: Db; vault: Vault; terms: Terms; publicOrigin: string },
  actor: Person,
  id: string,
  locale: Locale,
): Promise<OrderDetail> {
  const { db, terms } = deps;
  const { order, side } = await findOrder(db, actor, id);
  return presentOr(
    { kind: 'order', id },
    () => presentWhole(deps, actor, { order, side }, locale),
    () => presentBare(db, terms, { order, side }, locale),
  );
}

type Seen = { order: Order; side: Exclude<Side, 'system'> };

/** Presents the certain facts of an order that cannot be presented: amounts, parties and how it can be ended. */
async function presentBare(
  db: Db,
  terms: Terms,
  { order, side }: Seen,
  locale: Locale,
): Promise<OrderDetail> {
  const { facts, shares } = await loadRelations(db, order);
  const { can, cannot } = choicesOf(side, facts, currentTime(), terms);
  return {
    ...bareSummary(order, await peopleOf(db, order), side),
    version: order.version,
    serviceId: order.serviceId,
    quoteId: order.quoteId,
    auctionId: order.auctionId,
    parentId: order.parentId,
    description: order.description,
    quantity: order.quantity,
    parts: order.parts,
    lines: [],
    feePercent: order.feePercent,
    feeBearer: order.feeBearer,
    kept: order.kept,
    deliveryKept: order.deliveryKept,
    shares: await presentShares(db, shares),
    rights: [],
    customMade: order.customMade,
    hasConsent: facts.hasConsent,
    leadTimeDays: order.leadTimeDays,
    dueAt: null,
    making: { machine: order.machine, startsOn: null, machines: [], carriers: [] },
    dimensions: [],
    arrival: null,
    steps: [],
    delivery: {
      kind: order.deliveryKind,
      isOpen: false,
      address: null,
      tracking: null,
      pickupCode: null,
      deliveredAt: null,
      arrivedAt: null,
    },
    place: null,
    print: null,
    timers: [],
    events: [],
    files: [],
    resources: [],
    photos: [],
    proposal: null,
    dispute: null,
    claim: null,
    payment: null,
    payout: null,
    refunded: [],
    can,
    cannot: presentObstacles(cannot, locale, terms),
    milestones: null,
    conversationId: null,
    terms,
  };
}

const presentObstacles = (
  cannot: ReturnType<typeof choicesOf>['cannot'],
  locale: Locale,
  terms: Terms,
): OrderDetail['cannot'] =>
  cannot.map(({ event, why }) => ({ event, why, words: obstacleWords(why, locale, terms) }));

async function presentWhole(
  { db, vault, terms, publicOrigin }: { db: Db; vault: Vault; terms: Terms; publicOrigin: string },
  actor: Person,
  { order, side }: Seen,
  locale: Locale,
): Promise<OrderDetail> {
  const { id } = order;
  const beside = await loadRelations(db, order);
  const now = currentTime();
  const { can, cannot } = choicesOf(side, beside.facts, now, terms);
  const timers = await listTimers(db, id);
  const { buyer, provider } = await peopleOf(db, order);
  const events = await listEvents(db, id);
  const photos = await listPhotos(db, id);
  const last = events.at(-1);
  const files = await db
    .selectFrom('orderFile')
    .innerJoin('keptFile', 'keptFile.id', 'orderFile.keptFileId')
    .select(['orderFile.id', 'orderFile.kind', 'orderFile.name', 'keptFile.size', 'orderFile.sha256'])
    .select('keptFile.resourceId')
    .where('orderId', '=', id)
    .orderBy('orderFile.id')
    .execute();
  const resourceIds = new Set(files.flatMap(({ resourceId }) => resourceId ?? []));
  const { proposal, claim, shares } = beside;
  const buyerGets = (keep: number) =>
    split(priceOf(order, shares), keep, keepsDelivery(order, keep, { wasSent: wasSent(order) })).buyer;
  const opened = timers.map(({ kind, at, leftMs }) => ({
    kind,
    at: leftMs === null ? at.toISOString() : null,
    leftMs,
  }));
  return {
    ...summaryOf({ ...order, buyer, provider }, side, beside.facts, timers, last?.at ?? order.createdAt),
    version: order.version,
    serviceId: order.serviceId,
    quoteId: order.quoteId,
    auctionId: order.auctionId,
    parentId: order.parentId,
    description: order.description,
    quantity: order.quantity,
    parts: order.parts,
    lines: order.lines.map((line) => ({ ...line, label: lineLabel(line.code, locale) })),
    feePercent: order.feePercent,
    feeBearer: order.feeBearer,
    kept: order.kept,
    deliveryKept: order.deliveryKept,
    shares: await presentShares(db, shares),
    rights: await presentRightsOf(db, publicOrigin, id, locale),
    customMade: order.customMade,
    hasConsent: beside.facts.hasConsent,
    leadTimeDays: order.leadTimeDays,
    dueAt: iso(order.dueAt),
    making: await presentMaking(db, order, side),
    dimensions: beside.dimensions.map(presentDimension),
    arrival: await presentArrival(db, id, side),
    steps: presentSteps(courseOf(order, events, timers)),
    delivery: {
      kind: order.deliveryKind,
      isOpen: order.auctionId !== null && !isTerminal(order.state) && !(await isArranged(db, order.id)),
      address:
        order.sealedAddress !== null && canSeeAddress(side, order, now, terms)
          ? (JSON.parse(vault.open(sealedAddress, order.sealedAddress)) as Address)
          : null,
      tracking: order.tracking && presentTracking(order.tracking, locale),
      pickupCode:
        side === 'buyer' && order.sealedPickupCode !== null && order.arrivedAt === null
          ? vault.open(sealedPickupCode, order.sealedPickupCode)
          : null,
      deliveredAt: iso(order.deliveredAt),
      arrivedAt: iso(order.arrivedAt),
    },
    place:
      order.serviceId !== null && canSeePlace(side, order, now, terms)
        ? await findPickupPlace(db, vault, order.serviceId)
        : null,
    print: side === 'provider' ? await printOf(db, order) : null,
    timers: opened,
    events: events
      .filter(({ detail }) => side === 'admin' || !isHalfARuling(detail))
      .map(({ id: eventId, at, note, ...event }) => ({
        ...event,
        note: note ?? null,
        photos: photos.filter((photo) => photo.eventId === eventId).map(presentPhoto),
        at: at.toISOString(),
      })),
    files: files.map(({ resourceId: _resourceId, ...file }) => file),
    resources: await listGuides(db, [...resourceIds], locale),
    photos: photos.filter((photo) => photo.eventId === null && photo.authorId === actor.id).map(presentPhoto),
    proposal: proposal && {
      kind: proposal.kind,
      side: proposal.side,
      keep: proposal.keep,
      buyerGets: proposal.keep === null ? null : buyerGets(proposal.keep),
      expiresAt: proposal.expiresAt.toISOString(),
    },
    dispute: await presentDispute(db, order.id),
    claim: await presentClaim(db, order.id, claim),
    payment: side === 'provider' ? null : await presentPayment(db, vault, order),
    payout: side === 'buyer' ? null : await presentPayable(db, vault, terms, order.id),
    refunded: side === 'provider' ? [] : await listRefunds(db, order.id),
    can,
    cannot: presentObstacles(cannot, locale, terms),
    milestones: await findMilestones(db, order),
    conversationId: await findConversation(db, talkOf(order)),
    terms,
  };
}

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

async function presentMaking(db: Db, order: Order, side: Side): Promise<OrderDetail['making']> {
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

function presentDimension(row: Selectable<Database['orderDimension']>): OrderDetail['dimensions'][number] {
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

async function presentArrival(db: Db, orderId: string, side: Side): Promise<OrderDetail['arrival']> {
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
function presentTracking(
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

const iso = (time: Date | null) => time?.toISOString() ?? null;

type Named = { id: string; username: string; fullName: string };

async function peopleOf(
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

async function presentRightsOf(
  db: Db,
  publicOrigin: string,
  orderId: string,
  locale: Locale,
): Promise<OrderDetail['rights']> {
  const rows = await rightsOfOrders(db, [orderId]);
  return Promise.all(rows.map((row) => presentOrderRight(publicOrigin, row, locale)));
}

async function presentShares(
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

async function listPhotos(db: Db, orderId: string) {
  return db.selectFrom('orderPhoto').selectAll().where('orderId', '=', orderId).orderBy('id').execute();
}

function presentPhoto(photo: Selectable<Database['orderPhoto']>): OrderPhoto {
  const { id, side, kind, width, height, widths, createdAt } = photo;
  return { id, side, kind, width, height, widths, createdAt: createdAt.toISOString() };
}

/** Returns what a print was estimated to take, and what it took. */
async function printOf(db: Db, { id, quoteId }: Order): Promise<OrderDetail['print']> {
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

async function presentDispute(db: Db, orderId: string): Promise<OrderDetail['dispute']> {
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

async function presentClaim(
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

async function presentPayment(db: Db, vault: Vault, order: Order): Promise<OrderDetail['payment']> {
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

async function listRefunds(db: Db, orderId: string): Promise<OrderDetail['refunded']> {
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
async function findMilestones(db: Db, order: Order): Promise<OrderDetail['milestones']> {
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

const amountColumns = [
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
function talkOf({ id, buyerId: customerId, providerId, title: subject, serviceId }: Order): Between {
  return serviceId === null
    ? { customerId, providerId, subject, orderId: id }
    : { customerId, providerId, subject, serviceId };
}

function summaryOf(
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
function bareSummary(
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

const endedStates = ['completed', 'cancelled', 'refunded', 'settled'] as const;

async function pageOf(
  db: Db,
  from: ReturnType<Db['selectFrom']> extends never ? never : ReturnType<typeof ordersOf>,
  wanted: { state?: string | undefined; page: number; limit: number },
  sideFor: (order: Order) => Exclude<Side, 'system'>,
): Promise<{ orders: OrderSummary[]; total: number; page: number; pageCount: number }> {
  let query = from;
  const { state } = wanted;
  if (state === 'open') query = query.where('state', 'not in', [...endedStates]);
  else if (state === 'ended') query = query.where('state', 'in', [...endedStates]);
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

/** Explains an obstacle. */
function obstacleWords(why: DenialReason, locale: Locale, terms: Terms): string {
  return words[why](locale, terms);
}
const words: Record<DenialReason, (locale: Locale, terms: Terms) => string> = {
  not_now: (locale) => m['orders.why.not_now']({}, { locale }),
  not_yours: (locale) => m['orders.why.not_yours']({}, { locale }),
  consent_missing: (locale) => m['orders.why.consent_missing']({}, { locale }),
  files_changed: (locale) => m['orders.why.files_changed']({}, { locale }),
  not_overdue: (locale, { overdueDays }) => m['orders.why.not_overdue']({ days: overdueDays }, { locale }),
  custom_made: (locale) => m['orders.why.custom_made']({}, { locale }),
  too_late: (locale) => m['orders.why.too_late']({}, { locale }),
  too_early: (locale) => m['orders.why.too_early']({}, { locale }),
  proposal_open: (locale) => m['orders.why.proposal_open']({}, { locale }),
  no_proposal: (locale) => m['orders.why.no_proposal']({}, { locale }),
  own_proposal: (locale) => m['orders.why.own_proposal']({}, { locale }),
  rework_limit: (locale, { reworks }) => m['orders.why.rework_limit']({ times: reworks }, { locale }),
  not_arrived: (locale) => m['orders.why.not_arrived']({}, { locale }),
  not_measured: (locale) => m['orders.why.not_measured']({}, { locale }),
  note_limit: (locale) => m['orders.why.note_limit']({ most: orderLimits.notes }, { locale }),
  already_arrived: (locale) => m['orders.why.already_arrived']({}, { locale }),
  not_opener: (locale) => m['orders.why.not_opener']({}, { locale }),
  own_dispute: (locale) => m['orders.why.own_dispute']({}, { locale }),
  already_answered: (locale) => m['orders.why.already_answered']({}, { locale }),
  not_ruled: (locale) => m['orders.why.not_ruled']({}, { locale }),
  already_appealed: (locale) => m['orders.why.already_appealed']({}, { locale }),
  not_ruling: (locale) => m['orders.why.not_ruling']({}, { locale }),
  claim_open: (locale) => m['orders.why.claim_open']({}, { locale }),
  claim_refused: (locale) => m['orders.why.claim_refused']({}, { locale }),
  no_claim: (locale) => m['orders.why.no_claim']({}, { locale }),
  free_order: (locale) => m['orders.why.free_order']({}, { locale }),
  not_free: (locale) => m['orders.why.not_now']({}, { locale }),
  not_funded: (locale) => m['orders.why.not_funded']({}, { locale }),
};

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
