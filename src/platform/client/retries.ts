import type { Connection } from './connection.ts';

/** Timeout of one call. */
export function timeoutMs(method: string, path: string): number {
  // A language model generates the response.
  if (path.endsWith('/translate')) return 90_000;
  if (method !== 'GET') return 30_000;
  if (path.includes('/upload')) return 60_000;
  return path.includes('/services/') || path.includes('/resources/') ? 30_000 : 15_000;
}

/** Delay after this many failures: a second, doubling, at most ten. */
export function backoffMs(failures: number): number {
  return Math.min(1000 * 2 ** failures, 10_000);
}

/** Delay before a list that failed to load is fetched again automatically. */
export function listRetryMs(attempts: number): number {
  return Math.min(3000 * 1.5 ** attempts, 10_000);
}

/** Statuses that a retry does not change. */
const final = new Set([400, 401, 403, 404, 409, 422]);

/** Number of retries of a failed read. `status` 0 means that there was no response. */
export function readRepeats(status: number, connection: Connection, most = 2): number {
  if (connection === 'offline' || final.has(status)) return 0;
  if (status >= 400 && status < 500) return 1;
  if (status !== 0 && status < 500) return 0;
  return connection === 'slow' ? 1 : most;
}

/** Number of retries of a failed write; none unless the write is idempotent. */
export function writeRepeats(status: number, connection: Connection, harmlessTwice: boolean): number {
  return harmlessTwice && connection !== 'offline' && (status === 0 || status >= 500) ? 1 : 0;
}

/** Runs `attempt` until it succeeds, or until `repeats` says that this error has been retried often enough. */
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
