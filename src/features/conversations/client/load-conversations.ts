import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { ApiError } from '#platform/client/fetcher.ts';
import { pageHead } from '#platform/client/page-head.ts';
import { conversationQuery, conversationsQuery, readPage } from './api.ts';

const findUser = (client: QueryClient) => client.ensureQueryData(currentUserQuery).catch(() => null);
const headOf = (path: string) => pageHead({ path, title: m['conversations.list.title'](), hidden: true });

export async function loadConversations(client: QueryClient, search: object) {
  if (await findUser(client))
    await client.ensureQueryData(conversationsQuery(readPage(search))).catch(() => null);
  return { head: headOf('/my/conversations') };
}

export async function loadConversation(client: QueryClient, id: string) {
  try {
    if (await findUser(client)) await client.ensureQueryData(conversationQuery(id));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw notFound();
    // The page shows all other errors itself.
  }
  return { head: headOf(`/my/conversations/${id}`) };
}
