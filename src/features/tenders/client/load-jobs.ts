import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError } from '#platform/client/fetcher.ts';
import { pageHead } from '#platform/client/page-head.ts';
import { readSearch, tenderQuery, tendersQuery } from './api.ts';

const path = '/auctions/jobs';

/** Loads a page before rendering; the page shows a failed list in its place. */
export async function loadJobs(client: QueryClient, id: string | undefined, search: object) {
  await client.ensureQueryData(currentUserQuery).catch(() => null);
  if (id === undefined) {
    const wanted = readSearch(search);
    // The server does not have the visitor's location.
    if (wanted.sort !== 'distance') await client.ensureQueryData(tendersQuery(wanted)).catch(() => null);
    const page = wanted.page === 1 ? '' : `?page=${wanted.page}`;
    const title = m['tenders.list.title']();
    return {
      head: pageHead({
        path,
        search: page,
        title,
        description: m['tenders.list.lead'](),
        hidden: wanted.search !== '',
      }),
    };
  }
  if (id === 'create')
    return { head: pageHead({ path: `${path}/create`, title: m['tenders.form.title'](), hidden: true }) };
  try {
    const { title, description, state, isHidden } = await client.ensureQueryData(tenderQuery(id));
    return {
      head: pageHead({
        path: `${path}/${id}`,
        title,
        description,
        hidden: state === 'draft' || isHidden,
        above: [{ title: m['tenders.list.title'](), path }],
      }),
    };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw notFound();
    throw error;
  }
}
