import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { pageContext } from '#platform/client/page-context.ts';
import { forceReload } from '#platform/client/force-reload.ts';
import type { AdPlaces } from '../contract.ts';
import { asConsent, consentKey, isAdFree, isAutoOpen, type AdPage, type Consent } from '../rules.ts';

export type Adsense = NonNullable<AdPlaces['adsense']>;

/** Half a year; then consent is requested again. */
const keptSeconds = 180 * 24 * 60 * 60;

/** Reads this browser's consent to ads of Google. */
export const currentConsent = createIsomorphicFn()
  .server((): Consent | null => pageContext()?.adConsent ?? null)
  .client((): Consent | null => {
    const cookie = document.cookie.split('; ').find((each) => each.startsWith(`${consentKey}=`));
    return asConsent(cookie?.slice(consentKey.length + 1));
  });

/** Returns true if this document can run Google's script. */
export const isAdsDocument = createIsomorphicFn()
  .server((): boolean => pageContext()?.hasAdsPolicy ?? false)
  .client((): boolean => document.querySelector('meta[name="ads-policy"]') !== null);

/** Stores the consent and reloads the page if it needs another CSP. */
export function sayConsent(consent: Consent): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${consentKey}=${consent}; path=/; max-age=${keptSeconds}; samesite=lax${secure}`;
  if ((consent === 'yes') !== isAdsDocument()) forceReload();
}

export type PageAds = Omit<AdPage, 'isWide'> & {
  adsense: Adsense | null;
  /** True if Google places automatic ads as well. */
  isAuto: boolean;
  isAsking: boolean;
};

/**
 * Returns the ads of the current page. Open slots come with the site's data, which is loaded before any page.
 */
export function useAdPage(): PageAds {
  const client = useQueryClient();
  const { data: user } = useQuery(currentUserQuery);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // Google's policy forbids ads on error pages.
  const isMissing = useRouterState({
    select: ({ matches }) => matches.some(({ status }) => status === 'notFound' || status === 'error'),
  });
  const { open = [], adsense = null } = client.getQueryData<{ ads: AdPlaces | null }>(['site'])?.ads ?? {};
  const isHere = adsense !== null && !user && !isMissing && isAdsDocument();
  return {
    path,
    open,
    hasAdsense: isHere,
    isAuto: isAutoOpen(open),
    adsense: isHere ? adsense : null,
    isAsking: adsense !== null && !user && !isAdFree(path) && currentConsent() === null,
  };
}
