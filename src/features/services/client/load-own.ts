import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { ownServicesQuery } from './api.ts';

export async function loadOwn(client: QueryClient) {
  const user = await client.ensureQueryData(currentUserQuery).catch(() => null);
  if (user) await client.ensureQueryData(ownServicesQuery).catch(() => null);
  return { head: pageHead({ path: '/my/services', title: m['services.mine.title'](), hidden: true }) };
}
