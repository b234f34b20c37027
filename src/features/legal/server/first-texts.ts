import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import { numberFormat } from '#platform/shared/formats.ts';
import { textOf, type Article, type LegalKind } from '../rules.ts';

type At = { locale: Locale };
type Written = (at: At, percent: string) => Article;

/** Articles of the first versions, in their order. */
const articles: Record<LegalKind, readonly Written[]> = {
  terms: [
    (at) => ({ title: m['legal.terms.a1.title']({}, at), text: m['legal.terms.a1.text']({}, at) }),
    (at) => ({ title: m['legal.terms.a2.title']({}, at), text: m['legal.terms.a2.text']({}, at) }),
    (at) => ({ title: m['legal.terms.a3.title']({}, at), text: m['legal.terms.a3.text']({}, at) }),
    (at) => ({ title: m['legal.terms.a4.title']({}, at), text: m['legal.terms.a4.text']({}, at) }),
    (at) => ({ title: m['legal.terms.a5.title']({}, at), text: m['legal.terms.a5.text']({}, at) }),
    (at) => ({ title: m['legal.terms.rights.title']({}, at), text: m['legal.terms.rights.text']({}, at) }),
    (at) => ({ title: m['legal.terms.a6.title']({}, at), text: m['legal.terms.a6.text']({}, at) }),
    (at, percent) => ({
      title: m['legal.terms.a7.title']({}, at),
      text: m['legal.terms.a7.text']({ percent }, at),
    }),
    (at) => ({ title: m['legal.terms.baskets.title']({}, at), text: m['legal.terms.baskets.text']({}, at) }),
    (at) => ({ title: m['legal.terms.a8.title']({}, at), text: m['legal.terms.a8.text']({}, at) }),
    (at) => ({
      title: m['legal.terms.auctions.title']({}, at),
      text: m['legal.terms.auctions.text']({}, at),
    }),
    (at) => ({
      title: m['legal.terms.bounties.title']({}, at),
      text: m['legal.terms.bounties.text']({}, at),
    }),
    (at) => ({
      title: m['legal.terms.sponsorship.title']({}, at),
      text: m['legal.terms.sponsorship.text']({}, at),
    }),
    (at) => ({
      title: m['legal.terms.passports.title']({}, at),
      text: m['legal.terms.passports.text']({}, at),
    }),
    (at) => ({ title: m['legal.terms.calls.title']({}, at), text: m['legal.terms.calls.text']({}, at) }),
    (at) => ({
      title: m['legal.terms.assistant.title']({}, at),
      text: m['legal.terms.assistant.text']({}, at),
    }),
    (at) => ({ title: m['legal.terms.a9.title']({}, at), text: m['legal.terms.a9.text']({}, at) }),
    (at) => ({ title: m['legal.terms.a10.title']({}, at), text: m['legal.terms.a10.text']({}, at) }),
    (at) => ({ title: m['legal.terms.a11.title']({}, at), text: m['legal.terms.a11.text']({}, at) }),
    (at) => ({ title: m['legal.terms.a12.title']({}, at), text: m['legal.terms.a12.text']({}, at) }),
    (at) => ({ title: m['legal.terms.a13.title']({}, at), text: m['legal.terms.a13.text']({}, at) }),
  ],
  privacy: [
    (at) => ({ title: m['legal.privacy.a1.title']({}, at), text: m['legal.privacy.a1.text']({}, at) }),
    (at) => ({ title: m['legal.privacy.a2.title']({}, at), text: m['legal.privacy.a2.text']({}, at) }),
    (at) => ({ title: m['legal.privacy.a3.title']({}, at), text: m['legal.privacy.a3.text']({}, at) }),
    (at) => ({ title: m['legal.privacy.a4.title']({}, at), text: m['legal.privacy.a4.text']({}, at) }),
    (at) => ({ title: m['legal.privacy.a5.title']({}, at), text: m['legal.privacy.a5.text']({}, at) }),
    (at) => ({ title: m['legal.privacy.calls.title']({}, at), text: m['legal.privacy.calls.text']({}, at) }),
    (at) => ({
      title: m['legal.privacy.assistant.title']({}, at),
      text: m['legal.privacy.assistant.text']({}, at),
    }),
    (at) => ({
      title: m['legal.privacy.public.title']({}, at),
      text: m['legal.privacy.public.text']({}, at),
    }),
    (at) => ({ title: m['legal.privacy.a6.title']({}, at), text: m['legal.privacy.a6.text']({}, at) }),
    (at) => ({ title: m['legal.privacy.a7.title']({}, at), text: m['legal.privacy.a7.text']({}, at) }),
    (at) => ({ title: m['legal.privacy.a8.title']({}, at), text: m['legal.privacy.a8.text']({}, at) }),
    (at) => ({ title: m['legal.privacy.a9.title']({}, at), text: m['legal.privacy.a9.text']({}, at) }),
    (at) => ({ title: m['legal.privacy.a10.title']({}, at), text: m['legal.privacy.a10.text']({}, at) }),
    (at) => ({ title: m['legal.privacy.a11.title']({}, at), text: m['legal.privacy.a11.text']({}, at) }),
    (at) => ({ title: m['legal.privacy.a12.title']({}, at), text: m['legal.privacy.a12.text']({}, at) }),
  ],
};

/** Returns the first version of a document, with the fee as it is set. */
export function firstText(kind: LegalKind, locale: Locale, feePercent: number): string {
  const percent = numberFormat(locale).format(feePercent);
  return textOf(articles[kind].map((write) => write({ locale }, percent)));
}
