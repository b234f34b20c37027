import { sql } from 'kysely';
import type { Locale } from '#i18n/languages.ts';
import { m } from '#i18n/generated/messages.js';
import type { Db, Trx } from '#platform/server/db.ts';
import { pageOfRows } from '#platform/server/pages.ts';
import { AppError } from '#platform/shared/errors.ts';
import { likePattern } from '#platform/shared/search-text.ts';
import { momentColumn, type CsvColumn } from '#platform/shared/csv-table.ts';
import { adminErrors, type JobsQuery, type StaffJob } from '../contract.ts';
import { jobName, jobNames } from '../job-names.ts';
import { maxExported } from '../table.ts';
import { jobStateNames } from '../words.ts';
import { recordAudit } from './audit.ts';
import type { StaffPage } from './staff-index.ts';

/** Jobs have numbers, but the audit log and staff tables need UUIDs. */
const idOf = (number: string) => `00000000-0000-8000-8000-${BigInt(number).toString(16).padStart(12, '0')}`;
const numberOf = (id: string) => BigInt(`0x${id.slice(-12)}`).toString();

const state = sql<StaffJob['state']>`case when j.locked_at is not null then 'running'
  when j.attempts >= j.max_attempts then 'failed' when j.last_error is not null then 'retrying' else 'waiting' end`;

const orders = {
  newest: sql`number desc`,
  oldest: sql`number`,
  due: sql`due_at, number`,
};

/**
 * Lists waiting, running, retried and failed jobs; completed ones are deleted. Names are searched in the
 * reader's language.
 */
export async function listJobs(db: Db, wanted: JobsQuery, locale: Locale): Promise<StaffPage<StaffJob>> {
  const { search = '' } = wanted;
  const sought = search.toLowerCase();
  const named = Object.keys(jobNames).filter((name) =>
    jobName(name, { locale }).toLowerCase().includes(sought),
  );
  const found = await pageOfRows<
    Omit<StaffJob, 'createdAt' | 'dueAt'> & { number: string; createdAt: Date; dueAt: Date }
  >(
    db,
    sql`select j.id as number, t.identifier as name, ${state} as state, j.attempts, j.max_attempts,
        left(j.last_error, 2000) as error, j.created_at, j.run_at as due_at
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where (${search} = '' or t.identifier like ${likePattern(search)} or t.identifier = any (${named}::text[])
          or j.last_error like ${likePattern(search)})
        and (${wanted.state ?? ''} = '' or ${state} = ${wanted.state ?? ''})`,
    orders[wanted.sort],
    wanted,
  );
  return {
    ...found,
    totalIsExact: true,
    items: found.items.map(({ number, ...row }) => ({
      ...row,
      id: idOf(number),
      createdAt: row.createdAt.toISOString(),
      dueAt: row.dueAt.toISOString(),
    })),
  };
}

export async function exportJobs(db: Db, wanted: JobsQuery, locale: Locale): Promise<StaffJob[]> {
  return (await listJobs(db, { ...wanted, page: 1, limit: maxExported }, locale)).items;
}

/** Without errors, which may contain personal data. */
export const jobColumns: readonly CsvColumn<StaffJob>[] = [
  [m['admin.jobs.id'], (row) => row.id],
  [m['admin.jobs.name'], (row, locale) => jobName(row.name, { locale })],
  [m['admin.jobs.code'], (row) => row.name],
  [m['admin.jobs.state'], (row) => jobStateNames[row.state]],
  [m['admin.jobs.attempts'], (row) => row.attempts],
  momentColumn(m['admin.jobs.created'], (row) => row.createdAt),
  momentColumn(m['admin.jobs.due'], (row) => row.dueAt),
];

export async function countFailedJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from graphile_worker._private_jobs where attempts >= max_attempts`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Runs a job now, with its attempts reset, unless it is running already. Returns the audit entry's id. */
export async function retryJob(
  trx: Trx,
  actor: { id: string; username: string },
  { id, reason }: { id: string; reason: string },
  now: Date,
): Promise<string> {
  // Without the error: it may contain personal data, and the log is permanent.
  const { rows } = await sql<{ name: string; attempts: number }>`
    select t.identifier as name, j.attempts
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.id = ${numberOf(id)}::bigint and j.locked_at is null for update of j`.execute(trx);
  const [job] = rows;
  if (!job) throw new AppError(adminErrors.job_not_found);
  await sql`select graphile_worker.reschedule_jobs(array[${numberOf(id)}::bigint], run_at := now(), attempts := 0)`.execute(
    trx,
  );
  return recordAudit(
    trx,
    {
      actor,
      action: 'job.retry',
      target: { type: 'job', id },
      reason,
      before: { ...job },
      after: { name: job.name, attempts: 0 },
    },
    now,
  );
}
