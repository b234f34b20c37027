import Fastify from 'fastify';
import { runMigrations, type Runner } from 'graphile-worker';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectDatabase, type DatabaseHandle } from './db.ts';
import { enqueue, runJobs, type Job } from './jobs.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
let handle: DatabaseHandle;
let runners: Runner[] = [];
let logged: { level: number; msg: string }[] = [];

const log = Fastify({
  logger: { level: 'warn', stream: { write: (line: string) => void logged.push(JSON.parse(line)) } },
}).log;

beforeAll(async () => {
  database = await createTestDatabase();
  handle = connectDatabase(database.connectionString, {
    poolSize: 10,
    onError(error) {
      throw error;
    },
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
  const runner = await runJobs({ pool: handle.pool, jobs, schedule: {}, log });
  runners.push(runner);
  return runner;
}

/** Settles when a job, by its name, has ended in this way. */
function jobEvent(runner: Runner, event: 'job:success' | 'job:failed', name: string): Promise<void> {
  return new Promise((happened) => {
    runner.events.on(event, ({ job }) => {
      if (job.task_identifier === name) happened();
    });
  });
}

async function waiting(): Promise<{ task: string; attempts: number; max: number }[]> {
  const { rows } = await handle.pool.query(
    'select task_identifier as task, attempts, max_attempts as max from graphile_worker.jobs order by id',
  );
  return rows;
}

/** The pause before a retry is graphile's to measure; here it is over at once. */
const endPauses = () => handle.pool.query('update graphile_worker._private_jobs set run_at = now()');

describe('a job', () => {
  test('runs once with its payload, and is gone', async () => {
    const seen: unknown[] = [];
    const work: Job<unknown> = async (payload) => void seen.push(payload);
    const runner = await start({ 'room.work': work });
    const done = jobEvent(runner, 'job:success', 'room.work');
    const payload = { word: '드론 "팔"', list: [1, null, { a_b: true }] };
    await enqueue(handle.db, 'room.work', payload);
    await done;
    expect(seen).toEqual([payload]);
    await runner.stop();
    runners = [];
    expect(await waiting()).toEqual([]);
    expect(logged).toEqual([]);
  });

  test('that waited before anybody ran jobs is not lost', async () => {
    await enqueue(handle.db, 'room.work', { word: 'early' });
    expect(await waiting()).toEqual([{ task: 'room.work', attempts: 0, max: 10 }]);
    const seen = await new Promise<Work>((ran) => {
      const work: Job<Work> = async (payload) => ran(payload);
      void start({ 'room.work': work });
    });
    expect(seen).toEqual({ word: 'early' });
  });

  test('runs once although two processes look for work', async () => {
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
    expect(await waiting()).toEqual([]);
  });

  test('of a transaction that rolled back never was', async () => {
    const seen: string[] = [];
    const work: Job<Work> = async ({ word }) => void seen.push(word);
    const runner = await start({ 'room.work': work });
    const done = jobEvent(runner, 'job:success', 'room.work');
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

  test('with a key replaces the one that waits under it', async () => {
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
  test('is told in the log, stays, and runs again until it succeeds', async () => {
    let tries = 0;
    const work: Job<Work> = async () => {
      tries += 1;
      if (tries < 3) throw new Error(`try ${tries} failed`);
    };
    const runner = await start({ 'room.work': work });
    const succeeded = jobEvent(runner, 'job:success', 'room.work');
    for (const attempt of [1, 2]) {
      const failed = jobEvent(runner, 'job:failed', 'room.work');
      if (attempt === 1) await enqueue(handle.db, 'room.work', { word: 'x' });
      else await endPauses();
      await failed;
      expect(tries).toBe(attempt);
      expect(
        logged.filter(({ msg }) => msg.includes(`try ${attempt} failed`)).map(({ level }) => level),
      ).toEqual([50]);
      expect(await waiting()).toEqual([{ task: 'room.work', attempts: attempt, max: 10 }]);
    }
    await endPauses();
    await succeeded;
    expect(tries).toBe(3);
  });

  test('does not hold up the others', async () => {
    const broken: Job<unknown> = async () => {
      throw new Error('always');
    };
    const fine: Job<unknown> = async () => {};
    const runner = await start({ 'room.broken': broken, 'room.fine': fine });
    const [failed, succeeded] = [
      jobEvent(runner, 'job:failed', 'room.broken'),
      jobEvent(runner, 'job:success', 'room.fine'),
    ];
    await enqueue(handle.db, 'room.broken', {});
    await enqueue(handle.db, 'room.fine', {});
    await Promise.all([failed, succeeded]);
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
  expect(await waiting()).toEqual([]);
});

test('a schedule that no clock understands stops the start', async () => {
  const work: Job<unknown> = async () => {};
  await expect(
    runJobs({ pool: handle.pool, jobs: { 'room.work': work }, schedule: { 'room.work': 'sometimes' }, log }),
  ).rejects.toThrow(/cron/i);
});
