import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { indexBacklog } from './commands.ts';
import { createMeasuring } from './models.ts';
import { removePicture } from './pictures.ts';
import { referencedBlobs } from './queries.ts';
import { foldFacetCounts, foldResourceCounts } from './search-index.ts';

/** Long enough that no request can still be on its way to writing the row. */
const orphanAgeMs = 24 * 60 * 60 * 1000;

/**
 * Removes bytes that no row points at: what a process left behind when it was killed between storing a file and
 * committing its row.
 */
export async function sweepOrphans(deps: { db: Db; storage: BlobStore }, now: Date): Promise<number> {
  let removed = 0;
  const sweep = async (keys: string[]) => {
    const referenced = await referencedBlobs(deps.db, keys);
    const orphans = keys.filter((key) => !referenced.has(key.split('/').slice(0, 2).join('/')));
    await Promise.all(orphans.map((key) => deps.storage.remove(key)));
    removed += orphans.length;
  };
  for (const prefix of ['files', 'images', 'unfinished']) {
    let batch: string[] = [];
    for await (const { key, modifiedAt } of deps.storage.list(prefix)) {
      if (now.getTime() - modifiedAt.getTime() < orphanAgeMs) continue;
      batch.push(key);
      if (batch.length === 1000) {
        await sweep(batch);
        batch = [];
      }
    }
    if (batch.length > 0) await sweep(batch);
  }
  return removed;
}

export function resourcesJobs(deps: { db: Db; storage: BlobStore }) {
  const removePictures: Job<{ pictures: { blobPrefix: string; widths: number[] }[] }> = async ({
    pictures,
  }) => {
    await Promise.all(pictures.map((picture) => removePicture(deps.storage, picture)));
  };
  const sweep: Job<unknown> = async () => {
    await sweepOrphans(deps, new Date());
  };
  const foldCounts: Job<unknown> = async () => {
    await foldResourceCounts(deps.db);
    await foldFacetCounts(deps.db);
  };
  const indexAll: Job<unknown> = async () => {
    while ((await indexBacklog(deps.db)) > 0);
  };
  const measureModels = createMeasuring(deps);
  return {
    'resources.measure_models': measureModels,
    'resources.fold_counts': foldCounts,
    'resources.index_backlog': indexAll,
    'resources.remove_pictures': removePictures,
    'resources.sweep_orphans': sweep,
  };
}
