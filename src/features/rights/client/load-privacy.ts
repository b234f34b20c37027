import type { QueryClient } from '@tanstack/react-query';
import { consentsQuery, currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';

export async function loadPrivacy(client: QueryClient) {
  const user = await client.ensureQueryData(currentUserQuery).catch(() => null);
  if (user) await client.ensureQueryData(consentsQuery).catch(() => null);
  return { head: pageHead({ path: '/my/privacy', title: m['accounts.consent.title'](), hidden: true }) };
}
