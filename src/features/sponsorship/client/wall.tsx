import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ReportButton } from '#features/moderation/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { formatDay } from '#platform/client/local-time.ts';
import { Button } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { Sponsor } from '../contract.ts';
import { wallQuery } from './api.ts';
import { cadenceNames, recipientName, tierNames } from './words.ts';

/** List of sponsors with a button for the next page. */
export function Wall() {
  const [pages, setPages] = useState(1);
  const { data } = useQuery(wallQuery(1));
  return (
    <section id="wall" aria-labelledby="wall-title" className="grid scroll-mt-4 gap-4">
      <h2 id="wall-title" className="text-xl font-bold">
        {m['sponsorship.wall.title']()}{' '}
        {data && data.total > 0 && (
          <span className="text-base font-normal text-ink-soft tabular-nums">
            {m['sponsorship.wall.count']({ count: data.total })}
          </span>
        )}
      </h2>
      {data?.total === 0 ? (
        <p className="rounded-lg border border-dashed border-line-strong p-8 text-center">
          {m['sponsorship.wall.empty']()}
        </p>
      ) : (
        Array.from({ length: pages }, (_, index) => <WallPage key={index} page={index + 1} />)
      )}
      {data && pages < data.pageCount && (
        <Button look="secondary" className="w-fit justify-self-center" onClick={() => setPages(pages + 1)}>
          {m['sponsorship.wall.more']()}
        </Button>
      )}
    </section>
  );
}

function WallPage({ page }: { page: number }) {
  const { data, error, refetch } = useQuery(wallQuery(page));
  if (!data && error)
    return (
      <LoadFailed retry={() => refetch()}>
        {m['sponsorship.wall.failed']()} {describeError(error, '')}
      </LoadFailed>
    );
  if (!data) return <div aria-busy="true" className="h-48 animate-pulse rounded-lg bg-sunken" />;
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {data.items.map((sponsor) => (
        <Stone key={sponsor.id} sponsor={sponsor} />
      ))}
    </ul>
  );
}

function Stone({ sponsor }: { sponsor: Sponsor }) {
  const { id, name, username, tier, cadence, message, recipient, since } = sponsor;
  const isLarge = tier === 'bench' || tier === 'motor';
  return (
    <li
      className={`grid content-start gap-1 rounded-lg border p-4 ${isLarge ? 'border-accent bg-accent-soft sm:col-span-2' : 'border-line bg-surface'}`}
    >
      <p className="flex items-start justify-between gap-3">
        <span className={`wrap-anywhere ${isLarge ? 'text-lg font-bold' : 'font-semibold'}`}>
          {name === null || username === null ? (
            m['sponsorship.wall.anonymous']()
          ) : (
            <Link to="/people/$username" params={{ username }} className="hover:underline">
              {name}
            </Link>
          )}
        </span>
        {message !== '' && <ReportButton kind="sponsor" path={`/api/sponsors/${id}/reports`} look="icon" />}
      </p>
      {message !== '' && <p className="wrap-anywhere">{message}</p>}
      <p className="text-sm text-ink-soft">
        {[tierNames[tier](), cadenceNames[cadence](), formatDay(since)].join(' · ')}
      </p>
      {recipient.kind !== 'house' && (
        <p className="text-sm wrap-anywhere text-ink-soft">
          {recipient.path === null ? (
            m['sponsorship.wall.for']({ name: recipientName(recipient) })
          ) : (
            <Link to={recipient.path} className="inline-block py-1 underline">
              {m['sponsorship.wall.for']({ name: recipientName(recipient) })}
            </Link>
          )}
        </p>
      )}
    </li>
  );
}
