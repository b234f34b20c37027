import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import { sweepOrphans } from '#platform/server/orphans.ts';
import type { BlobStore } from '#platform/server/storage.ts';

/** Where pictures of banners are kept. */
export const pictureFolder = 'ad-images';

export function adsJobs({ db, storage }: { db: Db; storage: BlobStore }) {
  const sweepPictures: Job<unknown> = async () => {
    await sweepOrphans(storage, pictureFolder, (owners) => referencedPictures(db, owners), new Date());
  };
  return { 'ads.sweep_pictures': sweepPictures };
}

async function referencedPictures(db: Db, owners: string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('adBanner')
    .select('blobPrefix')
    .where('blobPrefix', 'in', owners)
    .execute();
  return new Set(rows.flatMap(({ blobPrefix }) => blobPrefix ?? []));
}
