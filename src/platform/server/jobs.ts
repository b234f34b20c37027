import { EventEmitter } from 'node:events';
import { Logger, parseCronItems, run, runOnce, type Runner, type TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import type { Db, Trx } from './db.ts';

/** Handler of a job. It may run more than once, so it must be idempotent. */
export type Job<Payload> = (payload: Payload) => Promise<void>;

/**
 * Enqueues a job in the caller's transaction: if that rolls back, the job does not exist. A job replaces a waiting job
 * with the same key; two payloads that are lists are merged. `keepRunAt` keeps the run time of the replaced job.
 */
export async function enqueue(
  db: Db,
  job: string,
  payload: unknown,
  /** Jobs of one queue run one after the other. `keepRunAt` keeps the run time of a waiting job with this key. */
  options: { key?: string; queue?: string; runAt?: Date; keepRunAt?: boolean } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${job}, payload := ${JSON.stringify(payload)}::json,
    job_key := ${options.key ?? null}, queue_name := ${options.queue ?? null}, run_at := ${options.runAt ?? null},
    max_attempts := 10, job_key_mode := ${options.keepRunAt ? 'preserve_run_at' : 'replace'})`.execute(db);
}

/** Acts on rows each in a transaction of its own, so that a failure does not delay the others. */
export function actApart(db: Db) {
  const failures: unknown[] = [];
  return {
    async each<Row>(rows: readonly Row[], act: (trx: Trx, row: Row) => Promise<unknown>): Promise<void> {
      for (const row of rows) {
        try {
          await db.transaction().execute((trx) => act(trx, row));
        } catch (error) {
          failures.push(error);
        }
      }
    },
    /** Throws what has failed, if anything has. */
    end(message: string): void {
      if (failures.length > 0) throw new AggregateError(failures, message);
    },
  };
}

/** Enqueues the same job for each payload, in one statement. */
export async function enqueueEach(
  db: Db,
  job: string,
  payloads: readonly unknown[],
  { runAt }: { runAt?: Date | undefined } = {},
): Promise<void> {
  if (payloads.length === 0) return;
  await sql`select graphile_worker.add_job(${job}, payload := each, run_at := ${runAt ?? null}, max_attempts := 10)
    from json_array_elements(${JSON.stringify(payloads)}::json) as each`.execute(db);
}

/** Deletes jobs that name a person, both waiting and permanently failed ones. Running jobs are left to finish. */
export async function forgetJobs(db: Db, person: { id: string; email: string }): Promise<void> {
  // Match an address only as a whole JSON value, because it may be the end of another person's address.
  await sql`delete from graphile_worker._private_jobs as job
    where job.locked_at is null
      and (strpos(concat(job.payload::text, ' ', job.last_error, ' ', job.key), ${person.id}) > 0
        or strpos(job.payload::text, ${JSON.stringify(person.email)}) > 0)`.execute(db);
}

/**
 * Unlocks the jobs of killed processes, which would otherwise wait for four hours. Only for a process that has the
 * database to itself: jobs of another live process would run twice.
 */
export async function freeLockedJobs(db: Db): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array(
    select locked_by from graphile_worker._private_jobs where locked_by is not null
    union select locked_by from graphile_worker._private_job_queues where locked_by is not null))`.execute(
    db,
  );
}

/** Interval between heartbeats of a process that runs jobs. */
const betweenBeats = 10_000;
/** Seconds without a heartbeat after which a process counts as dead; together with the interval less than a minute. */
const deadAfter = 45;

/**
 * Writes a heartbeat and unlocks the jobs of dead processes, which would otherwise wait for four hours. A process that
 * was only slow finishes its job while another repeats it, which is safe because jobs are idempotent.
 */
async function beat(db: Db, runnerId: string): Promise<void> {
  await sql`insert into job_runner (id, alive_at) values (${runnerId}, now())
    on conflict (id) do update set alive_at = excluded.alive_at`.execute(db);
  await sql`
    with alive as (select id from job_runner where alive_at > now() - make_interval(secs => ${deadAfter})),
      locked as (
        select locked_by, locked_at from graphile_worker._private_jobs where locked_by is not null
        union all select locked_by, locked_at from graphile_worker._private_job_queues where locked_by is not null),
      -- Of a runner whose first sign is on its way, what is locked is new.
      dead as (select distinct locked_by from locked where locked_at < now() - make_interval(secs => ${deadAfter})
        and locked_by not in (select id from alive))
    select graphile_worker.force_unlock_workers(array(select locked_by from dead)) where exists (select from dead)`.execute(
    db,
  );
  await sql`delete from job_runner where alive_at < now() - interval '1 day'`.execute(db);
}

/** Runs the jobs of all rooms in this process until `stop()`; running jobs are finished first. */
export async function runJobs(options: {
  db: Db;
  pool: pg.Pool;
  jobs: Record<string, Job<never>>;
  /** Scheduled jobs: name to cron pattern, in UTC. */
  schedule: Record<string, string>;
  log: FastifyBaseLogger;
  /** Milliseconds. */
  between?: number;
}): Promise<Runner> {
  const events: Runner['events'] = new EventEmitter();
  let id = '';
  events.on('pool:create', ({ workerPool }) => (id = workerPool.id));
  const runner = await run({
    events,
    pgPool: options.pool,
    taskList: taskListOf(options.jobs),
    parsedCronItems: parseCronItems(
      Object.entries(options.schedule).map(([task, match]) => ({
        task,
        match,
        options: { backfillPeriod: 0 },
      })),
    ),
    concurrency: 4,
    pollInterval: 500,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') options.log.error({ job: true }, message);
      else if (level === 'warning') options.log.warn({ job: true }, message);
      else options.log.debug({ job: true }, message);
    }),
  });
  const beats = () =>
    beat(options.db, id).catch((error: unknown) =>
      options.log.warn({ job: true, err: error }, 'a sign of life of whoever runs jobs could not be given'),
    );
  void beats();
  const timer = setInterval(() => void beats(), options.between ?? betweenBeats);
  events.on('stop', () => clearInterval(timer));
  return runner;
}

/** Runs the jobs that are due, and the jobs that these enqueue, until none is left: for tests that control time. */
export async function runDueJobs(pool: pg.Pool, jobs: Record<string, Job<never>>): Promise<void> {
  await runOnce({
    pgPool: pool,
    taskList: taskListOf(jobs),
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
  });
}

function taskListOf(jobs: Record<string, Job<never>>): TaskList {
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [name, (payload: unknown) => job(payload as never)]),
  );
}
