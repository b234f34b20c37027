import { m } from '#i18n/generated/messages.js';
import { parseWon } from '#platform/shared/money.ts';
import type { Fields } from '#ui/form-group.tsx';
import { auctionLimits as limits, conditions, lotKinds, lotProblems, type LotProblem } from '../rules.ts';
import { won } from './words.ts';

const prices = ['startPrice', 'reservePrice', 'buyNowPrice', 'shippingFee'] as const;

const problemWords: Record<LotProblem, () => string> = {
  required: () => m['platform.field.required'](),
  reserve_below_start: () => m['auctions.error.reserve_below_start'](),
  buy_now_too_low: () => m['auctions.error.buy_now_too_low'](),
  delivery_needed: () => m['auctions.error.delivery_needed'](),
  until_too_early: () => m['auctions.field.until'](),
};

/** Reads the lot from the form, for the checks before it is sent. */
export function lotIn(data: FormData) {
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const listed = (name: string) => JSON.parse(text(name) || 'null') as unknown;
  const delivery = listed('delivery');
  return {
    lotKind: lotKinds.find((each) => each === text('lotKind')) ?? 'thing',
    description: text('description'),
    condition: conditions.find((each) => each === text('condition')) ?? null,
    conditionNote: text('conditionNote'),
    capacity: listed('capacity') as { from: string; until: string; hours: number } | null,
    licenceTerms: text('licenceTerms'),
    delivery: Array.isArray(delivery) ? delivery.map(String) : [],
    handover: text('handover'),
    startPrice: parseWon(text('startPrice')),
    reservePrice: parseWon(text('reservePrice')),
    buyNowPrice: parseWon(text('buyNowPrice')),
    shippingFee: parseWon(text('shippingFee')) ?? 0,
  };
}

/** Returns all errors of the form; a draft needs only a title and valid amounts. */
export function wrongIn(data: FormData, isPublished: boolean): Fields {
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const wrong: Fields = {};
  if (text('title') === '') wrong['title'] = m['platform.field.required']();
  for (const name of prices) {
    const typed = text(name);
    const amount = parseWon(typed);
    if (typed === '') continue;
    if (amount === null) wrong[name] = m['auctions.bid.not_a_number']();
    else if (amount > limits.price) wrong[name] = m['auctions.bid.too_high']({ most: won(limits.price) });
    else if (amount < 1 && name !== 'shippingFee') wrong[name] = m['auctions.bid.too_low']({ least: won(1) });
  }
  if (!isPublished) return wrong;
  const problems = Object.entries(lotProblems(lotIn(data)));
  const missing: Fields = Object.fromEntries(
    problems.map(([field, problem]) => [field, problemWords[problem]()]),
  );
  // Without a time it would start immediately.
  if (text('startChoice') === 'later' && text('startsAt') === '')
    missing['startsAt'] = m['platform.field.required']();
  return { ...missing, ...wrong };
}
