import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { siteQuery } from '../site/api.ts';
import type { ShellPlace } from './ad.tsx';

// The server imports it directly: HTML that is streamed late would move the page.
const Ad = import.meta.env.SSR
  ? (await import('./ad.tsx')).Ad
  : lazy(async () => ({ default: (await import('./ad.tsx')).Ad }));

/** Place for an ad or banner. Where there is none, which is most places, pages do not load the ads code. */
export function AdPlace(props: { slot: ShellPlace }) {
  const { data: site } = useQuery(siteQuery);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    site?.ads && (
      // Remount on each page: late hydration would meet HTML that the server rendered for another page.
      <Suspense key={path}>
        <Ad {...props} />
      </Suspense>
    )
  );
}
