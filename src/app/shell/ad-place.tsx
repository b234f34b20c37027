import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { siteQuery } from '../site/api.ts';
import type { ShellPlace } from './ad.tsx';

// The server has it at hand: what it sent late would move the page that is there already.
const Ad = import.meta.env.SSR
  ? (await import('./ad.tsx')).Ad
  : lazy(async () => ({ default: (await import('./ad.tsx')).Ad }));

/** Where something may be advertised. Where nothing is, which is most places, no page loads what ads are made of. */
export function AdPlace(props: { slot: ShellPlace }) {
  const { data: site } = useQuery(siteQuery);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    site?.ads && (
      // Anew for each page: what comes alive late would meet what the server wrote for another one.
      <Suspense key={path}>
        <Ad {...props} />
      </Suspense>
    )
  );
}
