import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { unreadQuery } from '#features/notifications/client/public.tsx';
import { watchTopic } from '#platform/client/realtime.ts';

/** Refetches the count of unread notifications when a new one arrives, for as long as the person is signed in. */
export function startLiveNotifications(client: QueryClient): void {
  let stop: (() => void) | undefined;
  function renew(): void {
    const isSignedIn = Boolean(client.getQueryData(currentUserQuery.queryKey));
    if (isSignedIn === (stop !== undefined)) return;
    stop?.();
    stop = isSignedIn
      ? watchTopic('user', {
          onEvent: () => void client.invalidateQueries({ queryKey: unreadQuery.queryKey }),
        })
      : undefined;
  }
  renew();
  client.getQueryCache().subscribe(renew);
}
