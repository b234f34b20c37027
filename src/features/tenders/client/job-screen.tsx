import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, FileText } from 'lucide-react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { ReportButton } from '#features/moderation/client/public.tsx';
import { typeName } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { formatSize } from '#platform/client/format-size.ts';
import { buttonClass } from '#ui/button.tsx';
import { NotRead } from '#ui/load-failed.tsx';
import type { TenderDetail } from '../contract.ts';
import { filePath, reportPath, tenderQuery } from './api.ts';
import { JobBids } from './job-bids.tsx';
import { JobPanel } from './job-panel.tsx';
import { JobRecord } from './job-record.tsx';
import { deliveryNames, formatCount, formatDay, stateNames, won } from './words.ts';

/** One tender: the job, the actions of this reader, and the public record. */
export function JobScreen({ id }: { id: string }) {
  const { data: job, error, refetch } = useQuery(tenderQuery(id));
  return (
    <div className="page max-w-6xl py-8">
      {job && <Job job={job} />}
      {!job && !error && <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />}
      {!job && error && (
        <NotRead error={error} retry={refetch}>
          <Link to="/auctions/jobs/{-$id}" params={{ id: undefined }} className={buttonClass()}>
            {m['tenders.view.back']()}
          </Link>
        </NotRead>
      )}
    </div>
  );
}

function Job({ job }: { job: TenderDetail }) {
  const formatMoment = useFormatMoment();
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { title, state, serviceType, customer, publishedAt, isMine } = job;
  return (
    <>
      <Link
        to="/auctions/jobs/{-$id}"
        params={{ id: undefined }}
        className="mb-3 inline-block min-h-6 text-accent-strong underline"
      >
        {m['tenders.view.back']()}
      </Link>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span
          className={`rounded-sm px-2 ${state === 'open' ? 'bg-accent font-semibold text-on-accent' : 'bg-sunken text-ink-soft'}`}
        >
          {stateNames[state]()}
        </span>
        <span className="text-ink-soft">{typeName(serviceType)}</span>
      </p>
      <h1 className="mt-1 text-3xl font-bold break-words">{title}</h1>
      <p className="mt-1 flex flex-wrap gap-x-3 text-ink-soft">
        {customer && (
          <Link to="/people/$username" params={{ username: customer.username }} className="underline">
            {customer.fullName}
          </Link>
        )}
        {publishedAt !== null && (
          <span>{m['tenders.view.published']({ moment: formatMoment(publishedAt) })}</span>
        )}
      </p>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 max-lg:order-2">
          {job.bids.length > 0 && <JobBids job={job} />}
          <Wanted job={job} />
          {state !== 'draft' && <JobRecord job={job} />}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-lg:order-1 lg:sticky lg:top-24">
          <JobPanel job={job} user={user} />
          {!isMine && (
            <p className="text-sm">
              <ReportButton kind="tender" path={reportPath(job.id)} look="link" />
            </p>
          )}
        </div>
      </div>
    </>
  );
}

function Wanted({ job }: { job: TenderDetail }) {
  const { ceiling, ceilingTotal, wantedOn, place, delivery } = job;
  const said = (value: string) => value || m['tenders.view.unsaid']();
  const facts: [string, string][] = [
    [m['tenders.form.quantity'](), formatCount(job.quantity)],
    [m['tenders.form.wanted_on'](), said(wantedOn === null ? '' : formatDay(wantedOn))],
    [m['tenders.form.material'](), said(job.material)],
    [m['tenders.form.colour'](), said(job.colour)],
    [m['tenders.form.tolerance'](), said(job.tolerance)],
    [m['tenders.form.finish'](), said(job.finish)],
    [m['tenders.form.delivery'](), deliveryNames[delivery]()],
    [m['tenders.form.place'](), said(place?.address ?? '')],
  ];
  return (
    <section className="grid gap-5 rounded-lg border border-line bg-surface p-5 md:p-6">
      <h2 className="text-xl font-bold">{m['tenders.view.what']()}</h2>
      {ceiling !== null && ceilingTotal !== null && (
        <p className="tabular-nums">
          <span className="block text-sm text-ink-soft">
            {ceilingTotal > ceiling ? m['tenders.view.ceiling']() : m['tenders.view.ceiling_total']()}
          </span>
          <span className="text-2xl font-bold">{won(ceilingTotal)}</span>{' '}
          {ceilingTotal > ceiling && (
            <span className="text-ink-soft">{m['tenders.card.principal']({ amount: won(ceiling) })}</span>
          )}
        </p>
      )}
      <p className="break-words whitespace-pre-line">{said(job.description)}</p>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3">
        {facts.map(([term, value]) => (
          <div key={term} className="min-w-0">
            <dt className="text-sm text-ink-soft">{term}</dt>
            <dd className="font-semibold break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <Files job={job} />
    </section>
  );
}

function Files({ job }: { job: TenderDetail }) {
  const { id, files, canReadFiles } = job;
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold">{m['tenders.form.files']()}</h3>
      {files.length === 0 && <p className="text-ink-soft">{m['tenders.view.no_files']()}</p>}
      {files.length > 0 && !canReadFiles && (
        <p className="text-sm text-ink-soft">{m['tenders.view.files_hidden']()}</p>
      )}
      {files.length > 0 && (
        <ul className="grid gap-2">
          {files.map((file) => (
            <li
              key={file.id}
              className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-sunken p-3"
            >
              <FileText aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
              <span className="min-w-0 flex-1 break-all">
                {file.name} <span className="text-ink-soft">{formatSize(file.size)}</span>
              </span>
              {canReadFiles && (
                <a
                  href={filePath(id, file.id)}
                  download={file.name}
                  aria-label={m['tenders.view.download']({ name: file.name })}
                  className={buttonClass('secondary', 'text-sm')}
                >
                  <Download aria-hidden="true" className="size-4" />
                  {m['tenders.view.download_short']()}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
