import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import { forgetStatistics } from './commands.ts';
import { foldWords } from './vocabulary.ts';

export function searchJobs(deps: { db: Db }) {
  const fold: Job<unknown> = () => foldWords(deps.db);
  const forget: Job<unknown> = () => forgetStatistics(deps.db, currentTime());
  return { 'search.fold_words': fold, 'search.forget_statistics': forget };
}
