import type { QueryClient } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { helpNumbersQuery } from './api.ts';

/** Loads the numbers of the answers before rendering; the page shows errors itself. */
export async function loadHelp(client: QueryClient) {
  await client.ensureQueryData(helpNumbersQuery).catch(() => null);
  return {
    head: pageHead({
      path: '/help',
      title: m['app.help.page.title'](),
      description: m['app.help.page.lead'](),
    }),
  };
}
