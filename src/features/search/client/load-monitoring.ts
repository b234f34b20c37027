import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { readMonitoringSearch, statisticsQuery } from './api.ts';
import { sampleStatistics } from './sample.ts';

/** Loads the figures before rendering; the page shows errors itself. */
export async function loadMonitoring(client: QueryClient, path: string, raw: Record<string, unknown>) {
  const search = readMonitoringSearch(raw);
  const isSample = path === '/search-demo';
  if (!isSample)
    await Promise.all([
      client.ensureQueryData(currentUserQuery).catch(() => null),
      client.ensureQueryData(statisticsQuery(search.language)).catch(() => null),
    ]);
  return {
    path: isSample ? ('/search-demo' as const) : ('/search' as const),
    search,
    ...(isSample && { sample: sampleStatistics(new Date()) }),
    head: pageHead({
      path,
      title: m['search.monitoring.title'](),
      description: m['search.monitoring.lead'](),
      hidden: isSample || search.tab !== 'overview' || search.language !== undefined,
    }),
  };
}
