import type { PlacingDeps } from '#features/orders/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import type { Signer } from '#platform/server/signing.ts';
import { sweepOrphans } from '#platform/server/orphans.ts';
import { processDue, processOne, type ClockDeps } from './clock.ts';

export function auctionsJobs(deps: ClockDeps & PlacingDeps & { signer: Signer }) {
  const { db, storage } = deps;
  const lotMoved: Job<{ auctionId: string }> = ({ auctionId }) => processOne(deps, auctionId);
  const sweepPictures: Job<unknown> = async () => {
    await sweepOrphans(storage, 'auction-images', (owners) => referencedPictures(db, owners), currentTime());
  };
  return {
    'auctions.mind_due': () => processDue(deps),
    'auctions.sweep_pictures': sweepPictures,
    'orders.lot_moved': lotMoved,
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
