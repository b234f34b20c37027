import type { Selectable } from 'kysely';
import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import { isAvailable } from '#features/accounts/server/public.ts';
import { getBindingQuote, markOrdered, type BindingQuote } from '#features/quotes/server/public.ts';
import { servicesErrors, usualDelivery, type Delivery, type RateCard } from '#features/services/contract.ts';
import {
  clearDesigns,
  findTogether,
  firstOfPlace,
  listInsteadOf,
  lookAtDesigns,
  presentRights,
  recordRights,
  type Clearance,
  type MadeDesign,
  type Together,
} from '#features/licensing/server/public.ts';
import { resourcesOfFiles } from '#features/resources/server/public.ts';
import { getVisibleService, ownPricing, postageOf, printRatesOf } from '#features/services/server/public.ts';
import { resourcesOfKeptFiles } from '#features/uploads/server/public.ts';
import { isSamePerson } from '#features/verification/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import type { Database } from '#platform/server/schema.ts';
import { AppError, isAppError, refused } from '#platform/shared/errors.ts';
import type { Purpose } from '#features/licensing/contract.ts';
import { ordersErrors, type Address, type OrderInput, type OrderOffer } from '../contract.ts';
import {
  directLines,
  hourMs,
  isWithinCeiling,
  orderTotal,
  type DeliveryKind,
  type Price,
  type PriceLine,
} from '../rules.ts';
import { isTerminal, type OrderState } from '../states.ts';
import { lockOrder, type OrderDeps } from './locking.ts';
import { sealedAddress } from './fulfilment.ts';
import { setTimer } from './timers.ts';
import { writeDimensions } from './making.ts';
import { tell } from './notices.ts';
import { buyerFeeOf, feeOf, type FeeTerms, feeTermsFor } from '#platform/shared/fee.ts';
import { isPricedByWeight, tradeOf } from '#platform/shared/trades.ts';
import { lotCategoryTable } from '#platform/shared/lot-fees.ts';

export type PlacingDeps = OrderDeps & FeeTerms;
type Person = { id: string; isAdmin: boolean };
type Service = Pick<
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

/** Version of the texts that buyers agree to: docs/decisions/0035. */
export const consentVersion = '2026-11-27';

export function consentWords(kind: 'terms' | 'terms_of_lot' | 'custom_made', locale: Locale): string {
  if (kind === 'terms_of_lot') return m['orders.lot.terms']({}, { locale });
  return kind === 'terms'
    ? m['orders.consent.terms']({}, { locale })
    : m['orders.consent.custom_made']({}, { locale });
}

/** Price and subject of an order, from a quote or from the service itself. */
type Deal = {
  service: Service;
  quote: BindingQuote | null;
  lines: { code: string; count: number; each: number | null; amount: number }[];
  principal: number;
  customMade: boolean;
  quantity: number;
};

/** Returns a service as this person may see it, or as their quote binds it. Throws `service_not_found`. */
async function findService(
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
async function assertMayOrder(
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

function dealOf(
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
function waysOf({ service, quote, principal }: Deal): Way[] {
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

/** Throws `amount_too_large` for the responsible field. */
function assertWithinCeiling(price: Price, field: string): void {
  if (!isWithinCeiling(price)) throw refused(ordersErrors.amount_too_large, field);
}

/**
 * Places an order. Its price stays as it is now, unaffected by later changes of the service. Throws the reason why
 * this person cannot order, and `price_changed` if another sum was shown. `keep` keeps the files that come with it;
 * `resourceFileIds` are those of them that belong to resources.
 */
export async function placeOrder(
  deps: PlacingDeps,
  trx: Trx,
  person: Person & { fullName: string },
  input: Omit<OrderInput, 'files'> & {
    files: readonly unknown[];
    resourceFileIds?: readonly string[];
    /** What the order makes together with others. */
    together?: Together;
  },
  locale: Locale,
  keep: (trx: Trx) => Promise<{ id: string; name: string; sha256: string }[]>,
): Promise<string> {
  const now = await databaseTime(trx);
  const quote =
    input.quoteId === undefined
      ? null
      : await getBindingQuote(trx, { id: input.quoteId, personId: person.id, now });
  const service = await findService(trx, person, input.serviceId, quote);
  if (quote && quote.serviceId !== service.id) throw refused(ordersErrors.quote_needed, 'quoteId');
  await assertMayOrder({ ...deps, db: trx }, person, service, quote);
  const deal = dealOf(service, quote, input.quantity, input.files.length > 0);
  if (deal === null) throw new AppError(ordersErrors.quote_needed);
  const way = waysOf(deal).find(({ kind }) => kind === input.delivery.kind);
  if (!way) throw refused(ordersErrors.delivery_unavailable, 'delivery.kind');
  const isFree = deal.principal === 0;
  const currency = quote?.currency ?? service.currency;
  if (!isFree && currency !== 'KRW') throw new AppError(ordersErrors.not_payable);
  const terms = feeTermsFor(deps, tradeOf(service.serviceType));
  const { purpose, withThanks } = input;
  const designs = await designsOf(trx, quote, input);
  // Two orders that take the same place come one after the other.
  if (input.replaces !== undefined) await lockOrder(trx, await firstOfPlace(trx, input.replaces));
  const together = input.together ?? (await togetherInsteadOf(trx, person, input.replaces, designs));
  const rights = { purpose, withThanks, principal: deal.principal, providerId: service.ownerId, together };
  const cleared = await clearDesigns(trx, person, designs, rights, locale);
  const price = { principal: deal.principal, deliveryPrice: way.price, shares: sharesOf(cleared), ...terms };
  assertWithinCeiling(price, quote ? 'quoteId' : 'quantity');
  const total = orderTotal(price);
  if (input.total !== undefined && input.total !== total) throw new AppError(ordersErrors.price_changed);
  if (!input.consent.terms) throw refused(ordersErrors.consent_needed, 'consent.terms');
  if (deal.customMade && !isFree && !input.consent.customMade) {
    throw refused(ordersErrors.consent_needed, 'consent.customMade');
  }
  if (input.delivery.kind === 'ship' && input.delivery.address === null) {
    throw refused(ordersErrors.address_needed, 'delivery.address');
  }
  if (input.parentId !== undefined) await assertParent(trx, person, service, input.parentId);
  // The provider's price is for those that the request named.
  const dimensions = quote && quote.dimensions.length > 0 ? quote.dimensions : input.dimensions;
  if (dimensions.length > 0 && input.delivery.kind === 'digital') {
    throw refused(ordersErrors.dimensions_of_files, 'dimensions');
  }

  const id = await writeOrder(
    deps,
    trx,
    {
      serviceId: service.id,
      parentId: input.parentId ?? null,
      quoteId: quote?.id ?? null,
      auctionId: null,
      buyerId: person.id,
      providerId: service.ownerId,
      customMade: deal.customMade,
      title: quote?.title === undefined || quote.title === '' ? service.title : quote.title,
      serviceType: service.serviceType,
      description: describe(quote, input.description),
      quantity: deal.quantity,
      parts: quote?.parts ?? [],
      lines: deal.lines,
      principal: deal.principal,
      deliveryPrice: way.price,
      currency,
      leadTimeDays: quote?.leadTimeDays ?? null,
    },
    {
      terms,
      shares: price.shares,
      delivery: input.delivery,
      payBy: new Date(now.getTime() + deps.terms.payMinutes * 60_000),
      now,
    },
  );
  await writeDimensions(trx, id, dimensions);
  await writeConsents(trx, id, input.consent.customMade ? ['terms', 'custom_made'] : ['terms'], locale, now);
  const files = [...(await keep(trx)), ...quotedFiles(quote)];
  for (const file of files) {
    await trx
      .insertInto('orderFile')
      .values({
        id: uuidv7(),
        orderId: id,
        kind: 'request',
        keptFileId: file.id,
        name: file.name,
        sha256: file.sha256,
        eventId: null,
      })
      .execute();
  }
  if (quote) await markOrdered(trx, quote.id, id);
  const rightIds = await recordRights(trx, cleared, { orderId: id, purpose, together });
  for (const [index, { design, pieces, amount }] of cleared.entries()) {
    const rightId = rightIds[index];
    if (amount === 0 || rightId === undefined) continue;
    await trx
      .insertInto('orderShare')
      .values({
        id: uuidv7(now.getTime()),
        orderId: id,
        authorId: design.ownerId,
        resourceId: design.id,
        rightId,
        title: design.title,
        pieces,
        amount,
        kept: null,
        returnedAt: null,
      })
      .execute();
  }
  if (isFree) {
    await tell(trx, { orderId: id, event: 'create', actor: { side: 'buyer' }, detail: {} }, now);
  }
  return id;
}

/** Returns what an order of this buyer was a part of, if another can take its place; null for any other id. */
async function togetherInsteadOf(
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
async function designsOf(
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
function sharesOf(cleared: readonly Clearance[]): number[] {
  return cleared.flatMap(({ amount }) => (amount === 0 ? [] : amount));
}

type Written = Pick<
  Selectable<Database['orders']>,
  | 'serviceId'
  | 'parentId'
  | 'quoteId'
  | 'auctionId'
  | 'buyerId'
  | 'providerId'
  | 'customMade'
  | 'title'
  | 'serviceType'
  | 'description'
  | 'quantity'
  | 'principal'
  | 'deliveryPrice'
  | 'currency'
  | 'leadTimeDays'
> & { lines: Deal['lines']; parts: BindingQuote['parts'] };

/** Writes the order, with its deadline for payment or acceptance. */
async function writeOrder(
  deps: PlacingDeps,
  trx: Trx,
  { lines, parts, ...order }: Written,
  how: {
    terms: FeeTerms;
    shares: readonly number[];
    delivery: OrderInput['delivery'];
    payBy: Date;
    now: Date;
  },
): Promise<string> {
  const { terms, shares, delivery, payBy, now } = how;
  const id = uuidv7(now.getTime());
  const isFree = order.principal === 0;
  const price = { ...order, ...terms, shares };
  assertWithinCeiling(price, 'quantity');
  const total = orderTotal(price);
  await trx
    .insertInto('orders')
    .values({
      ...order,
      id,
      state: 'created',
      isFree,
      lines: JSON.stringify(lines),
      parts: JSON.stringify(parts),
      fee: feeOf(order.principal, terms.feePercent),
      total,
      ...terms,
      deliveryKind: delivery.kind,
      sealedAddress:
        delivery.address === null ? null : deps.vault.seal(sealedAddress, JSON.stringify(delivery.address)),
      createdAt: now,
    })
    .execute();
  await trx
    .insertInto('orderEvent')
    .values({
      orderId: id,
      version: 1,
      event: 'create',
      side: 'buyer',
      actorId: order.buyerId,
      fromState: null,
      toState: 'created',
      commandId: `order:${id}:1`,
      detail: JSON.stringify({ total }),
      at: now,
    })
    .execute();
  if (isFree)
    await setTimer(trx, id, 'unanswered', new Date(now.getTime() + deps.terms.acceptHours * hourMs));
  else await setTimer(trx, id, 'unpaid', payBy);
  return id;
}

async function writeConsents(
  trx: Trx,
  orderId: string,
  kinds: readonly ('terms' | 'terms_of_lot' | 'custom_made')[],
  locale: Locale,
  now: Date,
): Promise<void> {
  for (const kind of kinds) {
    await trx
      .insertInto('orderConsent')
      .values({
        orderId,
        kind: kind === 'terms_of_lot' ? 'terms' : kind,
        version: consentVersion,
        words: consentWords(kind, locale),
        locale,
        givenAt: now,
      })
      .execute();
  }
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

function describe(quote: BindingQuote | null, words: string): string {
  if (quote === null) return words;
  const { material, colour, tolerance, finish, description } = quote;
  return [description, [material, colour, tolerance, finish].filter(Boolean).join(' · '), words]
    .filter((part) => part !== '')
    .join('\n');
}

function quotedFiles(quote: BindingQuote | null): { id: string; name: string; sha256: string }[] {
  return (quote?.files ?? []).flatMap((file) =>
    'keptFileId' in file ? [{ id: file.keptFileId, name: file.name, sha256: file.sha256 }] : [],
  );
}

async function assertParent(trx: Trx, person: Person, service: Service, parentId: string): Promise<void> {
  const parent = await trx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', parentId)
    .where('buyerId', '=', person.id)
    .where('providerId', '=', service.ownerId)
    .executeTakeFirst();
  if (!parent) throw refused(ordersErrors.order_not_found, 'parentId');
}

/** Reads a quote; locks it in a transaction alone. Throws as `getBindingQuote` does. */
function lookAtQuote(db: Db | Trx, id: string, personId: string): Promise<BindingQuote> {
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

/** Returns the terms of a service before there is an order, for `/payment/service/{id}`. */
export async function presentOffer(
  deps: PlacingDeps & { gateway: { name: string } },
  person: Person | null,
  asked: {
    serviceId: string;
    quoteId?: string | undefined;
    quantity: number;
    purpose: Purpose;
    withThanks: boolean;
    resourceFileIds?: readonly string[];
    replaces?: string | undefined;
    together?: Together | undefined;
  },
  locale: Locale,
): Promise<OrderOffer> {
  const { db } = deps;
  const quote =
    asked.quoteId === undefined || person === null ? null : await lookAtQuote(db, asked.quoteId, person.id);
  const service = await findService(db, person, asked.serviceId, quote);
  if (quote && quote.serviceId !== service.id) throw refused(ordersErrors.quote_needed, 'quoteId');
  const deal = dealOf(service, quote, asked.quantity, (asked.resourceFileIds ?? []).length > 0);
  const provider = await db
    .selectFrom('person')
    .select(['id', 'displayUsername as username', 'name as fullName'])
    .where('id', '=', service.ownerId)
    .executeTakeFirstOrThrow();
  const currency = quote?.currency ?? service.currency;
  const terms = feeTermsFor(deps, tradeOf(service.serviceType));
  const designs = person === null ? [] : await designsOf(db, quote, asked);
  const cleared =
    person === null
      ? []
      : await lookAtDesigns(db, person, designs, {
          purpose: asked.purpose,
          withThanks: asked.withThanks,
          principal: deal?.principal ?? 0,
          providerId: service.ownerId,
          together: asked.together ?? (await togetherInsteadOf(db, person, asked.replaces, designs)),
        });
  const price = deal && {
    principal: deal.principal,
    deliveryPrice: 0,
    shares: sharesOf(cleared),
    ...terms,
  };
  let obstacle: OrderOffer['obstacle'] = null;
  if (person) {
    try {
      await assertMayOrder({ ...deps, db }, person, service, quote);
      if (price && !isWithinCeiling(price)) throw new AppError(ordersErrors.amount_too_large);
      if (deal && deal.principal > 0 && currency !== 'KRW') throw new AppError(ordersErrors.not_payable);
    } catch (error) {
      if (!isAppError(error)) throw error;
      obstacle = { code: error.kind.code, message: error.kind.words(locale) };
    }
  }
  return {
    serviceId: service.id,
    title: quote?.title === undefined || quote.title === '' ? service.title : quote.title,
    serviceType: service.serviceType,
    provider,
    kind: kindOf(deal),
    quantity: deal?.quantity ?? asked.quantity,
    canChooseQuantity: quote === null && deal !== null && deal.principal > 0,
    lines: (deal?.lines ?? []).map((line) => ({ ...line, label: lineLabel(line.code, locale) })),
    amounts: price && amountsOf(price, currency),
    deliveries: (deal ? waysOf(deal) : []).map((way) => ({
      ...way,
      amounts: price && amountsOf({ ...price, deliveryPrice: way.price }, currency),
    })),
    address: person && (await lastAddressOf(deps, person.id)),
    ...terms,
    hourlyRate: service.hourlyRate,
    baseFee: service.price,
    customMade: deal?.customMade ?? true,
    quoteId: quote?.id ?? null,
    expiresAt: quote?.expiresAt.toISOString() ?? null,
    leadTimeDays: quote?.leadTimeDays ?? null,
    files: (quote?.files ?? []).map(({ name, sha256 }) => ({ name, sha256 })),
    parts: quote?.parts ?? [],
    dimensions: quote?.dimensions ?? [],
    consents: {
      terms: { version: consentVersion, words: consentWords('terms', locale) },
      customMade: { version: consentVersion, words: consentWords('custom_made', locale) },
    },
    rights: cleared.map((each) =>
      presentRights(each, { purpose: asked.purpose, pieces: each.pieces }, locale),
    ),
    obstacle,
    isSandbox: deps.gateway.name === 'sandbox',
  };
}

/** Returns where the last parcel of a buyer was sent, so that nobody types their address twice. */
async function lastAddressOf(
  { db, vault }: Pick<PlacingDeps, 'db' | 'vault'>,
  buyerId: string,
): Promise<Address | null> {
  const last = await db
    .selectFrom('orders')
    .select('sealedAddress')
    .where('buyerId', '=', buyerId)
    .where('sealedAddress', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.sealedAddress ? (JSON.parse(vault.open(sealedAddress, last.sealedAddress)) as Address) : null;
}

function amountsOf(price: Price, currency: string): NonNullable<OrderOffer['amounts']> {
  const { principal, deliveryPrice: delivery } = price;
  const fee = feeOf(principal, buyerFeeOf(price));
  const share = price.shares.reduce((sum, amount) => sum + amount, 0);
  return { principal, fee, delivery, share, total: orderTotal(price), currency };
}

function kindOf(deal: Deal | null): OrderOffer['kind'] {
  if (deal === null) return 'inquiry';
  if (deal.quote) return 'quoted';
  return deal.principal === 0 ? 'free' : 'priced';
}

/** Orders from before the delivery had a price of its own have a line for it. */
type OlderLine = 'shipping';
const labels: Record<PriceLine['code'] | 'quote' | 'lot' | OlderLine, (locale: Locale) => string> = {
  base: (locale) => m['orders.line.base']({}, { locale }),
  units: (locale) => m['orders.line.units']({}, { locale }),
  hours: (locale) => m['orders.line.hours']({}, { locale }),
  quote: (locale) => m['orders.line.quote']({}, { locale }),
  lot: (locale) => m['orders.line.lot']({}, { locale }),
  shipping: (locale) => m['orders.line.shipping']({}, { locale }),
};
export function lineLabel(code: string, locale: Locale): string {
  return labels[code as keyof typeof labels](locale);
}
