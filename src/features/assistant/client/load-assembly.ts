import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { aboutQuery, conversationQuery, conversationsQuery, guideQuery, scoreQuery } from './api.ts';
import { readAssemblySearch, type AssemblySearch } from './assembly-search.ts';
import { guidesQuery } from './start-screen.tsx';

const path = '/ai-assembly';

/** Loads the page before it renders; errors are shown in the place of the missing part. */
export async function loadAssembly(client: QueryClient, asked: AssemblySearch) {
  const { resourceId, conversation, search } = readAssemblySearch(asked);
  await client.ensureQueryData(currentUserQuery).catch(() => null);
  if (conversation !== '') {
    const found = await client.fetchQuery(conversationQuery(conversation)).catch(() => null);
    if (found?.source && !found.isGone)
      await client.ensureQueryData(guideQuery(conversation)).catch(() => null);
    return { head: pageHead({ path, title: found?.title || m['assistant.start.title'](), hidden: true }) };
  }
  if (resourceId === '')
    await Promise.all(
      [guidesQuery(search), aboutQuery, scoreQuery, conversationsQuery(1)].map((query) =>
        client.ensureQueryData(query as typeof aboutQuery).catch(() => null),
      ),
    );
  return {
    head: pageHead({
      path,
      title: m['assistant.start.title'](),
      description: m['assistant.start.lead'](),
      hidden: resourceId !== '' || search !== '',
    }),
  };
}
