import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { notificationsKey, unreadQuery } from '#features/notifications/client/public.tsx';
import { watchTopic } from '#platform/client/realtime.ts';

/** Refetches notifications and their count when one arrives or is read elsewhere, for as long as the person is signed in. */
export function startLiveNotifications(client: QueryClient): void {
  let stop: (() => void) | undefined;
  function renew(): void {
    const isSignedIn = Boolean(client.getQueryData(currentUserQuery.queryKey));
    if (isSignedIn === (stop !== undefined)) return;
    stop?.();
    stop = isSignedIn
      ? watchTopic('user', {
          onEvent() {
            for (const queryKey of [unreadQuery.queryKey, notificationsKey])
              void client.invalidateQueries({ queryKey });
          },
        })
      : undefined;
  }
  renew();
  client.getQueryCache().subscribe(renew);
}
