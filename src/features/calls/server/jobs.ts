import { currentTime } from '#platform/server/clock.ts';
import type { Job } from '#platform/server/jobs.ts';
import { forgetOld, type Deps, type LostSeat } from './commands.ts';
import { putOutOfServer } from './ice.ts';

export function callsJobs(deps: Pick<Deps, 'db' | 'realtime' | 'config'>) {
  const forget: Job<unknown> = async () => {
    const refused: unknown[] = [];
    await forgetOld({ ...deps, onError: (error) => refused.push(error) });
    if (refused.length > 0) throw new AggregateError(refused, 'LiveKit did not put everybody out');
  };
  const putOut: Job<LostSeat> = (seat) => putOutOfServer(deps.config.calls, seat, currentTime());
  return { 'calls.forget': forget, 'calls.put_out': putOut };
}
