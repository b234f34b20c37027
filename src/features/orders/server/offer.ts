import type { Locale } from '#i18n/languages.ts';
import { lookAtDesigns, presentRights, type Together } from '#features/licensing/server/public.ts';
import { AppError, isAppError, refused } from '#platform/shared/errors.ts';
import type { Purpose } from '#features/licensing/contract.ts';
import { ordersErrors, type Address, type OrderOffer } from '../contract.ts';
import { isWithinCeiling, orderTotal, type Price } from '../rules.ts';
import { sealedAddress } from './fulfilment.ts';
import { buyerFeeOf, feeOf, feeTermsFor } from '#platform/shared/fee.ts';
import { tradeOf } from '#platform/shared/trades.ts';
import {
  type PlacingDeps,
  type Person,
  type Deal,
  findService,
  assertMayOrder,
  dealOf,
  waysOf,
  togetherInsteadOf,
  designsOf,
  sharesOf,
  lookAtQuote,
} from './deals.ts';
import { consentVersion, consentWords } from './consents.ts';
import { lineLabel } from './lines.ts';

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
