import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { profileQuery } from './api.ts';

const findUser = (client: QueryClient) => client.ensureQueryData(currentUserQuery).catch(() => null);

export async function loadProfile(client: QueryClient) {
  if (await findUser(client)) await client.ensureQueryData(profileQuery).catch(() => null);
  return { head: pageHead({ path: '/my/profile', title: m['people.profile.title'](), hidden: true }) };
}
