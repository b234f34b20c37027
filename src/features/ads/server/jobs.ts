import { sql } from 'kysely';
import { isGoingOn, markUsed } from '#features/sponsorship/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import { sweepOrphans } from '#platform/server/orphans.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { paidUntil, today } from './queries.ts';

/** Storage folder for pictures of banners. */
export const pictureFolder = 'ad-images';

export function adsJobs({ db, storage }: { db: Db; storage: BlobStore }) {
  const sweepPictures: Job<unknown> = async () => {
    await sweepOrphans(storage, pictureFolder, (owners) => referencedPictures(db, owners), currentTime());
  };
  const mind: Job<unknown> = () => processBanners(db);
  return { 'ads.sweep_pictures': sweepPictures, 'ads.mind_banners': mind };
}

/**
 * Ends expired banners, extends those of sponsors who have paid again, and marks these contributions as used.
 * A monthly payment may be late: the banner is then not shown, and needs no new review.
 */
async function processBanners(db: Db): Promise<void> {
  await db
    .updateTable('adBanner')
    .set({ state: 'ended' })
    .where('state', '=', 'shown')
    .where('kind', '=', 'house')
    .where(sql<boolean>`ends_on < ${today}`)
    .execute();
  const { rows } = await sql<{
    id: string;
  }>`select id from ad_banner banner where state = 'shown' and kind = 'sponsor'
    and (ends_on < ${today} or ${paidUntil} is null) order by id`.execute(db);
  for (const { id } of rows) await db.transaction().execute((trx) => processBanner(trx, id));
}

async function processBanner(trx: Trx, id: string): Promise<void> {
  const held = await trx
    .selectFrom('adBanner')
    .select('sponsorshipId')
    .where('id', '=', id)
    .where('state', '=', 'shown')
    .forUpdate()
    .executeTakeFirst();
  if (!held || held.sponsorshipId === null) return;
  const { rows } = await sql<{
    until: string | null;
    goesOn: boolean | null;
    isWaitedFor: boolean;
  }>`select ${paidUntil} as until,
    ${today} <= ${paidUntil} as goes_on, ${isGoingOn(sql.ref('banner.sponsorship_id'))} as is_waited_for from ad_banner banner where id = ${id}`.execute(
    trx,
  );
  const [{ until, goesOn, isWaitedFor } = { until: null, goesOn: false, isWaitedFor: false }] = rows;
  const isUsed = goesOn === true && (await markUsed(trx, held.sponsorshipId, await databaseTime(trx)));
  if (!isUsed && isWaitedFor && until !== null) return;
  await trx
    .updateTable('adBanner')
    .set(isUsed ? { endsOn: until } : { state: 'ended' })
    .where('id', '=', id)
    .execute();
}

async function referencedPictures(db: Db, owners: string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('adBanner')
    .select('blobPrefix')
    .where('blobPrefix', 'in', owners)
    .execute();
  return new Set(rows.flatMap(({ blobPrefix }) => blobPrefix ?? []));
}
