import { currentTime } from '#platform/server/clock.ts';
import type { Job } from '#platform/server/jobs.ts';
import { removeExpired, scanUpload, type UploadsDeps } from './commands.ts';
import { sweepKeptFiles } from './kept-files.ts';

export function uploadsJobs(deps: UploadsDeps) {
  const scan: Job<{ id: string }> = ({ id }) => scanUpload(deps, id);
  const expire: Job<unknown> = async () => {
    while ((await removeExpired(deps, currentTime())) > 0);
  };
  const sweepKept: Job<unknown> = async () => {
    while ((await sweepKeptFiles(deps, currentTime())) > 0);
  };
  return { 'uploads.scan': scan, 'uploads.expire': expire, 'uploads.sweep_kept': sweepKept };
}
