import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { logFailure } from '#platform/client/log.ts';
import { preloadInBatches, preloadStaggered } from '#platform/client/preload.ts';
import { startHeaderAway } from './shell/header-away.ts';
import { startVitals } from '#platform/client/vitals.ts';
import { startTooltips } from '#ui/tooltip.ts';
import { preloads } from './preloads.ts';

const afterStartMs = 3000;
const afterPageMs = 2000;

/** Loads what a page needs only after it has rendered. A chunk of its own, so that it delays nothing. */
export function startAfterLoad(router: AnyRouter, client: QueryClient): void {
  startHeaderAway();
  startVitals(router);
  startTooltips();
  // Guests get no notifications: they need neither the connection nor its scripts.
  if (client.getQueryData(currentUserQuery.queryKey))
    import('./live-notifications.ts').then(
      (loaded) => loaded?.startLiveNotifications(client),
      (error: unknown) => logFailure('Live notifications', error),
    );

  const { first, categoryLists, after } = preloads(client);
  for (const preload of first()) void preload();

  let stay = new AbortController();
  function preloadFrom(path: string, delayMs: number, before?: () => Promise<void>): void {
    stay.abort();
    const { signal } = (stay = new AbortController());
    setTimeout(async () => {
      if (signal.aborted) return;
      await before?.();
      await preloadInBatches(after(path), signal);
    }, delayMs);
  }
  preloadFrom(router.state.location.pathname, afterStartMs, () => preloadStaggered(categoryLists()));
  router.subscribe('onRendered', ({ toLocation, pathChanged }) => {
    if (pathChanged) preloadFrom(toLocation.pathname, afterPageMs);
  });
}
