import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import { endSuspensions } from './commands.ts';

export function adminJobs({ db }: { db: Db }) {
  const end: Job<unknown> = () => endSuspensions(db, currentTime());
  return { 'admin.end_suspensions': end };
}
