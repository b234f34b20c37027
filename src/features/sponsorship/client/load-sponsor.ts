import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { booksQuery, offerQuery, readWanted, recipientQuery, wallQuery } from './api.ts';

/** Loads everything of the page before rendering; the page shows errors in place. */
export async function loadSponsor(client: QueryClient, search: Record<string, unknown>) {
  const wanted = readWanted(search);
  const isForHouse = Object.keys(wanted).length === 0;
  await Promise.all([
    client.ensureQueryData(currentUserQuery).catch(() => null),
    client.ensureQueryData(offerQuery).catch(() => null),
    client.ensureQueryData(wallQuery(1)).catch(() => null),
    client.ensureQueryData(booksQuery).catch(() => null),
    ...(isForHouse ? [] : [client.ensureQueryData(recipientQuery(wanted)).catch(() => null)]),
  ]);
  const head = pageHead({
    path: '/sponsor',
    title: m['sponsorship.page.title'](),
    description: m['sponsorship.page.lead'](),
    hidden: !isForHouse,
  });
  return { wanted, head };
}
