import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { relativeTime } from '#platform/shared/relative-time.ts';
import { money, colorName, materialName } from '#features/services/client/public.tsx';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { daysBetween, type DaysOff } from '#platform/shared/working-days.ts';
import { dateFormat, numberFormat } from '#platform/shared/formats.ts';
import type { Range } from '#platform/shared/models/print.ts';
import type { Line, NoPrice, Obstacle } from '../rules.ts';
import type { Sort, Why } from '../comparing.ts';

export const sortNames: Record<Sort, () => string> = {
  price: () => m['quotes.sort.price'](),
  time: () => m['quotes.sort.time'](),
  distance: () => m['quotes.sort.distance'](),
};

/** Formats zero as a word: a free service is a gift, not a price. */
export function priceOrFree(amount: number, currency: string): string {
  return amount === 0 ? m['quotes.free']() : money(amount, currency);
}

/** Returns a line such as "재료 4 × ₩2,000", with the count and the unit price. */
export function lineWords(
  { code, count, each, material }: Pick<Line, 'code' | 'count' | 'each' | 'material'>,
  currency: string,
) {
  const values = { count: formatCount(count), each: money(each ?? 0, currency) };
  switch (code) {
    case 'start':
      return m['quotes.sum.start']();
    case 'material':
      return material === undefined
        ? m['quotes.sum.material'](values)
        : m['quotes.sum.material_of']({ material: materialName(material), ...values });
    case 'hours':
      return m['quotes.sum.hours'](values);
    case 'units':
      return m['quotes.sum.units'](values);
    case 'loads':
      return m['quotes.sum.loads'](values);
    case 'discount':
      return m['quotes.sum.discount']({ count: values.count });
    case 'minimum':
      return m['quotes.sum.minimum']();
    case 'lowered':
      return m['quotes.sum.lowered']();
  }
}

/** Explains to a provider why no example price can be calculated. */
export function unpricedWords(
  found: { obstacles: Obstacle[] } | { noPrice: NoPrice },
  material: string,
): string {
  const why = 'noPrice' in found ? found.noPrice : found.obstacles[0]!;
  if (why === 'no_material') return m['quotes.example.no_material']();
  if (why === 'no_density')
    return m['quotes.workshop.example.no_density']({ material: materialName(material) });
  if (why === 'no_rate_card') return m['quotes.workshop.example.no_rate_card']();
  return whyWords(why, { materials: [material], color: undefined });
}

/** Explains why a provider nearby cannot make it, or has no price. */
export function whyWords(why: Why, asked: { materials: readonly string[]; color: string | undefined }) {
  const material = asked.materials.map(materialName).join(', ');
  switch (why) {
    case 'paused':
      return m['quotes.why.paused']();
    case 'too_large':
      return m['quotes.why.too_large']();
    case 'no_material':
      return asked.materials.length > 1
        ? m['quotes.why.no_materials']({ materials: material })
        : m['quotes.why.no_material']({ material });
    case 'no_color':
      return m['quotes.why.no_color']({ color: colorName(asked.color ?? '') });
    case 'layer':
      return m['quotes.why.layer']();
    case 'no_rate_card':
      return m['quotes.why.no_rate_card']();
    case 'no_density':
      return m['quotes.why.no_density']({ material });
    case 'no_volume':
      return m['quotes.why.no_volume']();
    case 'too_much':
      return m['quotes.why.too_much']();
  }
}

export function formatCount(count: number): string {
  return numberFormat(currentLocale(), { maximumFractionDigits: 2 }).format(count);
}

/** Returns a text such as "약 46g, 최대 53g", or one number where both ends are told the same. */
export function rangeWords(range: Range, format: (value: number) => string): string {
  const [likely, most] = [format(range.likely), format(range.atMost)];
  return likely === most ? m['quotes.at_most']({ most }) : m['quotes.range']({ likely, most });
}

/** Formats grams, with a decimal below 10. */
export function formatGrams(grams: number): string {
  const digits = grams < 10 ? 1 : 0;
  return m['quotes.sum.g']({
    count: numberFormat(currentLocale(), { maximumFractionDigits: digits }).format(grams),
  });
}

/** Formats hours, with a decimal below 10. */
export function formatHours(hours: number): string {
  const digits = hours < 10 ? 1 : 0;
  return m['quotes.sum.h']({
    count: numberFormat(currentLocale(), { maximumFractionDigits: digits }).format(hours),
  });
}

export function formatPercent(percent: number): string {
  return numberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100);
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

/**
 * Explains from when working days are counted and which days are excluded, so that equal numbers with different dates
 * make sense.
 */
export function countedWords(off: DaysOff | null): string {
  if (off === null) return m['quotes.days.counted']();
  const { weekly, holidays } = off;
  if (weekly > 0 && holidays > 0) return m['quotes.days.counted_both']({ weekly, holidays });
  if (weekly > 0) return m['quotes.days.counted_weekly']({ weekly });
  return holidays > 0 ? m['quotes.days.counted_holidays']({ holidays }) : m['quotes.days.counted']();
}

/** Returns a text such as "모레" or "3일 후". */
export function formatDaysAhead(days: number): string {
  return relativeTime(days, 'day', currentLocale());
}

export function formatDays(days: number): string {
  return numberFormat(currentLocale(), { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);
}

/** Returns a text such as "오늘 주문하면 11월 25일 (수) · 2일 후". */
export function readyWords(day: string): string {
  const when = formatDaysAhead(daysBetween(koreanDay(new Date()), day));
  return m['quotes.quote.ready']({ day: formatDay(day), when });
}
