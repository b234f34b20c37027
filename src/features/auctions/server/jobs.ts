import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import { sweepOrphans } from '#platform/server/orphans.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { mindOne, mindRest, mindTimes, tellOutbid, type ClockDeps } from './clock.ts';

export function auctionsJobs(deps: ClockDeps & { storage: BlobStore }) {
  const { db, storage } = deps;
  /** What the clock does at once; here too, for a place whose jobs run where no clock does. */
  const mindDue: Job<unknown> = async () => {
    await mindTimes(deps);
    await tellOutbid(deps);
    await mindRest(deps);
  };
  const lotPaid: Job<{ auctionId: string }> = ({ auctionId }) => mindOne(deps, auctionId);
  const sweepPictures: Job<unknown> = async () => {
    await sweepOrphans(storage, 'auction-images', (owners) => referencedPictures(db, owners), new Date());
  };
  return {
    'auctions.mind_due': mindDue,
    'auctions.sweep_pictures': sweepPictures,
    'orders.lot_paid': lotPaid,
  };
}

async function referencedPictures(db: Db, owners: string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('auctionImage')
    .select('blobPrefix')
    .where('blobPrefix', 'in', owners)
    .execute();
  return new Set(rows.map(({ blobPrefix }) => blobPrefix));
}
