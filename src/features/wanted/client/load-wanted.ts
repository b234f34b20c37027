import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError } from '#platform/client/fetcher.ts';
import { pageHead } from '#platform/client/page-head.ts';
import {
  demandQuery,
  proposalsQuery,
  readDesk,
  readSearch,
  termsQuery,
  wantedListQuery,
  wantedQuery,
} from './api.ts';
import { lengthsIn } from './measures.ts';

const path = '/wanted';

/** Loads a page before rendering; the page shows a failed list in its place. */
export async function loadWanted(client: QueryClient, id: string | undefined, search: object) {
  await client.ensureQueryData(currentUserQuery).catch(() => null);
  if (id === undefined) {
    const wanted = readSearch(search);
    // The server does not have the visitor's location.
    if (wanted.sort !== 'distance') await client.ensureQueryData(wantedListQuery(wanted)).catch(() => null);
    return {
      head: pageHead({
        path,
        search: wanted.page === 1 ? '' : `?page=${wanted.page}`,
        title: m['wanted.list.title'](),
        description: m['wanted.list.lead'](),
        hidden: wanted.search !== '',
      }),
    };
  }
  if (id === 'new') {
    await client.ensureQueryData(termsQuery).catch(() => null);
    return { head: pageHead({ path: `${path}/new`, title: m['wanted.form.title'](), hidden: true }) };
  }
  if (id === 'broken-part') {
    const { device, what, mm } = readDesk(search);
    if (device !== '')
      await client.ensureQueryData(proposalsQuery({ device, what, mm: lengthsIn(mm) })).catch(() => null);
    return {
      head: pageHead({
        path: `${path}/broken-part`,
        title: m['wanted.desk.title'](),
        description: m['wanted.desk.lead'](),
        hidden: device !== '',
        above: [{ title: m['wanted.list.title'](), path }],
      }),
    };
  }
  if (id === 'demand') {
    await client.ensureQueryData(demandQuery(readSearch(search).trade)).catch(() => null);
    return {
      head: pageHead({
        path: `${path}/demand`,
        title: m['wanted.demand.title'](),
        description: m['wanted.demand.lead'](),
        above: [{ title: m['wanted.list.title'](), path }],
      }),
    };
  }
  try {
    const post = await client.ensureQueryData(wantedQuery(id));
    const { title, description, device, images, state, isHidden } = post;
    const [image] = images;
    return {
      head: pageHead({
        path: `${path}/${id}`,
        title: device === '' ? title : `${title} (${device})`,
        description,
        image: image ? `/api/wanted-images/${image.id}/${image.widths.at(-1) ?? image.width}.webp` : null,
        hidden: isHidden || !(state === 'open' || state === 'solved'),
        above: [{ title: m['wanted.list.title'](), path }],
      }),
    };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw notFound();
    throw error;
  }
}
