import type { Connection } from './connection.ts';

/** How long one call may take. */
export function timeoutMs(method: string, path: string): number {
  // A model writes.
  if (path.endsWith('/translate')) return 90_000;
  if (method !== 'GET') return 30_000;
  if (path.includes('/upload')) return 60_000;
  return path.includes('/services/') || path.includes('/resources/') ? 30_000 : 15_000;
}

/** How long to wait after so many failures: a second, doubling, never more than ten. */
export function backoffMs(failures: number): number {
  return Math.min(1000 * 2 ** failures, 10_000);
}

/** How long a list that could not be had waits before it is asked for again by itself. */
export function listRetryMs(attempts: number): number {
  return Math.min(3000 * 1.5 ** attempts, 10_000);
}

/** Answers that asking again does not change. */
const final = new Set([400, 401, 403, 404, 409, 422]);

/** How often a failed read is sent again. `status` 0 means that no answer came. */
export function readRepeats(status: number, connection: Connection, most = 2): number {
  if (connection === 'offline' || final.has(status)) return 0;
  if (status >= 400 && status < 500) return 1;
  if (status !== 0 && status < 500) return 0;
  return connection === 'slow' ? 1 : most;
}

/** How often a failed write is sent again; never unless a second one does no harm. */
export function writeRepeats(status: number, connection: Connection, harmlessTwice: boolean): number {
  return harmlessTwice && connection !== 'offline' && (status === 0 || status >= 500) ? 1 : 0;
}

/** Does `attempt` until it works, or until `repeats` says that this failure has been repeated often enough. */
export async function repeating<Result>(
  attempt: (failures: number) => Promise<Result>,
  repeats: (error: unknown) => number,
): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt(failures);
    } catch (error) {
      if (failures >= repeats(error)) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, backoffMs(failures));
      });
    }
  }
}
