import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { pageContext } from '#platform/client/page-context.ts';
import { forceReload } from '#platform/client/force-reload.ts';
import type { AdPlaces } from '../contract.ts';
import { asConsent, consentKey, isAdFree, isAutoOpen, type AdPage, type Consent } from '../rules.ts';

export type Adsense = NonNullable<AdPlaces['adsense']>;

/** Half a year: then it is asked for anew. */
const keptSeconds = 180 * 24 * 60 * 60;

/** What this browser's reader has said to ads of Google. */
export const currentConsent = createIsomorphicFn()
  .server((): Consent | null => pageContext()?.adConsent ?? null)
  .client((): Consent | null => {
    const cookie = document.cookie.split('; ').find((each) => each.startsWith(`${consentKey}=`));
    return asConsent(cookie?.slice(consentKey.length + 1));
  });

/** Whether this document may run Google's script. */
export const isAdsDocument = createIsomorphicFn()
  .server((): boolean => pageContext()?.hasAdsPolicy ?? false)
  .client((): boolean => document.querySelector('meta[name="ads-policy"]') !== null);

/** Remembers it, and loads the page anew where that changes which policy it should have. */
export function sayConsent(consent: Consent): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${consentKey}=${consent}; path=/; max-age=${keptSeconds}; samesite=lax${secure}`;
  if ((consent === 'yes') !== isAdsDocument()) forceReload();
}

export type PageAds = Omit<AdPage, 'isWide'> & {
  adsense: Adsense | null;
  /** Whether Google places some by itself as well. */
  isAuto: boolean;
  isAsking: boolean;
};

/** Ads of the page that is shown: what is open comes with the site, which the house loads before any page. */
export function useAdPage(): PageAds {
  const client = useQueryClient();
  const { data: user } = useQuery(currentUserQuery);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // Google wants no ads on what is no page.
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
