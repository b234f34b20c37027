import { createIsomorphicFn } from '@tanstack/react-start';
import { getGlobalStartContext } from '@tanstack/react-start';
import { baseLocale, isLocale, type Locale } from '#i18n/languages.ts';
import { feeBearers, type FeeTerms } from '#platform/shared/fee.ts';

/** A form that the browser sent by itself, without scripts, and that was refused: what its page shows of that. */
export type SentForm = {
  name: 'login' | 'code' | 'register' | 'like' | 'follow' | 'logout' | 'language';
  /** What was typed, but passwords and codes. */
  values: Record<string, string>;
  /** What is wrong, by the names of its fields. */
  fields: Record<string, string>;
  /** What belongs to no field. */
  message: string;
};

/** What the server hands to the rendering of one page. */
export type PageContext = {
  locale: Locale;
  nonce: string;
  publicOrigin: string;
  /** Whether the document has the policy of ads, and what its reader has said to them. */
  hasAdsPolicy: boolean;
  adConsent: 'yes' | 'no' | null;
  /** Fee of the marketplace, and who pays it. */
  fees: FeeTerms;
  /** The refused form that this page answers. */
  sentForm?: SentForm;
  /** Where a rendering as one text puts it; there is none for a stream. */
  result?: { html: string | null };
  /** Calls our own API in this process, as the visitor. */
  api(path: string): Promise<ApiAnswer>;
};

/** What is needed of an answer of our API; one in this process is a text already, which a `Response` would encode and decode again. */
export type ApiAnswer = Pick<Response, 'status' | 'statusText' | 'ok'> & {
  headers: Pick<Headers, 'get'>;
  text: string;
};

/** Undefined outside of a page's rendering: the server's own words, which pages share, ask as well. */
export const pageContext = createIsomorphicFn()
  .server((): PageContext | undefined => {
    try {
      return getGlobalStartContext() as PageContext | undefined;
    } catch {
      return undefined;
    }
  })
  .client((): PageContext | undefined => undefined);

/** The language of this page: the server knows it from the address, the browser from `<html lang>`. */
export const currentLocale = createIsomorphicFn()
  .server((): Locale => pageContext()?.locale ?? baseLocale)
  .client((): Locale => {
    const { lang } = document.documentElement;
    return isLocale(lang) ? lang : baseLocale;
  });

/** Fee of the marketplace, and who pays it: the browser knows both from `<html data-fee="10" data-fee-bearer="buyer">`. */
export const marketplaceFees = createIsomorphicFn()
  .server((): FeeTerms => pageContext()?.fees ?? noFees)
  .client((): FeeTerms => {
    const { fee = '0', feeBearer } = document.documentElement.dataset;
    return { feePercent: Number(fee), feeBearer: feeBearers.find((each) => each === feeBearer) ?? 'buyer' };
  });

const noFees: FeeTerms = { feePercent: 0, feeBearer: 'buyer' };

/** Where this site is, for canonical links. */
export const siteOrigin = createIsomorphicFn()
  .server(() => pageContext()?.publicOrigin ?? '')
  .client(() => window.location.origin);
