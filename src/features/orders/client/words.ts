import { money } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { dateFormat, numberFormat } from '#platform/shared/formats.ts';

/** Formats zero as a word: a free service is a gift, not a price. */
export function priceOrFree(amount: number, currency: string): string {
  return amount === 0 ? m['orders.pay.free']() : money(amount, currency);
}

export function formatPercent(percent: number): string {
  return numberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100);
}

export function formatCount(count: number): string {
  return numberFormat(currentLocale()).format(count);
}

/** Formats a day in Korea's time zone, where the marketplace is. */
export function formatDay(at: string): string {
  return dateFormat(currentLocale(), { dateStyle: 'long', timeZone: 'Asia/Seoul' }).format(new Date(at));
}
