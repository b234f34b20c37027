import type pg from 'pg';
import type { Ledger } from './format.ts';

/** Tables that the migrator maintains itself. */
const migratorTables = ['kysely_migration', 'kysely_migration_lock'];

/** Partitions are created on demand: these functions create the partitions of a table up to a value of a column. */
export const partitioned: Readonly<Record<string, { column: string; make: string }>> = {
  resource_search: { column: 'seq', make: 'ensure_resource_search_windows' },
};

/** Lists every table with its stored columns, without generated ones. */
export async function readTables(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; kind: string; columns: string[] }>(
    `select c.relname::text as name, c.relkind::text as kind, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all ($1)
     group by c.oid, c.relname, c.relkind order by c.relname`,
    [migratorTables],
  );
  for (const { name, kind } of rows) {
    if (kind === 'p' && !Object.hasOwn(partitioned, name))
      throw new Error(`nobody has said how the partitions of ${name} are made`);
  }
  return rows.map(({ name, columns }) => ({ name, columns }));
}

/** Highest partition key in use of a partitioned table; undefined for other tables. */
export async function readBound(client: pg.Client, name: string): Promise<number | undefined> {
  const how = partitioned[name];
  if (!how) return undefined;
  const { rows } = await client.query<{ last: string }>(
    `select coalesce(max(${how.column}), 0) as last from "${name}"`,
  );
  return Number(rows[0]?.last);
}

export async function readSequences(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename::text as name, last_value as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, Number(value)]));
}

export async function readLedger(client: pg.Client): Promise<Ledger> {
  const totals = await client.query<{ journals: string; entries: string; sum: string }>(
    `select (select count(*) from ledger_journal) as journals, count(*) as entries, coalesce(sum(amount), 0) as sum
     from ledger_entry`,
  );
  const accounts = await client.query<{ account: string; sum: string }>(
    'select account, sum(amount) as sum from ledger_entry group by account order by account',
  );
  const { journals = '0', entries = '0', sum = '0' } = totals.rows[0] ?? {};
  return {
    journals: Number(journals),
    entries: Number(entries),
    sum: Number(sum),
    accounts: Object.fromEntries(accounts.rows.map((row) => [row.account, Number(row.sum)])),
  };
}

/** Job in the form of `enqueue`, which stays the same whatever version of the queue's own tables is installed. */
export type WaitingJob = {
  task: string;
  payload: unknown;
  queue: string | null;
  runAt: string;
  attempts: number;
  maxAttempts: number;
  key: string | null;
  priority: number;
};

export async function waitingJobs(client: pg.Client): Promise<WaitingJob[]> {
  const { rows } = await client.query<{ job: WaitingJob }>(
    `select json_build_object('task', t.identifier, 'payload', j.payload, 'queue', q.queue_name, 'runAt', j.run_at,
       'attempts', j.attempts, 'maxAttempts', j.max_attempts, 'key', j.key, 'priority', j.priority) as job
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     left join graphile_worker._private_job_queues q on q.id = j.job_queue_id order by j.id`,
  );
  return rows.map(({ job }) => job);
}

/** Jobs are enqueued again with their number of attempts, so that a job that failed for good is not retried for ever. */
export async function enqueueJobs(client: pg.Client, jobs: readonly WaitingJob[]): Promise<void> {
  const { rows } = await client.query<{ id: string; attempts: number }>(
    `with wanted as materialized (
       select job, (graphile_worker.add_job(job->>'task', payload := job->'payload', queue_name := job->>'queue',
         run_at := (job->>'runAt')::timestamptz, max_attempts := (job->>'maxAttempts')::integer, job_key := job->>'key',
         priority := (job->>'priority')::integer)).id as id
       from json_array_elements($1::json) job)
     select id, (job->>'attempts')::integer as attempts from wanted`,
    [JSON.stringify(jobs)],
  );
  await client.query(
    `update graphile_worker._private_jobs j set attempts = tried.attempts
     from unnest($1::bigint[], $2::smallint[]) as tried (id, attempts) where tried.id = j.id`,
    [rows.map(({ id }) => id), rows.map(({ attempts }) => attempts)],
  );
}
