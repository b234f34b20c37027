import type { Job } from '#platform/server/jobs.ts';
import { forgetOld, type Deps } from './commands.ts';

export function callsJobs(deps: Pick<Deps, 'db' | 'realtime'>) {
  const forget: Job<unknown> = () => forgetOld(deps);
  return { 'calls.forget': forget };
}
