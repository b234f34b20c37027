import { AppError, platformErrors } from '../shared/errors.ts';

export type KeyedLimiter = <Result>(key: string, act: () => Promise<Result>) => Promise<Result>;

/** Maximum number of waiting tasks per key, so that one key cannot block the others. */
const maxWaitingOfOne = 2;

/**
 * Limits long work in this process to `atOnce` at a time, one of each key; the rest waits in order of arrival. Throws
 * `overloaded` when too many wait, or too many of one key.
 */
export function createKeyedLimiter({
  atOnce,
  maxWaiting,
}: {
  atOnce: number;
  maxWaiting: number;
}): KeyedLimiter {
  const running = new Set<string>();
  const waiting: { key: string; begin: () => void }[] = [];

  function beginNext(): void {
    if (running.size >= atOnce) return;
    const index = waiting.findIndex(({ key }) => !running.has(key));
    if (index === -1) return;
    const [next] = waiting.splice(index, 1);
    if (!next) return;
    running.add(next.key);
    next.begin();
  }

  return async (key, act) => {
    const own = waiting.filter((each) => each.key === key).length;
    if (waiting.length >= maxWaiting || own >= maxWaitingOfOne)
      throw new AppError(platformErrors.overloaded, { retryAfterSeconds: 5 });
    await new Promise<void>((begin) => {
      waiting.push({ key, begin });
      beginNext();
    });
    try {
      return await act();
    } finally {
      running.delete(key);
      beginNext();
    }
  };
}
