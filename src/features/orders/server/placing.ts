import type { Selectable } from 'kysely';
import type { Locale } from '#i18n/languages.ts';
import { getBindingQuote, markOrdered, type BindingQuote } from '#features/quotes/server/public.ts';
import {
  clearDesigns,
  firstOfPlace,
  recordRights,
  type Together,
} from '#features/licensing/server/public.ts';
import { databaseTime, type Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import type { Database } from '#platform/server/schema.ts';
import { AppError, refused } from '#platform/shared/errors.ts';
import { ordersErrors, type OrderInput } from '../contract.ts';
import { hourMs, isWithinCeiling, orderTotal, type Price } from '../rules.ts';
import { lockOrder } from './locking.ts';
import { sealedAddress } from './fulfilment.ts';
import { setTimer } from './timers.ts';
import { writeDimensions } from './making.ts';
import { tell } from './notices.ts';
import { feeOf, type FeeTerms, feeTermsFor } from '#platform/shared/fee.ts';
import { tradeOf } from '#platform/shared/trades.ts';
import {
  type PlacingDeps,
  type Person,
  type Service,
  type Deal,
  findService,
  assertMayOrder,
  dealOf,
  waysOf,
  togetherInsteadOf,
  designsOf,
  sharesOf,
} from './deals.ts';
import { writeConsents } from './consents.ts';

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
export async function writeOrder(
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
