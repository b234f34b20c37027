import { EventEmitter } from 'node:events';
import { Logger, parseCronItems, run, runOnce, type Runner, type TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from './db.ts';

/** A job's work. It may run more than once, so it must be harmless the second time. */
export type Job<Payload> = (payload: Payload) => Promise<void>;

/**
 * Enqueues in the caller's transaction: if that rolls back, the job never was. One with the key of a job that waits
 * replaces it; two payloads that are lists become one list. `keepRunAt`: at the time at which that one would have run.
 */
export async function enqueue(
  db: Db,
  job: string,
  payload: unknown,
  /** Jobs of one queue run one after the other. `keepRunAt` leaves a job of that key where it stands in time. */
  options: { key?: string; queue?: string; runAt?: Date; keepRunAt?: boolean } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${job}, payload := ${JSON.stringify(payload)}::json,
    job_key := ${options.key ?? null}, queue_name := ${options.queue ?? null}, run_at := ${options.runAt ?? null},
    max_attempts := 10, job_key_mode := ${options.keepRunAt ? 'preserve_run_at' : 'replace'})`.execute(db);
}

/** The same job for each payload, in one statement. */
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

/** Takes away jobs that name somebody: those to come, and those that failed for good. A running one is let finish. */
export async function forgetJobs(db: Db, person: { id: string; email: string }): Promise<void> {
  // An address counts as a whole value alone: it may be the end of somebody else's.
  await sql`delete from graphile_worker._private_jobs as job
    where job.locked_at is null
      and (strpos(concat(job.payload::text, ' ', job.last_error, ' ', job.key), ${person.id}) > 0
        or strpos(job.payload::text, ${JSON.stringify(person.email)}) > 0)`.execute(db);
}

/**
 * Frees what a killed process has left locked, which would wait for four hours otherwise. Only for whoever has the database to
 * itself: what another process is doing would be done twice.
 */
export async function freeLockedJobs(db: Db): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array(
    select locked_by from graphile_worker._private_jobs where locked_by is not null
    union select locked_by from graphile_worker._private_job_queues where locked_by is not null))`.execute(
    db,
  );
}

/** Between two signs of life of whoever runs jobs. */
const betweenBeats = 10_000;
/** Seconds without one after which somebody is taken for dead: with the pause between two, less than a minute. */
const deadAfter = 45;

/**
 * Says that this runner lives, and frees what the dead have left locked, which would wait for four hours otherwise. One that was
 * only slow finishes its work beside whoever does it again: jobs are harmless the second time.
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

/** Runs the jobs of all rooms in this process until `stop()`; a running job is finished first. */
export async function runJobs(options: {
  db: Db;
  pool: pg.Pool;
  jobs: Record<string, Job<never>>;
  /** When jobs run by themselves: job to cron pattern, in UTC. */
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

/** Runs what is due now, and what that leads to, until nothing is: for tests that say when time passes. */
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
