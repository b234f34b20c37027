import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#app/testing.ts';
import { enqueue, runDueJobs } from '#platform/server/jobs.ts';
import type { AuditEntry, ManyAnswer, StaffJob } from '../contract.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signUp({ role: 'admin' });
  await server.runtime.pool.query('delete from graphile_worker._private_jobs');
});
afterAll(() => server.close());

const listed = async (query = '') =>
  (await server.call('GET', `/api/admin/jobs?${query}`, { as: admin })).json<StaffJob[]>();

test('a failed job is listed with its error and without its payload, and can be run again', async () => {
  const { db, pool } = server.runtime;
  let isBroken = true;
  let runs = 0;
  const jobs = {
    'test.letter': async () => {
      runs += 1;
      if (isBroken) throw new Error('the post is closed');
    },
  };
  await enqueue(db, 'test.letter', { to: 'secret@example.com' });
  await runDueJobs(pool, jobs);
  // The queue records the result of a job a moment later.
  await expect
    .poll(() => listed('state=retrying'))
    .toMatchObject([{ name: 'test.letter', attempts: 1, maxAttempts: 10 }]);
  await pool.query('update graphile_worker._private_jobs set attempts = max_attempts');

  const [job] = await listed('state=failed&search=post is closed');
  expect(job).toMatchObject({ name: 'test.letter', state: 'failed' });
  expect(job?.error).toContain('the post is closed');
  expect(JSON.stringify(job)).not.toContain('secret@example.com');

  isBroken = false;
  const retry = async () =>
    (
      await server.call('POST', '/api/admin/jobs/many', {
        as: admin,
        payload: { action: 'retry', ids: [job?.id], reason: '우체국이 다시 열었어요.' },
      })
    ).json<ManyAnswer>();
  expect((await retry()).done).toHaveLength(1);
  await runDueJobs(pool, jobs);
  await expect.poll(() => listed()).toEqual([]);
  expect(runs).toBe(2);
  expect((await retry()).failed).toMatchObject([{ code: 'job_not_found' }]);
  const audit = await server.call('GET', `/api/admin/audit?search=${job?.id}`, { as: admin });
  expect(audit.json<AuditEntry[]>()).toMatchObject([
    { action: 'job.retry', reason: '우체국이 다시 열었어요.', before: { attempts: 10 }, canUndo: false },
  ]);
});

test('retrying an unknown job runs no waiting job', async () => {
  const answer = await server.call('POST', '/api/admin/jobs/many', {
    as: admin,
    payload: { action: 'retry', ids: ['00000000-0000-8000-8000-ffffffffffff'], reason: 'x' },
  });
  expect(answer.json<ManyAnswer>().failed).toMatchObject([{ code: 'job_not_found' }]);
});
