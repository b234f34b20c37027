import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { notificationsQuery, settingsQuery } from './list-api.ts';

export async function loadNotifications(client: QueryClient, page: number) {
  const user = await client.ensureQueryData(currentUserQuery).catch(() => null);
  if (user) {
    await Promise.all([
      client.ensureQueryData(notificationsQuery(page)).catch(() => null),
      client.ensureQueryData(settingsQuery).catch(() => null),
    ]);
  }
  return {
    head: pageHead({ path: '/my/notifications', title: m['notifications.page.title'](), hidden: true }),
  };
}
