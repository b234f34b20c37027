import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { followsQuery, likesQuery } from './api.ts';

/*
 * What readers have liked and whom they follow, for pages of people who are signed in: their buttons say so from the beginning,
 * and without scripts they must. Pages of guests, which are shared, ask for nothing of it.
 */

const isSomebody = (client: QueryClient) => Boolean(client.getQueryData(currentUserQuery.queryKey));

export async function loadLikes(client: QueryClient, id: string): Promise<void> {
  if (isSomebody(client)) await client.ensureQueryData(likesQuery(id)).catch(() => null);
}

export async function loadFollows(client: QueryClient, username: string): Promise<void> {
  if (isSomebody(client)) await client.ensureQueryData(followsQuery(username)).catch(() => null);
}
