import type { Locale } from '#i18n/languages.ts';

/** Formats a relative time as people write it, "3일 후": the space that browsers insert is unusual in Japanese. */
export function relativeTime(amount: number, unit: 'minute' | 'hour' | 'day', locale: Locale): string {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(amount, unit);
  return locale === 'ja' ? words.replaceAll(' ', '') : words;
}
