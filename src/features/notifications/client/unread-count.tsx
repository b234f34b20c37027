import { useQuery } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { unreadQuery } from './api.ts';

/** For the link to one's own pages, of somebody who is signed in. */
export function UnreadCount() {
  const { data } = useQuery(unreadQuery);
  const count = data?.unread ?? 0;
  if (count === 0) return null;
  return (
    <span className="ml-1 shrink-0 rounded-full bg-accent px-2 text-xs font-semibold text-on-accent">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{m['notifications.page.unread_count']({ count })}</span>
    </span>
  );
}
