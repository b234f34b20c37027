import { expect, test } from 'vitest';
import { jobNames } from '#features/admin/job-names.ts';
import { allJobs } from './jobs.ts';
import { startTestServer } from './testing.ts';

test('every job has a description for staff', async () => {
  const server = await startTestServer();
  const jobs = Object.keys(allJobs(server.runtime)).toSorted();
  await server.close();
  expect(Object.keys(jobNames).toSorted()).toEqual(jobs);
});
