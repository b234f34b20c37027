import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError } from '#platform/client/fetcher.ts';
import { listRetryMs, readRepeats } from '#platform/client/retries.ts';
import type { ListAnswer } from './api.ts';

/**
 * A complete list with fewer resources than this is more likely to come from a server that has just started.
 */
const fewResources = 5;

/**
 * Watched list: its key, its error, the number of automatic attempts and whether a short list was checked
 * again.
 */
type Watch = { key: string; trouble: Error | null; attempts: number; recheckedFew: boolean };

/**
 * Refetches a failed list with growing delays, and a suspiciously short one once. `trouble` is the last error
 * and stays until a fetch succeeds, so that the page does not flicker between attempts.
 */
export function useListRetry(
  list: UseQueryResult<ListAnswer>,
  key: string,
  isWholeMarketplace: boolean,
): { trouble: Error | null; automatic: boolean } {
  const [watch, setWatch] = useState<Watch>({ key, trouble: null, attempts: 0, recheckedFew: false });
  const online = useOnline();

  const failure = list.error ?? list.failureReason;
  if (watch.key !== key) setWatch({ key, trouble: failure, attempts: 0, recheckedFew: false });
  else if (failure && failure !== watch.trouble) setWatch({ ...watch, trouble: failure });
  else if (!failure && watch.trouble && list.isSuccess) setWatch({ ...watch, trouble: null, attempts: 0 });

  const { trouble, attempts, recheckedFew } = watch;
  const automatic = trouble !== null && online && mayHelp(trouble);
  const isFew =
    list.data !== undefined &&
    (list.data.items.length === 0 || (isWholeMarketplace && list.data.total < fewResources));

  let dueMs: number | null = null;
  if (!list.isFetching && list.isError && automatic) dueMs = listRetryMs(attempts);
  else if (!list.isFetching && list.isSuccess && isFew && !recheckedFew && online) dueMs = listRetryMs(0);

  const { refetch } = list;
  useEffect(() => {
    if (dueMs === null) return undefined;
    const timer = setTimeout(() => {
      setWatch((now) =>
        now.trouble ? { ...now, attempts: now.attempts + 1 } : { ...now, recheckedFew: true },
      );
      void refetch();
    }, dueMs);
    return () => clearTimeout(timer);
  }, [dueMs, refetch]);

  useEffect(() => {
    if (trouble === null) return undefined;
    const back = () => void refetch({ cancelRefetch: false });
    addEventListener('online', back);
    return () => removeEventListener('online', back);
  }, [trouble, refetch]);
  return { trouble, automatic };
}

/**
 * Returns false for errors that a retry cannot change. An answer that was not a list may be one next time.
 */
function mayHelp(error: Error): boolean {
  return !(error instanceof ApiError) || error.status < 400 || readRepeats(error.status, 'fast') > 0;
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('online', changed);
      addEventListener('offline', changed);
      return () => {
        removeEventListener('online', changed);
        removeEventListener('offline', changed);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}
