import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { engineersQuery, readEngineerSearch } from './api.ts';

/** Loads the list before rendering; the page shows errors in its place. */
export async function loadEngineers(client: QueryClient, raw: Record<string, unknown>) {
  const search = readEngineerSearch(raw);
  await Promise.all([
    client.ensureQueryData(currentUserQuery).catch(() => null),
    client.ensureQueryData(engineersQuery(search)).catch(() => null),
  ]);
  const isNarrowed = Object.entries(search).some(([name, value]) => name !== 'page' && value !== undefined);
  return {
    search,
    head: pageHead({
      path: '/engineers',
      search: search.page === undefined ? '' : `?page=${search.page}`,
      title: m['support.engineers.title'](),
      description: m['support.engineers.lead'](),
      hidden: isNarrowed,
    }),
  };
}
