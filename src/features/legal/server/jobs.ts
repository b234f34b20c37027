import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import { tellOfVersion } from './commands.ts';

export function legalJobs({ db }: { db: Db }) {
  const tell: Job<{ id: string }> = ({ id }) => tellOfVersion(db, id, currentTime());
  return { 'legal.tell': tell };
}
