import { money } from '#features/services/client/public.tsx';
import { bankNames } from '#features/verification/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';

/** Zero is told as a word: a free service is a gift, not a price. */
export function priceOrFree(amount: number, currency: string): string {
  return amount === 0 ? m['orders.pay.free']() : money(amount, currency);
}

export function formatPercent(percent: number): string {
  return new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 2 }).format(
    percent / 100,
  );
}

export function formatCount(count: number): string {
  return new Intl.NumberFormat(currentLocale()).format(count);
}

export function formatMoment(at: string): string {
  return new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(at),
  );
}

/** A bank by its code; one that we have no name for by the code alone. */
export function bankName(code: string): string {
  return code in bankNames ? bankNames[code as keyof typeof bankNames]() : code;
}
