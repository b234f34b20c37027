import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { splitPath } from '#i18n/languages.ts';
import { m } from '#i18n/generated/messages.js';
import { sendJson } from '#platform/client/fetcher.ts';
import { unreadQuery } from './api.ts';
import { noteRead, wantsReading } from './read-pages.ts';

/** Disabled after the logout, because the component may render once more. */
function useUnread(): number {
  const { data: user } = useQuery(currentUserQuery);
  const { data } = useQuery({ ...unreadQuery, enabled: Boolean(user) });
  return data?.unread ?? 0;
}

/** Number of unread notifications; nothing if there are none. */
export function UnreadCount() {
  const count = useUnread();
  if (count === 0) return null;
  return (
    <span className="ml-1 shrink-0 rounded-full bg-accent px-2 text-xs font-semibold text-on-accent">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{m['notifications.page.unread_count']({ count })}</span>
    </span>
  );
}

/** Link with that number. Notifications that lead to the current page are marked as read. */
export function UnreadLink() {
  const client = useQueryClient();
  // Staff who act as somebody may only read.
  const acting = Boolean(useQuery(currentUserQuery).data?.acting);
  const count = useUnread();
  const { pathname } = useLocation();
  useEffect(() => {
    const { path } = splitPath(pathname);
    if (acting || !wantsReading(path, count, Date.now())) return;
    // A failure is corrected by the next page.
    sendJson('POST', '/api/user/notifications/read', { path }).then(
      (answer) => {
        const left = answer as { unread: number };
        noteRead(path, left.unread, Date.now());
        return client.setQueryData(unreadQuery.queryKey, left);
      },
      () => {},
    );
  }, [acting, client, count, pathname]);
  return (
    count > 0 && (
      <Link to="/my/notifications" className="grid size-11 place-items-center">
        <UnreadCount />
      </Link>
    )
  );
}
