import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import { sweepOrphans } from '#platform/server/orphans.ts';
import { rotateKeys, type Vault } from '#platform/server/sealed.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { referencedServicePictures } from './commands.ts';
import { sealedPickup } from './pickup.ts';

export function servicesJobs({ db, storage, vault }: { db: Db; storage: BlobStore; vault: Vault }) {
  const sweepPictures: Job<unknown> = async () => {
    const findReferenced = (owners: string[]) => referencedServicePictures(db, owners);
    await sweepOrphans(storage, 'service-images', findReferenced, currentTime());
  };
  const sealOld: Job<unknown> = () =>
    rotateKeys(db, vault, {
      table: 'service_workshop',
      id: 'service_id',
      column: 'sealed_pickup',
      purpose: sealedPickup,
    });
  return { 'services.sweep_pictures': sweepPictures, 'services.seal_anew': sealOld };
}
