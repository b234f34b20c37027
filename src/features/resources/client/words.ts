import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { languageNames, numberFormat } from '#platform/shared/formats.ts';

export { menuCategories } from '#platform/shared/categories.ts';
export { categoryNames } from '#platform/shared/category-names.ts';
export { formatDay } from '#platform/client/local-time.ts';

export function licenseName(license: string): string {
  return license === 'all-rights-reserved' ? m['resources.license.all_rights_reserved']() : license;
}

export function languageName(locale: Locale): string {
  return languageNames(currentLocale()).of(locale) ?? locale;
}

export function formatCount(count: number): string {
  return numberFormat(currentLocale()).format(count);
}

export function formatSeconds(ms: number): string {
  return numberFormat(currentLocale(), { maximumFractionDigits: 3 }).format(ms / 1000);
}

export function formatWon(amount: number): string {
  return formatMoney(amount, 'KRW', currentLocale());
}
