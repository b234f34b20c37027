import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { useHydrated } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { unreadQuery } from './api.ts';

/**
 * Disabled after the logout, because the component may render once more. The server knows no number, and a part of the
 * page that hydrates late must render the same, even if another part has fetched it.
 */
export function useUnread(of: 'unread' | 'messages' = 'unread'): number {
  const { data: user } = useQuery(currentUserQuery);
  const { data } = useQuery({ ...unreadQuery, enabled: Boolean(user) });
  return useHydrated() ? (data?.[of] ?? 0) : 0;
}

/** Number of unread notifications, or of conversations with something new; nothing if there are none. */
export function UnreadCount({ of, className = 'ml-1' }: { of?: 'messages'; className?: string }) {
  const count = useUnread(of);
  if (count === 0) return null;
  return (
    <span
      className={`shrink-0 rounded-full bg-accent px-2 text-xs leading-5 font-semibold text-on-accent ${className}`}
    >
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">
        {of
          ? m['notifications.page.new_messages']({ count })
          : m['notifications.page.unread_count']({ count })}
      </span>
    </span>
  );
}
