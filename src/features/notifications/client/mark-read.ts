import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { describeError, sendJson } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import type { Unread } from '../contract.ts';
import { unreadQuery } from './api.ts';
import { notificationsKey } from './list-api.ts';

/** Returns a function that marks one notification as read, or all, and lowers the number at once. */
export function useMarkRead(): (id?: string) => Promise<void> {
  const client = useQueryClient();
  return async (id) => {
    const { queryKey } = unreadQuery;
    client.setQueryData(
      queryKey,
      (old) => old && (id ? { ...old, unread: Math.max(0, old.unread - 1) } : { unread: 0, messages: 0 }),
    );
    try {
      const left = await sendJson<Unread>(
        'POST',
        '/api/user/notifications/read',
        { ...(id !== undefined && { ids: [id] }) },
        { keepalive: true },
      );
      client.setQueryData(queryKey, left);
      await client.invalidateQueries({ queryKey: notificationsKey });
    } catch (failure) {
      void client.invalidateQueries({ queryKey });
      toast('danger', m['notifications.page.mark_failed'](), describeError(failure, ''));
    }
  };
}
