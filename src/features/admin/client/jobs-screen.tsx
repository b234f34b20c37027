import { m } from '#i18n/generated/messages.js';
import { formatKoreanMoment } from '#platform/client/korean-moment.ts';
import { shortened } from '#platform/shared/graphemes.ts';
import type { StaffJob } from '../contract.ts';
import { jobName } from '../job-names.ts';
import { jobsTable } from '../rules.ts';
import { jobStateNames } from '../words.ts';
import { retryJobs } from './api.ts';
import { Badge, Details, StaffTable } from './staff-table.tsx';

/** Table of waiting and failed background jobs. */
export function JobsScreen() {
  return (
    <StaffTable<StaffJob>
      list="jobs"
      to="/admin/jobs"
      title={m['admin.jobs.title']()}
      text={m['admin.jobs.text']()}
      searchLabel={m['admin.jobs.search']()}
      shape={jobsTable}
      choices={[
        {
          name: 'state',
          label: m['admin.jobs.state'](),
          all: m['admin.table.all'](),
          values: jobStateNames,
        },
      ]}
      sorts={{
        newest: () => m['admin.jobs.newest'](),
        oldest: () => m['admin.jobs.oldest'](),
        due: () => m['admin.jobs.by_due'](),
      }}
      columns={[
        { head: m['admin.jobs.name'](), cell: () => '' },
        { head: m['admin.jobs.error'](), isSecondary: true, cell: ({ error }) => firstLine(error) },
        {
          head: m['admin.jobs.attempts'](),
          isSecondary: true,
          isNumber: true,
          cell: ({ attempts, maxAttempts }) => `${attempts}/${maxAttempts}`,
        },
        {
          head: m['admin.jobs.due'](),
          isUnbroken: true,
          cell: ({ dueAt }) => formatKoreanMoment(dueAt),
        },
      ]}
      rowName={({ name }) => jobName(name)}
      Badges={JobBadge}
      Panel={JobPanel}
      acts={[
        {
          name: m['admin.jobs.retry'](),
          isFor: ({ state }) => state !== 'running',
          title: (count) => m['admin.jobs.retry_title']({ count }),
          text: m['admin.jobs.retry_text'](),
          done: (count) => m['admin.jobs.retry_done']({ count }),
          isFinal: true,
          send: (ids, reason) => retryJobs(ids, reason),
        },
      ]}
      canExport
    />
  );
}

function firstLine(error: string | null): string {
  const [line = ''] = (error ?? '').split('\n', 1);
  return shortened(line, 80);
}

function JobBadge({ row: { state } }: { row: StaffJob }) {
  return state === 'waiting' ? null : (
    <Badge look={state === 'failed' ? 'bad' : 'neutral'}>{jobStateNames[state]()}</Badge>
  );
}

function JobPanel({ row }: { row: StaffJob }) {
  return (
    <>
      <Details
        rows={[
          [m['admin.jobs.state'](), jobStateNames[row.state]()],
          [m['admin.jobs.code'](), row.name],
          [m['admin.jobs.attempts'](), `${row.attempts}/${row.maxAttempts}`],
          [m['admin.jobs.created'](), formatKoreanMoment(row.createdAt)],
          [m['admin.jobs.due'](), formatKoreanMoment(row.dueAt)],
        ]}
      />
      {row.error !== null && (
        <section className="grid gap-2">
          <h3 className="font-semibold">{m['admin.jobs.error']()}</h3>
          <pre className="rounded-md bg-sunken p-3 text-sm wrap-anywhere whitespace-pre-wrap">
            {row.error}
          </pre>
        </section>
      )}
    </>
  );
}
