import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { dateFormat } from '#platform/shared/formats.ts';

export type Params = Record<string, unknown>;
/**
 * `mail` replaces the text in a mail if that contains words of others: a mail has no names, and no words of others
 * except titles.
 */
export type Words = { title: string; text: string; mail?: string };

/** Formats a moment in Korea's time zone, and names it for readers elsewhere. */
export function moment(at: unknown, locale: Locale): string {
  const time = dateFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Asia/Seoul',
  }).format(new Date(String(at)));
  return m['notifications.moment']({ time }, { locale });
}

/** Returns the subject of a mail, which names the event and the order. */
export function subject(what: string, params: Params, locale: Locale): string {
  return m['notifications.subject']({ what, title: String(params['title']) }, { locale });
}

export function money(amount: unknown, params: Params, locale: Locale): string {
  return formatMoney(Number(amount), String(params['currency'] ?? 'KRW'), locale);
}

export const lines = (...each: readonly string[]) => each.filter((line) => line !== '').join('\n');

export function named(params: Params): { name: string; title: string } {
  return { name: String(params['name']), title: String(params['title']) };
}

export function reasoned(params: Params): { title: string; reason: string } {
  return { title: String(params['title']), reason: String(params['reason']) };
}
