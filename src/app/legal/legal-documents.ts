import { m } from '#i18n/generated/messages.js';

export type LegalName = 'terms' | 'privacy' | 'tokushoho';
type Article = { title: () => string; text: () => string };

/** Legal texts, by address. */
export const legalDocuments: Record<LegalName, { title: () => string; articles: readonly Article[] }> = {
  terms: {
    title: () => m['app.legal.page.terms'](),
    articles: [
      { title: () => m['app.legal.terms.a1.title'](), text: () => m['app.legal.terms.a1.text']() },
      { title: () => m['app.legal.terms.a2.title'](), text: () => m['app.legal.terms.a2.text']() },
      { title: () => m['app.legal.terms.a3.title'](), text: () => m['app.legal.terms.a3.text']() },
      { title: () => m['app.legal.terms.a4.title'](), text: () => m['app.legal.terms.a4.text']() },
      { title: () => m['app.legal.terms.a5.title'](), text: () => m['app.legal.terms.a5.text']() },
      { title: () => m['app.legal.terms.a6.title'](), text: () => m['app.legal.terms.a6.text']() },
      { title: () => m['app.legal.terms.a7.title'](), text: () => m['app.legal.terms.a7.text']() },
      { title: () => m['app.legal.terms.a8.title'](), text: () => m['app.legal.terms.a8.text']() },
      { title: () => m['app.legal.terms.a9.title'](), text: () => m['app.legal.terms.a9.text']() },
      { title: () => m['app.legal.terms.a10.title'](), text: () => m['app.legal.terms.a10.text']() },
      { title: () => m['app.legal.terms.a11.title'](), text: () => m['app.legal.terms.a11.text']() },
      { title: () => m['app.legal.terms.a12.title'](), text: () => m['app.legal.terms.a12.text']() },
      { title: () => m['app.legal.terms.a13.title'](), text: () => m['app.legal.terms.a13.text']() },
    ],
  },
  privacy: {
    title: () => m['app.legal.page.privacy'](),
    articles: [
      { title: () => m['app.legal.privacy.a1.title'](), text: () => m['app.legal.privacy.a1.text']() },
      { title: () => m['app.legal.privacy.a2.title'](), text: () => m['app.legal.privacy.a2.text']() },
      { title: () => m['app.legal.privacy.a3.title'](), text: () => m['app.legal.privacy.a3.text']() },
      { title: () => m['app.legal.privacy.a4.title'](), text: () => m['app.legal.privacy.a4.text']() },
      { title: () => m['app.legal.privacy.a5.title'](), text: () => m['app.legal.privacy.a5.text']() },
      { title: () => m['app.legal.privacy.a6.title'](), text: () => m['app.legal.privacy.a6.text']() },
      { title: () => m['app.legal.privacy.a7.title'](), text: () => m['app.legal.privacy.a7.text']() },
      { title: () => m['app.legal.privacy.a8.title'](), text: () => m['app.legal.privacy.a8.text']() },
      { title: () => m['app.legal.privacy.a9.title'](), text: () => m['app.legal.privacy.a9.text']() },
      { title: () => m['app.legal.privacy.a10.title'](), text: () => m['app.legal.privacy.a10.text']() },
      { title: () => m['app.legal.privacy.a11.title'](), text: () => m['app.legal.privacy.a11.text']() },
      { title: () => m['app.legal.privacy.a12.title'](), text: () => m['app.legal.privacy.a12.text']() },
    ],
  },
  tokushoho: {
    title: () => m['app.legal.page.tokushoho'](),
    articles: [
      { title: () => m['app.legal.tokushoho.a1.title'](), text: () => m['app.legal.tokushoho.a1.text']() },
      { title: () => m['app.legal.tokushoho.a2.title'](), text: () => m['app.legal.tokushoho.a2.text']() },
      { title: () => m['app.legal.tokushoho.a3.title'](), text: () => m['app.legal.tokushoho.a3.text']() },
      { title: () => m['app.legal.tokushoho.a4.title'](), text: () => m['app.legal.tokushoho.a4.text']() },
      { title: () => m['app.legal.tokushoho.a5.title'](), text: () => m['app.legal.tokushoho.a5.text']() },
      { title: () => m['app.legal.tokushoho.a6.title'](), text: () => m['app.legal.tokushoho.a6.text']() },
      { title: () => m['app.legal.tokushoho.a7.title'](), text: () => m['app.legal.tokushoho.a7.text']() },
      { title: () => m['app.legal.tokushoho.a8.title'](), text: () => m['app.legal.tokushoho.a8.text']() },
    ],
  },
};
