import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { splitPath } from '#i18n/languages.ts';
import { sendJson } from '#platform/client/fetcher.ts';
import type { Unread } from '../contract.ts';
import { unreadQuery } from './api.ts';
import { noteRead, wantsReading } from './read-pages.ts';
import { useUnread } from './unread-count.tsx';

/** Marks notifications that lead to the current page as read. */
export function useReadHere(): void {
  const client = useQueryClient();
  // Staff who act as somebody may only read.
  const acting = Boolean(useQuery(currentUserQuery).data?.acting);
  const count = useUnread();
  const { pathname } = useLocation();
  useEffect(() => {
    const { path } = splitPath(pathname);
    if (acting || !wantsReading(path, count, Date.now())) return;
    // A failure is corrected by the next page.
    sendJson<Unread>('POST', '/api/user/notifications/read', { path }).then(
      (left) => {
        noteRead(path, left.unread, Date.now());
        return client.setQueryData(unreadQuery.queryKey, left);
      },
      () => {},
    );
  }, [acting, client, count, pathname]);
}
