import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import { sweepOrphans } from '#platform/server/orphans.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { referencedServicePictures } from './commands.ts';

export function servicesJobs({ db, storage }: { db: Db; storage: BlobStore }) {
  const sweepPictures: Job<unknown> = async () => {
    const findReferenced = (owners: string[]) => referencedServicePictures(db, owners);
    await sweepOrphans(storage, 'service-images', findReferenced, currentTime());
  };
  return { 'services.sweep_pictures': sweepPictures };
}
