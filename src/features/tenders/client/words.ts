import { money } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { formatMoment } from '#platform/client/local-time.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { dateFormat, numberFormat } from '#platform/shared/formats.ts';
import { criteria, maxPoints, shortestReason, type Criterion, type Formula } from '../rules.ts';
import type { TenderState } from '../states.ts';

export const stateNames: Record<TenderState, () => string> = {
  draft: () => m['tenders.state.draft'](),
  open: () => m['tenders.state.open'](),
  closed: () => m['tenders.state.closed'](),
  chosen: () => m['tenders.state.chosen'](),
  unchosen: () => m['tenders.state.unchosen'](),
  cancelled: () => m['tenders.state.cancelled'](),
};

export const deliveryNames: Record<'ship' | 'pickup', () => string> = {
  ship: () => m['tenders.delivery.ship'](),
  pickup: () => m['tenders.delivery.pickup'](),
};

export const criterionNames: Record<Criterion, () => string> = {
  price: () => m['tenders.criterion.price'](),
  time: () => m['tenders.criterion.time'](),
  rating: () => m['tenders.criterion.rating'](),
  distance: () => m['tenders.criterion.distance'](),
};

export const won = (amount: number) => money(amount, 'KRW');

export function formatCount(count: number): string {
  return numberFormat(currentLocale()).format(count);
}

/** Formats points, which are hundredths. */
export function formatPoints(points: number): string {
  return numberFormat(currentLocale(), { maximumFractionDigits: 2 }).format(points / 100);
}

/** Lists the maximum of each criterion, such as "가격 50 · 납기 20 · …". */
export function weightsWords(formula: Formula): string {
  return criteria
    .map((each) => `${criterionNames[each]()} ${formatPoints(maxPoints(formula, each))}`)
    .join(' · ');
}

/** Formats a date such as 2026-11-25, which has no time zone. */
export function formatDay(day: string): string {
  return dateFormat(currentLocale(), {
    month: 'long',
    day: 'numeric',
    weekday: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
}

/** Formats the close in Korea's time zone, as in the form, and names the zone. */
export function closesWords(closesAt: string): string {
  return m['tenders.card.closes']({ moment: formatMoment(closesAt, 'Asia/Seoul') });
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Formats the remaining time in its two largest units, such as "3일 4시간"; never empty. */
export function leftWords(until: string, now: string): string {
  const ms = Math.max(0, Date.parse(until) - Date.parse(now));
  const say = (count: number, unit: 'day' | 'hour' | 'minute') =>
    numberFormat(currentLocale(), { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  const [days, hours, minutes] = [
    Math.floor(ms / dayMs),
    Math.floor((ms % dayMs) / hourMs),
    Math.floor((ms % hourMs) / minuteMs),
  ];
  if (days > 0) return [say(days, 'day'), ...(hours > 0 ? [say(hours, 'hour')] : [])].join(' ');
  if (hours > 0) return [say(hours, 'hour'), ...(minutes > 0 ? [say(minutes, 'minute')] : [])].join(' ');
  return say(Math.max(1, minutes), 'minute');
}

/** Validates a reason that others will read; undefined if it is valid. */
export function reasonProblem(reason: string): string | undefined {
  const isEnough = [...reason.trim()].length >= shortestReason;
  return isEnough ? undefined : m['tenders.field.reason']({ count: shortestReason });
}

/** Explains from when working days are counted, and how many days are excluded. */
export function countedWords(daysOff: number): string {
  return daysOff > 0 ? m['tenders.rank.counted']({ count: daysOff }) : m['tenders.rank.counted_all']();
}
