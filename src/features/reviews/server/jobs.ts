import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import { rateService, rateSoon, showDue } from './commands.ts';

export function reviewsJobs({ db }: { db: Db }) {
  const show: Job<unknown> = () => showDue(db);
  const rate: Job<{ id: string }> = ({ id }) => rateService(db, id);
  /** Reviews lose weight with time, so ratings change without any event. */
  const rateAll: Job<unknown> = async () => {
    const rows = await db
      .selectFrom('review')
      .select('serviceId')
      .distinct()
      .where('state', '=', 'shown')
      .where('serviceId', 'is not', null)
      .execute();
    await rateSoon(
      db,
      rows.map(({ serviceId }) => serviceId),
    );
  };
  return { 'reviews.show_due': show, 'reviews.rate_service': rate, 'reviews.rate_all': rateAll };
}
