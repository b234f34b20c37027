import { getJson, sendJson } from '#platform/client/fetcher.ts';

/** Steps that somebody has done, by their position: in the account, or for a guest in this browser until they sign in. */
export function openProgress(resourceId: string, isSignedIn: boolean) {
  const key = `gongbang-steps:${resourceId}`;
  const path = `/api/resources/${resourceId}/progress`;
  let wanted: number[] | null = null;
  let writing: Promise<void> | null = null;

  /** One write at a time; of those that come meanwhile only the last one counts. */
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
      // What was done before signing in goes along.
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
    // Full or forbidden: then it lasts as long as the page does.
  }
}
