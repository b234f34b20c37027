import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { verificationQuery } from './api.ts';

export async function loadVerification(client: QueryClient) {
  const user = await client.ensureQueryData(currentUserQuery).catch(() => null);
  if (user) await client.ensureQueryData(verificationQuery).catch(() => null);
  return {
    head: pageHead({ path: '/my/verification', title: m['verification.page.title'](), hidden: true }),
  };
}
