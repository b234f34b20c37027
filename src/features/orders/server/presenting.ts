import type { Locale } from '#i18n/languages.ts';
import { findConversation } from '#features/conversations/server/public.ts';
import { presentPayable } from '#features/payments/server/public.ts';
import { listGuides } from '#features/resources/server/public.ts';
import { findPickupPlace, getServiceOwner } from '#features/services/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import { presentOr } from '#platform/server/present-each.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { canSeeAddress, canSeePlace } from '../access.ts';
import type { Address, OrderDetail } from '../contract.ts';
import { isHalfARuling, keepsDelivery, split, wasSent, type Terms } from '../rules.ts';
import { choicesOf, isTerminal, type Side } from '../states.ts';
import { courseOf, listEvents, listTimers, presentSteps } from './course.ts';
import { loadRelations, priceOf, type Order } from './locking.ts';
import { sealedAddress, sealedPickupCode } from './fulfilment.ts';
import { isArranged } from './lot-orders.ts';
import { lineLabel } from './lines.ts';
import { type Person, findOrder, talkOf } from './queries.ts';
import {
  presentMaking,
  presentDimension,
  presentArrival,
  presentTracking,
  presentRightsOf,
  presentShares,
  listPhotos,
  presentPhoto,
  printOf,
  presentDispute,
  presentClaim,
  presentPayment,
  listRefunds,
  findMilestones,
} from './order-parts.ts';
import { iso, peopleOf, summaryOf, bareSummary } from './summaries.ts';
import { obstacleWords } from './obstacles.ts';

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

/** Returns the name of the workshop as its provider writes it; null for what was won at an auction. */
async function titleOfService(db: Db, serviceId: string | null): Promise<string | null> {
  return serviceId === null ? null : (await getServiceOwner(db, serviceId)).title;
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
    serviceTitle: null,
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
    serviceTitle: await titleOfService(db, order.serviceId),
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
