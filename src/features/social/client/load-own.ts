import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { followsQuery, likesQuery } from './api.ts';

/*
 * Loads the reader's likes and follows for pages of people who are logged in, so that server-rendered buttons, which
 * also work without scripts, have the right state. Pages of guests are cached and load none.
 */

const isSomebody = (client: QueryClient) => Boolean(client.getQueryData(currentUserQuery.queryKey));

export async function loadLikes(client: QueryClient, id: string): Promise<void> {
  if (isSomebody(client)) await client.ensureQueryData(likesQuery(id)).catch(() => null);
}

export async function loadFollows(client: QueryClient, username: string): Promise<void> {
  if (isSomebody(client)) await client.ensureQueryData(followsQuery(username)).catch(() => null);
}
