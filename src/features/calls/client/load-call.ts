import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError } from '#platform/client/fetcher.ts';
import { pageHead } from '#platform/client/page-head.ts';
import { callQuery, linkQuery } from './api.ts';
import type { CallPlace } from './public.tsx';

/** Loads the data of the lobby. An invalid link shows its own error; an unknown channel is a 404. */
export async function loadCall(client: QueryClient, place: CallPlace, path: string) {
  let name = '';
  if ('token' in place) {
    const link = await client.ensureQueryData(linkQuery(place.token)).catch(() => null);
    name = link?.name ?? '';
  } else {
    await client.ensureQueryData(currentUserQuery).catch(() => null);
    try {
      ({ name } = await client.ensureQueryData(callQuery(place.channel)));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  }
  const title = name === '' ? m['calls.page.title_guest']() : m['calls.page.title']({ name });
  return { place, head: pageHead({ path, title, hidden: true }) };
}
