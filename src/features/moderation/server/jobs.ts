import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import { processDue, type Things } from './commands.ts';

export function moderationJobs({ db, things }: { db: Db; things: Things }) {
  const mind: Job<unknown> = () => processDue(db, things);
  return { 'moderation.mind_due': mind };
}
