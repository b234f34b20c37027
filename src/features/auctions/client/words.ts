import { money } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { numberFormat } from '#platform/shared/formats.ts';
import type { AuctionDetail } from '../contract.ts';
import type { conditions } from '../rules.ts';
import type { LotCategory, Sort } from './list-search.ts';

export { kindNames, stateNames } from '../words.ts';

export const won = (amount: number) => money(amount, 'KRW');
export const formatCount = (count: number) => numberFormat(currentLocale()).format(count);
export const formatPercent = (percent: number) =>
  numberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100);

export const categoryNames: Record<LotCategory, () => string> = {
  machines: () => m['auctions.category.machines'](),
  tools: () => m['auctions.category.tools'](),
  materials: () => m['auctions.category.materials'](),
  parts: () => m['auctions.category.parts'](),
  electronics: () => m['auctions.category.electronics'](),
  works: () => m['auctions.category.works'](),
  capacity: () => m['auctions.category.capacity'](),
  licences: () => m['auctions.category.licences'](),
  other: () => m['auctions.category.other'](),
};

export const conditionNames: Record<(typeof conditions)[number], () => string> = {
  new: () => m['auctions.condition.new'](),
  like_new: () => m['auctions.condition.like_new'](),
  used: () => m['auctions.condition.used'](),
  for_parts: () => m['auctions.condition.for_parts'](),
};

export const deliveryNames: Record<AuctionDetail['delivery'][number], () => string> = {
  ship: () => m['auctions.delivery.ship'](),
  pickup: () => m['auctions.delivery.pickup'](),
  digital: () => m['auctions.delivery.digital'](),
};

export const sortNames: Record<Sort, () => string> = {
  ending: () => m['auctions.sort.ending'](),
  newest: () => m['auctions.sort.newest'](),
  lowPrice: () => m['auctions.sort.low_price'](),
  highPrice: () => m['auctions.sort.high_price'](),
  bids: () => m['auctions.sort.bids'](),
};

/** Returns a bidder's name: a number, or "you" for the viewer. */
export function bidderName(number: number | 'you', own: number | null): string {
  return number === 'you' || number === own
    ? m['auctions.bidder.you']()
    : m['auctions.bidder.number']({ number });
}

/** Formats the remaining time, with finer units near the end. */
export function leftWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const two = (count: number) => String(count).padStart(2, '0');
  if (hours >= 24) return m['auctions.left.days']({ days: Math.floor(hours / 24), hours: hours % 24 });
  if (hours >= 1) return m['auctions.left.hours']({ hours, minutes: minutes % 60 });
  if (minutes >= 1) return m['auctions.left.minutes']({ minutes, seconds: two(seconds % 60) });
  return m['auctions.left.seconds']({ seconds });
}

/** Returns true between the end and its closing row, when the result is still unknown. */
export function isBeingClosed({ state, log }: Pick<AuctionDetail, 'state' | 'log'>): boolean {
  const [newest] = log;
  return state === 'ended' && (newest === undefined || newest.kind === 'bid' || newest.kind === 'void');
}
