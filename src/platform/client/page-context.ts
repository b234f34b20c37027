import { createIsomorphicFn } from '@tanstack/react-start';
import { getGlobalStartContext } from '@tanstack/react-start';
import { baseLocale, isLocale, type Locale } from '#i18n/languages.ts';
import { feeBearers, type FeeTerms } from '#platform/shared/fee.ts';

/** Form that the browser submitted natively and the server refused, as its page shows it. */
export type SentForm = {
  name: 'login' | 'code' | 'register' | 'like' | 'follow' | 'logout' | 'language';
  /** Submitted values, without passwords and codes. */
  values: Record<string, string>;
  /** Error messages by field name. */
  fields: Record<string, string>;
  /** Error message that belongs to no field. */
  message: string;
};

/** Context that the server passes to the rendering of one page. */
export type PageContext = {
  locale: Locale;
  nonce: string;
  publicOrigin: string;
  /** Ads policy of the document, and the reader's consent to ads. */
  hasAdsPolicy: boolean;
  adConsent: 'yes' | 'no' | null;
  /** Fee of the buyer on top of a price, in percent; 0 where providers bear the fee. */
  fees: FeeTerms;
  /** The refused form that this page answers. */
  sentForm?: SentForm;
  /** Receives the HTML of a rendering to a string; absent for a stream. */
  result?: { html: string | null };
  /** Receives another status for a page that is shown all the same, such as 410 for a thing whose label is revoked. */
  answered?: { status: number | null };
  /** Calls our own API in this process, as the visitor. */
  api(path: string): Promise<ApiAnswer>;
};

/**
 * Subset of a `Response` that callers need. An in-process response is a string already, which a `Response` would encode
 * and decode again.
 */
export type ApiAnswer = Pick<Response, 'status' | 'statusText' | 'ok'> & {
  headers: Pick<Headers, 'get'>;
  text: string;
};

/** Undefined outside of a page's rendering, because server texts that share code with pages call it too. */
export const pageContext = createIsomorphicFn()
  .server((): PageContext | undefined => {
    try {
      return getGlobalStartContext() as PageContext | undefined;
    } catch {
      return undefined;
    }
  })
  .client((): PageContext | undefined => undefined);

/** Language of this page: from the address on the server, from `<html lang>` in the browser. */
export const currentLocale = createIsomorphicFn()
  .server((): Locale => pageContext()?.locale ?? baseLocale)
  .client((): Locale => {
    const { lang } = document.documentElement;
    return isLocale(lang) ? lang : baseLocale;
  });

/** Fee of the buyer on top of a price, in percent: the browser reads it from `<html data-buyer-fee>`. */
export const marketplaceFees = createIsomorphicFn()
  .server((): FeeTerms => pageContext()?.fees ?? noFees)
  .client((): FeeTerms => {
    const { fee = '0', feeBearer } = document.documentElement.dataset;
    return { feePercent: Number(fee), feeBearer: feeBearers.find((each) => each === feeBearer) ?? 'buyer' };
  });

const noFees: FeeTerms = { feePercent: 0, feeBearer: 'buyer' };

/** Origin of this site, for canonical links. */
export const siteOrigin = createIsomorphicFn()
  .server(() => pageContext()?.publicOrigin ?? '')
  .client(() => window.location.origin);
