import { notifyAll } from '#features/notifications/server/public.ts';
import { listOwnersNear } from '#features/services/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { actApart, type Job } from '#platform/server/jobs.ts';
import { sweepOrphans } from '#platform/server/orphans.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import type { WantedTerms } from '#platform/shared/wanted-terms.ts';
import { expireWanted, processGrace } from './deciding.ts';
import { expirePledge, lockWanted, pathOf } from './pledges.ts';
import { referencedPictures } from './queries.ts';

/** Storage folder for pictures. */
export const pictureFolder = 'wanted-images';
/** Maximum number per kind and run; the rest waits for the next run. */
const atOnce = 200;

export function wantedJobs({ db, storage, terms }: { db: Db; storage: BlobStore; terms: WantedTerms }) {
  const mind: Job<unknown> = () => processDue(db, terms);
  const tellNear: Job<{ id: string }> = ({ id }) =>
    db.transaction().execute((trx) => tellProviders(trx, id, terms));
  const sweepPictures: Job<unknown> = async () => {
    await sweepOrphans(storage, pictureFolder, (owners) => referencedPictures(db, owners), currentTime());
  };
  return { 'wanted.mind_due': mind, 'wanted.tell_near': tellNear, 'wanted.sweep_pictures': sweepPictures };
}

/** Handles deadlines, each in a transaction of its own; a failure does not delay the others. */
export async function processDue(db: Db, terms: WantedTerms): Promise<void> {
  const now = await databaseTime(db);
  const apart = actApart(db);
  const each = (
    rows: readonly { id: string }[],
    act: (trx: Trx, id: string, terms: WantedTerms) => Promise<boolean>,
  ) => apart.each(rows, (trx, { id }) => act(trx, id, terms));
  await each(
    await db
      .selectFrom('pledge')
      .select('id')
      .where('state', '=', 'open')
      .where('expiresAt', '<=', now)
      .orderBy('expiresAt')
      .limit(atOnce)
      .execute(),
    expirePledge,
  );
  await each(
    await db
      .selectFrom('wanted')
      .select('id')
      .where('state', '=', 'open')
      .where('until', '<=', now)
      .orderBy('until')
      .limit(atOnce)
      .execute(),
    expireWanted,
  );
  await each(
    await db
      .selectFrom('wanted')
      .select('id')
      .where('state', '=', 'grace')
      .where((where) =>
        where.or([
          where('graceUntil', '<=', now),
          where('reminders', '=', 0),
          where.and([
            where('reminders', '=', 1),
            where('graceUntil', '<=', daysOn(now, terms.graceDays - terms.firstReminderDays)),
          ]),
          where.and([
            where('reminders', '=', 2),
            where('graceUntil', '<=', daysOn(now, terms.graceDays - terms.lastReminderDays)),
          ]),
        ]),
      )
      .orderBy('graceUntil')
      .limit(atOnce)
      .execute(),
    processGrace,
  );
  apart.end('things wanted could not be brought up to date');
}

const daysOn = (now: Date, days: number) => new Date(now.getTime() + days * 24 * 60 * 60_000);

/** Tells providers of the trade within reach of a post that it is there, once a post. */
async function tellProviders(trx: Trx, id: string, terms: WantedTerms): Promise<void> {
  const held = await lockWanted(trx, id);
  if (held?.wanted.state !== 'open' || held.wanted.toldAt !== null || held.wanted.hiddenAt !== null) return;
  const { wanted, now } = held;
  await trx.updateTable('wanted').set({ toldAt: now }).where('id', '=', id).execute();
  const { trade, lat, long, title, askerId } = wanted;
  if (trade === null || lat === null || long === null) return;
  const owners = await listOwnersNear(trx, {
    trade,
    point: { lat, long },
    km: terms.alertKm,
    limit: terms.maxAlerts,
    except: askerId,
  });
  await notifyAll(
    trx,
    owners,
    { what: 'wanted_near', path: pathOf(id), params: { title }, people: [askerId] },
    now,
  );
}
