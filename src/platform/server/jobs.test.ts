import Fastify from 'fastify';
import { runMigrations, type Runner } from 'graphile-worker';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectDatabase, type DatabaseHandle } from './db.ts';
import { enqueue, forgetJobs, freeLockedJobs, runJobs, type Job } from './jobs.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
let handle: DatabaseHandle;
let runners: Runner[] = [];
let logged: { level: number; msg: string }[] = [];

/** Log methods of pino. */
const errorLevel = 50;
const log = Fastify({
  logger: { level: 'warn', stream: { write: (line: string) => void logged.push(JSON.parse(line)) } },
}).log;

beforeAll(async () => {
  database = await createTestDatabase();
  handle = connectDatabase(database.connectionString, {
    poolSize: 10,
    onError() {},
  });
  await runMigrations({ pgPool: handle.pool });
});
afterAll(async () => {
  await handle.close();
  await database.drop();
});
beforeEach(() => {
  logged = [];
});
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()));
  runners = [];
  await handle.pool.query('delete from graphile_worker._private_jobs');
});

type Work = { word: string };

async function start(jobs: Record<string, Job<never>>): Promise<Runner> {
  const runner = await runJobs({ ...handle, jobs, schedule: {}, log, between: 50 });
  runners.push(runner);
  return runner;
}

/** Resolves when a job of this name has succeeded. */
function jobDone(runner: Runner, name: string): Promise<void> {
  return new Promise((happened) => {
    runner.events.on('job:success', ({ job }) => {
      if (job.task_identifier === name) happened();
    });
  });
}

type Waiting = { task: string; attempts: number; most: number; locked: boolean };

async function waiting(): Promise<Waiting[]> {
  const { rows } = await handle.pool.query<Waiting>(
    `select task_identifier as task, attempts, max_attempts as most, locked_at is not null as locked
     from graphile_worker.jobs order by id`,
  );
  return rows;
}

/** A job's row is updated a moment after the job has ended, even after stop(). */
function untilWaiting(jobs: Waiting[]): Promise<void> {
  return vi.waitFor(async () => expect(await waiting()).toEqual(jobs), { timeout: 10_000 });
}

/** graphile-worker times the retries; here their delay is skipped. */
const endPauses = () => handle.pool.query('update graphile_worker._private_jobs set run_at = now()');

describe('a job', () => {
  test('runs once with its payload and is deleted', async () => {
    const seen: unknown[] = [];
    const work: Job<unknown> = async (payload) => void seen.push(payload);
    const runner = await start({ 'room.work': work });
    const done = jobDone(runner, 'room.work');
    const payload = { word: '드론 "팔"', list: [1, null, { a_b: true }] };
    await enqueue(handle.db, 'room.work', payload);
    await done;
    expect(seen).toEqual([payload]);
    await runner.stop();
    runners = [];
    await untilWaiting([]);
    expect(logged).toEqual([]);
  });

  test('enqueued before any worker runs is not lost', async () => {
    await enqueue(handle.db, 'room.work', { word: 'early' });
    expect(await waiting()).toEqual([{ task: 'room.work', attempts: 0, most: 10, locked: false }]);
    const seen = await new Promise<Work>((ran) => {
      const work: Job<Work> = async (payload) => ran(payload);
      void start({ 'room.work': work });
    });
    expect(seen).toEqual({ word: 'early' });
  });

  test('runs once although two processes look for jobs', async () => {
    const seen: string[] = [];
    let finish = () => {};
    const all = new Promise<void>((ended) => {
      finish = ended;
    });
    const work: Job<Work> = async ({ word }) => {
      seen.push(word);
      if (seen.length === 30) finish();
    };
    await Promise.all([start({ 'room.work': work }), start({ 'room.work': work })]);
    const words = Array.from({ length: 30 }, (_, index) => `word ${index}`);
    await Promise.all(words.map((word) => enqueue(handle.db, 'room.work', { word })));
    await all;
    await Promise.all(runners.map((runner) => runner.stop()));
    runners = [];
    expect(seen.toSorted()).toEqual(words.toSorted());
    await untilWaiting([]);
  });

  test('of a rolled-back transaction never runs', async () => {
    const seen: string[] = [];
    const work: Job<Work> = async ({ word }) => void seen.push(word);
    const runner = await start({ 'room.work': work });
    const done = jobDone(runner, 'room.work');
    await expect(
      handle.db.transaction().execute(async (trx) => {
        await enqueue(trx, 'room.work', { word: 'rolled back' });
        throw new Error('no, after all');
      }),
    ).rejects.toThrow('no, after all');
    await handle.db.transaction().execute((trx) => enqueue(trx, 'room.work', { word: 'committed' }));
    await done;
    expect(seen).toEqual(['committed']);
    expect((await waiting()).filter(({ attempts }) => attempts === 0)).toEqual([]);
  });

  test('replaces a waiting job with the same key', async () => {
    await enqueue(handle.db, 'room.work', { word: 'first' }, { key: 'k' });
    await enqueue(handle.db, 'room.work', { word: 'second' }, { key: 'k' });
    await enqueue(handle.db, 'room.work', { word: 'other' }, { key: 'l' });
    const seen: string[] = [];
    await new Promise<void>((ended) => {
      const work: Job<Work> = async ({ word }) => {
        seen.push(word);
        if (seen.length === 2) ended();
      };
      void start({ 'room.work': work });
    });
    expect(seen.toSorted()).toEqual(['other', 'second']);
  });
});

describe('a job that fails', () => {
  test('is logged, stays, and is retried until it succeeds', async () => {
    let tries = 0;
    const work: Job<Work> = async () => {
      tries += 1;
      if (tries < 3) throw new Error(`try ${tries} failed`);
    };
    const done = jobDone(await start({ 'room.work': work }), 'room.work');
    await enqueue(handle.db, 'room.work', { word: 'x' });
    for (const attempts of [1, 2]) {
      await untilWaiting([{ task: 'room.work', attempts, most: 10, locked: false }]);
      expect(tries).toBe(attempts);
      const told = logged.filter(({ msg }) => msg.includes(`try ${attempts} failed`));
      expect(told.map(({ level }) => level)).toEqual([errorLevel]);
      await endPauses();
    }
    await done;
    expect(tries).toBe(3);
  });

  test('does not block the others', async () => {
    const broken: Job<unknown> = async () => {
      throw new Error('always');
    };
    const fine: Job<unknown> = async () => {};
    const done = jobDone(await start({ 'room.broken': broken, 'room.fine': fine }), 'room.fine');
    await enqueue(handle.db, 'room.broken', {});
    await enqueue(handle.db, 'room.fine', {});
    await done;
    expect((await waiting()).map(({ task }) => task)).toContain('room.broken');
  });
});

test('a running job is finished before stop() returns', async () => {
  let release = () => {};
  const held = new Promise<void>((go) => {
    release = go;
  });
  let ended = false;
  const begun = new Promise<void>((begin) => {
    const work: Job<unknown> = async () => {
      begin();
      await held;
      ended = true;
    };
    void start({ 'room.work': work }).then(() => enqueue(handle.db, 'room.work', {}));
  });
  await begun;
  const stopping = Promise.all(runners.map((runner) => runner.stop()));
  runners = [];
  release();
  await stopping;
  expect(ended).toBe(true);
  await untilWaiting([]);
});

test('the job of a killed process is done at once by the next process that runs alone', async () => {
  for (const word of ['queued', 'plain'])
    await enqueue(handle.db, 'room.work', { word }, word === 'queued' ? { queue: 'line' } : {});
  for (const table of ['_private_jobs', '_private_job_queues'])
    await handle.pool.query(
      `update graphile_worker.${table} set locked_at = now(), locked_by = 'pool-of-the-dead'`,
    );
  await freeLockedJobs(handle.db);
  const done: string[] = [];
  await start({ 'room.work': async ({ word }: Work) => void done.push(word) });
  await expect.poll(() => done.toSorted()).toEqual(['plain', 'queued']);
});

test('the job of a killed process is taken over within a minute, and that of a living one is not', async () => {
  const done: string[] = [];
  await start({ 'room.work': async ({ word }: Work) => void done.push(word) });
  const lockedBy = async (word: string, runner: string, aliveFor: string, queue?: string) => {
    const later = new Date(Date.now() + 60_000);
    await enqueue(handle.db, 'room.work', { word }, { runAt: later, ...(queue !== undefined && { queue }) });
    await handle.pool.query('insert into job_runner (id, alive_at) values ($1, now() - $2::interval)', [
      runner,
      aliveFor,
    ]);
    for (const [table, is] of [
      ['_private_jobs', "payload->>'word' = $2"],
      ['_private_job_queues', 'queue_name = $2'],
    ] as const)
      await handle.pool.query(
        `update graphile_worker.${table} set locked_at = now() - interval '50 seconds', locked_by = $1 where ${is}`,
        [runner, table === '_private_jobs' ? word : queue],
      );
    await handle.pool.query(
      "update graphile_worker._private_jobs set run_at = now() where payload->>'word' = $1",
      [word],
    );
  };
  await lockedBy('of the living', 'pool-of-the-living', '3 seconds');
  await lockedBy('of the dead', 'pool-of-the-dead', '46 seconds');
  await lockedBy('queued', 'pool-of-the-dead-too', '1 hour', 'line');
  await expect.poll(() => done.toSorted()).toEqual(['of the dead', 'queued']);
  await untilWaiting([expect.objectContaining({ locked: true })]);
  expect(done).toHaveLength(2);
});

test('an invalid cron pattern stops the start', async () => {
  const work: Job<unknown> = async () => {};
  await expect(
    runJobs({ ...handle, jobs: { 'room.work': work }, schedule: { 'room.work': 'sometimes' }, log }),
  ).rejects.toThrow(/cron/i);
});

test('jobs that name a person are deleted, but not those of an address that only ends like theirs', async () => {
  const id = '01890000-0000-7000-8000-000000000001';
  await enqueue(handle.db, 'greet', { email: 'kim@example.com' });
  await enqueue(handle.db, 'greet', { email: 'joakim@example.com' });
  await enqueue(handle.db, 'greet', { personId: id });
  await enqueue(handle.db, 'greet', {}, { key: `greet ${id}` });
  await forgetJobs(handle.db, { id, email: 'kim@example.com' });
  const { rows } = await handle.pool.query('select payload from graphile_worker._private_jobs');
  expect(rows).toEqual([{ payload: { email: 'joakim@example.com' } }]);
});
