import { keptUploadBlobs } from '#features/uploads/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import { sweepOrphans } from '#platform/server/orphans.ts';
import { removePicture } from '#platform/server/pictures.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { publishDue } from './commands.ts';
import { tellOfVersion } from './versions.ts';
import { forgetUnusedStepPictures } from './pictures.ts';
import { forgetViewers } from './counting.ts';
import { indexBacklog } from './indexing.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { createMeasuring } from './models.ts';
import { referencedBlobs } from './queries.ts';
import { dropOldWindows, rollUpFacetCounts, rollUpResourceCounts } from './search-index.ts';

/** Deletes files and pictures without a row, and uploads that were never completed. */
export async function sweepFiles(deps: { db: Db; storage: BlobStore }, now: Date): Promise<number> {
  let removed = 0;
  await forgetUnusedStepPictures(deps.db, now);
  const findReferenced = async (owners: string[]) => {
    const uploading = await keptUploadBlobs(deps.db, owners);
    return new Set([...uploading, ...(await referencedBlobs(deps.db, owners))]);
  };
  for (const prefix of ['files', 'images', 'unfinished']) {
    removed += await sweepOrphans(deps.storage, prefix, findReferenced, now);
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
    await sweepFiles(deps, currentTime());
  };
  const rollUpCounts: Job<unknown> = async () => {
    await rollUpResourceCounts(deps.db);
    await rollUpFacetCounts(deps.db);
    await dropOldWindows(deps.db);
  };
  const indexAll: Job<unknown> = async () => {
    while ((await indexBacklog(deps.db)) > 0);
  };
  const publish: Job<{ id: string }> = async ({ id }) => {
    await publishDue(deps.db, id, currentTime());
  };
  const tellVersion: Job<{ id: string }> = async ({ id }) => {
    await tellOfVersion(deps.db, id, currentTime());
  };
  const forgetWhoLooked: Job<unknown> = () => forgetViewers(deps.db, koreanDay(currentTime()));
  const measureModels = createMeasuring(deps);
  return {
    'resources.measure_models': measureModels,
    'resources.fold_counts': rollUpCounts,
    'resources.index_backlog': indexAll,
    'resources.forget_viewers': forgetWhoLooked,
    'resources.publish_due': publish,
    'resources.tell_of_version': tellVersion,
    'resources.remove_pictures': removePictures,
    'resources.sweep_orphans': sweep,
  };
}
