import type { QueryClient } from '@tanstack/react-query';
import { loadCommunity } from '#features/community/client/public.tsx';
import { overviewQuery } from '#features/support/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';

/** Loads the page's data before it renders; a part that fails shows its error in its place. */
export async function loadRemoteSupport(
  client: QueryClient,
  params: { channel?: string | undefined; id?: string | undefined },
  search: object,
) {
  if (params.channel !== undefined && params.channel !== 'help') return loadCommunity(client, params, search);
  const [{ head }] = await Promise.all([
    loadCommunity(client, { channel: undefined, id: undefined }, search),
    client.ensureQueryData(overviewQuery()).catch(() => null),
  ]);
  if (params.channel === undefined) return { head };
  return { head: pageHead({ path: '/remote-support/help', title: m['support.ask.title'](), hidden: true }) };
}
