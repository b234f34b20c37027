import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import type { Trx } from '#platform/server/db.ts';

/** Version of the texts that buyers agree to: docs/decisions/0035. */
export const consentVersion = '2026-11-27';

export function consentWords(kind: 'terms' | 'terms_of_lot' | 'custom_made', locale: Locale): string {
  if (kind === 'terms_of_lot') return m['orders.lot.terms']({}, { locale });
  return kind === 'terms'
    ? m['orders.consent.terms']({}, { locale })
    : m['orders.consent.custom_made']({}, { locale });
}

export async function writeConsents(
  trx: Trx,
  orderId: string,
  kinds: readonly ('terms' | 'terms_of_lot' | 'custom_made')[],
  locale: Locale,
  now: Date,
): Promise<void> {
  for (const kind of kinds) {
    await trx
      .insertInto('orderConsent')
      .values({
        orderId,
        kind: kind === 'terms_of_lot' ? 'terms' : kind,
        version: consentVersion,
        words: consentWords(kind, locale),
        locale,
        givenAt: now,
      })
      .execute();
  }
}
