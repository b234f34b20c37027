import type { Locale } from '#i18n/languages.ts';

/** "3일 후", as people write it: in Japanese nobody puts the space that browsers do. */
export function relativeTime(amount: number, unit: 'minute' | 'hour' | 'day', locale: Locale): string {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(amount, unit);
  return locale === 'ja' ? words.replaceAll(' ', '') : words;
}
