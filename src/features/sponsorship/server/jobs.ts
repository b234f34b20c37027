import { sql } from 'kysely';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { actApart, type Job } from '#platform/server/jobs.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { ask } from './commands.ts';
import { expire, keep } from './contributions.ts';

/** Maximum number per kind and run; the rest waits for the next run. */
const atOnce = 200;

export function sponsorshipJobs(deps: { db: Db; feePercent: number }) {
  const mind: Job<unknown> = () => processDue(deps);
  return { 'sponsorship.mind_due': mind };
}

/**
 * Handles deadlines: keeps payments, expires unpaid ones, and asks monthly sponsors. A failure does not delay the
 * others.
 */
export async function processDue({ db, feePercent }: { db: Db; feePercent: number }): Promise<void> {
  const now = await databaseTime(db);
  const apart = actApart(db);
  const each = (ids: readonly { id: string }[], act: (trx: Trx, id: string, at: Date) => Promise<boolean>) =>
    apart.each(ids, async (trx, { id }) => act(trx, id, await databaseTime(trx)));
  await each(
    await db
      .selectFrom('contribution')
      .select('id')
      .where('state', '=', 'paid')
      .where('heldUntil', '<=', now)
      .orderBy('heldUntil')
      .limit(atOnce)
      .execute(),
    keep,
  );
  await each(
    await db
      .selectFrom('contribution')
      .select('id')
      .where('state', '=', 'open')
      .where('expiresAt', '<=', now)
      .orderBy('expiresAt')
      .limit(atOnce)
      .execute(),
    expire,
  );
  await each(
    await db
      .selectFrom('sponsorship')
      .innerJoin('person', 'person.id', 'sponsorship.personId')
      .select('sponsorship.id')
      .where('state', '=', 'active')
      .where('nextDueOn', '<=', koreanDay(now))
      // People who are leaving or suspended are not asked.
      .where('withdrawsAt', 'is', null)
      .where(sql<boolean>`(suspended_at is null or suspended_until <= now())`)
      .orderBy('nextDueOn')
      .limit(atOnce)
      .execute(),
    (trx, id, at) => ask(trx, id, feePercent, at),
  );
  apart.end('sponsorships could not be brought up to date');
}
