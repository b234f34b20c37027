import type { BlobStore } from './storage.ts';

/** Long enough that no request can still be about to write the row. */
const orphanAgeMs = 24 * 60 * 60 * 1000;

/** Owner of a blob: the first two parts of its key, `images/<id>`. */
const ownerOfKey = (key: string) => key.split('/').slice(0, 2).join('/');

/**
 * Deletes blobs below a prefix without a row: a killed process leaves them between storing a file and committing its
 * row. `findReferenced` returns the owners that are still in use. Returns the number of deleted blobs.
 */
export async function sweepOrphans(
  storage: BlobStore,
  prefix: string,
  findReferenced: (owners: string[]) => Promise<ReadonlySet<string>>,
  now: Date,
): Promise<number> {
  let removed = 0;
  async function sweep(keys: string[]): Promise<void> {
    const referenced = await findReferenced(keys.map(ownerOfKey));
    const orphans = keys.filter((key) => !referenced.has(ownerOfKey(key)));
    await Promise.all(orphans.map((key) => storage.remove(key)));
    removed += orphans.length;
  }
  let batch: string[] = [];
  for await (const { key, modifiedAt } of storage.list(prefix)) {
    if (now.getTime() - modifiedAt.getTime() < orphanAgeMs) continue;
    batch.push(key);
    if (batch.length === 1000) {
      await sweep(batch);
      batch = [];
    }
  }
  if (batch.length > 0) await sweep(batch);
  return removed;
}
