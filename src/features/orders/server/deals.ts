import type { Selectable } from 'kysely';
import { isAvailable } from '#features/accounts/server/public.ts';
import { getBindingQuote, type BindingQuote } from '#features/quotes/server/public.ts';
import { servicesErrors, usualDelivery, type Delivery, type RateCard } from '#features/services/contract.ts';
import {
  findTogether,
  firstOfPlace,
  listInsteadOf,
  lookAtDesigns,
  type Clearance,
  type MadeDesign,
  type Together,
} from '#features/licensing/server/public.ts';
import { resourcesOfFiles } from '#features/resources/server/public.ts';
import { getVisibleService, ownPricing, postageOf, printRatesOf } from '#features/services/server/public.ts';
import { resourcesOfKeptFiles } from '#features/uploads/server/public.ts';
import { isSamePerson } from '#features/verification/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import type { Database } from '#platform/server/schema.ts';
import { AppError } from '#platform/shared/errors.ts';
import type { Purpose } from '#features/licensing/contract.ts';
import { ordersErrors } from '../contract.ts';
import { directLines, type DeliveryKind } from '../rules.ts';
import type { OrderState } from '../states.ts';
import type { OrderDeps } from './locking.ts';
import type { FeeTerms } from '#platform/shared/fee.ts';
import { isPricedByWeight, tradeOf } from '#platform/shared/trades.ts';

export type PlacingDeps = OrderDeps & FeeTerms;
export type Person = { id: string; isAdmin: boolean };
export type Service = Pick<
  Selectable<Database['service']>,
  | 'id'
  | 'ownerId'
  | 'state'
  | 'title'
  | 'serviceType'
  | 'isFreeService'
  | 'price'
  | 'hourlyRate'
  | 'pricePerUnit'
  | 'currency'
  | 'pricing'
> & { rateCard: RateCard | null; delivery: Delivery };

/** Price and subject of an order, from a quote or from the service itself. */
export type Deal = {
  service: Service;
  quote: BindingQuote | null;
  lines: { code: string; count: number; each: number | null; amount: number }[];
  principal: number;
  customMade: boolean;
  quantity: number;
};

/** Returns a service as this person may see it, or as their quote binds it. Throws `service_not_found`. */
export async function findService(
  db: Db,
  person: Person | null,
  id: string,
  quote: BindingQuote | null,
): Promise<Service> {
  // A quote binds even if the service takes no new orders.
  if (quote?.serviceId !== id) await getVisibleService(db, person, id);
  const service = isUuid(id)
    ? await db
        .selectFrom('service')
        .leftJoin('serviceWorkshop', 'serviceWorkshop.serviceId', 'service.id')
        .select(['service.id', 'ownerId', 'state', 'title', 'serviceType', 'isFreeService'])
        .select(['price', 'hourlyRate', 'pricePerUnit', 'currency', 'pricing', 'rateCard'])
        .select('delivery')
        .where('service.id', '=', id)
        .where('state', 'in', ['active', 'paused'])
        .executeTakeFirst()
    : undefined;
  if (!service) throw new AppError(servicesErrors.service_not_found);
  return {
    ...service,
    rateCard: service.rateCard as RateCard | null,
    delivery: (service.delivery as Delivery | null) ?? usualDelivery,
  };
}

/** Throws the reason why this person cannot order this. */
export async function assertMayOrder(
  { db, vault }: Pick<PlacingDeps, 'vault'> & { db: Db },
  person: Person,
  service: Service,
  quote: BindingQuote | null,
): Promise<void> {
  if (service.ownerId === person.id) throw new AppError(ordersErrors.own_service);
  if (await isSamePerson(db, vault, person.id, service.ownerId)) throw new AppError(ordersErrors.same_person);
  if (service.state !== 'active' && quote === null) throw new AppError(ordersErrors.provider_unavailable);
  if (!(await isAvailable(db, service.ownerId))) throw new AppError(ordersErrors.provider_unavailable);
}

export function dealOf(
  service: Service,
  quote: BindingQuote | null,
  quantity: number,
  hasFiles: boolean,
): Deal | null {
  // Work from a quote or from the buyer's files is made to measure; work by the hour is no product.
  const customMade = quote !== null || hasFiles || tradeOf(service.serviceType)?.result !== 'work';
  if (quote) {
    const lines = [{ code: 'quote', count: 1, each: quote.principal, amount: quote.principal }];
    return { service, quote, lines, principal: quote.principal, customMade, quantity: quote.quantity };
  }
  if (service.isFreeService) return { service, quote, lines: [], principal: 0, customMade, quantity };
  // A print is priced by its weight, which needs a model, so it begins with a quote.
  const pricing = ownPricing(service.pricing);
  if (printRatesOf({ ...service, pricing }, service.rateCard) !== null) return null;
  const lines = directLines(service, quantity);
  if (lines === null) return null;
  const principal = lines.reduce((sum, { amount }) => sum + amount, 0);
  return { service, quote, lines, principal, customMade, quantity };
}

type Way = { kind: DeliveryKind; price: number; freeFrom: number | null; carriers: string[] };

/**
 * Returns the ways in which a deal can be delivered, the usual one first. Sending costs what the provider says; an
 * agreed quote includes it, and free work has no price at all. A print is a thing, so it cannot be received as a file.
 */
export function waysOf({ service, quote, principal }: Deal): Way[] {
  const { delivery } = service;
  const isIncluded = quote?.isAgreed === true || principal === 0;
  // A lower price does not take away that sending was free.
  const postage = isIncluded ? 0 : postageOf(delivery, quote?.quotedPrincipal ?? principal);
  const ways: Way[] = [];
  if (delivery.post !== null && postage !== null) {
    const freeFrom = postage === 0 ? null : delivery.freeFrom;
    ways.push({ kind: 'ship', price: postage, freeFrom, carriers: delivery.carriers });
  }
  if (delivery.pickup) ways.push({ kind: 'pickup', ...withoutPrice });
  if (isPricedByWeight(service.serviceType)) return ways;
  const digital: Way = { kind: 'digital', ...withoutPrice };
  return tradeOf(service.serviceType)?.result === 'work' ? [digital, ...ways] : [...ways, digital];
}

const withoutPrice = { price: 0, freeFrom: null, carriers: [] };

/** Returns what an order of this buyer was a part of, if another can take its place; null for any other id. */
export async function togetherInsteadOf(
  db: Db,
  person: Person | null,
  orderId: string | undefined,
  designs: readonly MadeDesign[],
): Promise<Together | null> {
  if (orderId === undefined || person === null) return null;
  const firstId = await firstOfPlace(db, orderId);
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'state', 'paidAt'])
    .where('id', 'in', [firstId, ...(await listInsteadOf(db, firstId))])
    .where('buyerId', '=', person.id)
    .execute();
  // What nobody paid for carries nothing of a share.
  const wasPaid = orders.some(({ id, paidAt }) => id === firstId && paidAt !== null);
  return wasPaid && orders.every(({ state }) => isLost(state)) ? findTogether(db, firstId, designs) : null;
}

/** Whether an order came to nothing: its place can be taken. */
const isLost = (state: OrderState) => state === 'cancelled' || state === 'refunded';

/** Lists the designs that a quote is for, each with its files and the number of things that are made of it. */
export async function designsOf(
  db: Db,
  quote: BindingQuote | null,
  { quantity, resourceFileIds = [] }: { quantity: number; resourceFileIds?: readonly string[] },
): Promise<MadeDesign[]> {
  const files = quote?.files ?? [];
  const kept = await resourcesOfKeptFiles(
    db,
    files.flatMap((file) => ('keptFileId' in file ? file.keptFileId : [])),
  );
  const stored = await resourcesOfFiles(db, [
    ...files.flatMap((file) => ('kind' in file && file.kind === 'resource_file' ? file.id : [])),
    ...resourceFileIds,
  ]);
  const designs = new Map<string, MadeDesign>();
  const add = (resourceId: string, sha256: string, things: number) => {
    const design = designs.get(resourceId) ?? { resourceId, fileHashes: [], parts: [], pieces: 0 };
    // Eleven prints may be one drone.
    const pieces = Math.max(design.pieces, things);
    const fileHashes = [...design.fileHashes, sha256];
    // Each printed file is a part; all files of a board are one.
    const parts = quote ? [...new Set(fileHashes)] : [fileHashes.toSorted().join(' ')];
    designs.set(resourceId, { resourceId, pieces, fileHashes, parts });
  };
  for (const file of files) {
    const resourceId = 'keptFileId' in file ? kept.get(file.keptFileId) : stored.get(file.id)?.resourceId;
    if (resourceId !== undefined) add(resourceId, file.sha256, file.things ?? quote?.quantity ?? quantity);
  }
  for (const id of resourceFileIds) {
    const file = stored.get(id);
    if (file) add(file.resourceId, file.sha256, quantity);
  }
  return [...designs.values()];
}

/** Lists the shares of a price, in the order in which they are written. */
export function sharesOf(cleared: readonly Clearance[]): number[] {
  return cleared.flatMap(({ amount }) => (amount === 0 ? [] : amount));
}

/** Reads a quote; locks it in a transaction alone. Throws as `getBindingQuote` does. */
export function lookAtQuote(db: Db | Trx, id: string, personId: string): Promise<BindingQuote> {
  if (db.isTransaction) return getBindingQuote(db as Trx, { id, personId, now: currentTime() });
  return db.transaction().execute((trx) => getBindingQuote(trx, { id, personId, now: currentTime() }));
}

/** Lists files that an order has to copy before its transaction: files of resources that a quote is about. */
export async function filesToCopy(
  db: Db,
  personId: string,
  quoteId: string | undefined,
): Promise<{ resourceFileId: string }[]> {
  if (quoteId === undefined) return [];
  const quote = await lookAtQuote(db, quoteId, personId);
  return quote.files.flatMap((file) =>
    'kind' in file && file.kind === 'resource_file' ? [{ resourceFileId: file.id }] : [],
  );
}

/**
 * Looks at the designs that an order would be made from, with what their authors are owed for it alone. Throws as
 * `getBindingQuote` does, and for a service that is not there.
 */
export async function lookAtMaking(
  db: Db,
  person: Person,
  asked: {
    serviceId: string;
    quoteId: string | null;
    quantity: number;
    resourceFileIds: readonly string[];
    purpose: Purpose;
    withThanks: boolean;
  },
): Promise<Clearance[]> {
  const { serviceId, quoteId, quantity, resourceFileIds, purpose, withThanks } = asked;
  const quote = quoteId === null ? null : await lookAtQuote(db, quoteId, person.id);
  const service = await findService(db, person, serviceId, quote);
  const deal = dealOf(service, quote, quantity, resourceFileIds.length > 0);
  const use = { purpose, withThanks, principal: deal?.principal ?? 0, providerId: service.ownerId };
  return lookAtDesigns(db, person, await designsOf(db, quote, asked), use);
}
