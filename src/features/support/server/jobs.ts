import type { Job } from '#platform/server/jobs.ts';
import { publishForgotten, type AnsweringDeps } from './answering.ts';
import { processDue } from './commands.ts';

export function supportJobs(deps: AnsweringDeps) {
  const mind: Job<unknown> = async () => {
    await processDue(deps);
    await publishForgotten(deps);
  };
  return { 'support.mind_due': mind };
}
