import type { QueryClient } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { currentUserQuery } from './api.ts';
import { securityQuery, sessionsQuery } from './security-api.ts';

export async function loadSecurity(client: QueryClient) {
  const user = await client.ensureQueryData(currentUserQuery).catch(() => null);
  if (user) {
    await Promise.all([
      client.ensureQueryData(securityQuery).catch(() => null),
      client.ensureQueryData(sessionsQuery).catch(() => null),
    ]);
  }
  return { head: pageHead({ path: '/my/security', title: m['accounts.security.title'](), hidden: true }) };
}
