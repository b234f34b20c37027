import { getJson, sendJson } from '#platform/client/fetcher.ts';

/**
 * Opens the store of completed steps, by position. A guest's steps are kept in the browser until they sign
 * in; all others in the account.
 */
export function openProgress(resourceId: string, isSignedIn: boolean) {
  const key = `gongbang-steps:${resourceId}`;
  const path = `/api/resources/${resourceId}/progress`;
  let wanted: number[] | null = null;
  let writing: Promise<void> | null = null;

  /** One write at a time; of those that queue meanwhile, only the last one is sent. */
  async function writeAll(): Promise<void> {
    while (wanted !== null) {
      const done = wanted;
      wanted = null;
      await sendJson('PUT', path, { done });
    }
  }

  return {
    async load(): Promise<number[]> {
      const here = readStored(key);
      if (!isSignedIn) return here;
      const { done } = await getJson<{ done: number[] }>(path);
      if (here.length === 0) return done;
      // Steps that were completed before signing in are merged.
      const together = [...new Set([...done, ...here])];
      await sendJson('PUT', path, { done: together });
      writeStored(key, []);
      return together;
    },
    async keep(done: number[]): Promise<void> {
      if (!isSignedIn) return writeStored(key, done);
      wanted = done;
      writing ??= writeAll().finally(() => (writing = null));
      return writing;
    },
  };
}

function readStored(key: string): number[] {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '[]') as unknown;
    return Array.isArray(stored) ? stored.filter((each): each is number => Number.isSafeInteger(each)) : [];
  } catch {
    return [];
  }
}

function writeStored(key: string, done: readonly number[]): void {
  try {
    if (done.length > 0) localStorage.setItem(key, JSON.stringify(done));
    else localStorage.removeItem(key);
  } catch {
    // Storage is full or blocked: the state lasts as long as the page.
  }
}
