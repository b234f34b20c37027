import type { QueryClient } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { logQuery, readLogSearch } from './api.ts';

/** Loads the log before rendering; the page shows errors itself. */
export async function loadLog(client: QueryClient, search: Record<string, unknown>) {
  const wanted = readLogSearch(search);
  await client.ensureQueryData(logQuery(wanted)).catch(() => null);
  const head = pageHead({
    path: '/moderation-log',
    title: m['moderation.log.title'](),
    description: m['moderation.log.lead'](),
    // Filtered lists change, so search engines should not index them.
    hidden: Object.keys(wanted).length > 0,
  });
  return { wanted, head };
}
