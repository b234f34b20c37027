import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { ownTendersQuery } from './api.ts';
import { JobCard } from './job-card.tsx';
import { pageWords } from './jobs-screen.tsx';

const sides = ['posted', 'bid'] as const;

/** What I have put out to bids, and what I have bid on. */
export function MyJobs() {
  const asked: Record<string, unknown> = useSearch({ strict: false });
  const side = asked['side'] === 'bid' ? 'bid' : 'posted';
  const wanted = Number(asked['page']);
  const page = Number.isSafeInteger(wanted) && wanted > 1 && wanted < 1e9 ? wanted : 1;
  const { data, error, refetch } = useQuery(ownTendersQuery(side, page));
  const searchOf = (next: { side: string; page?: number }) =>
    ({
      ...(next.side === 'bid' && { side: 'bid' }),
      ...(next.page !== undefined && next.page > 1 && { page: next.page }),
    }) as never;
  return (
    <div className="grid gap-4">
      <nav aria-label={m['tenders.mine.sides']()} className="border-b border-line">
        <ul className="flex">
          {sides.map((each) => (
            <li key={each}>
              <Link
                to="."
                search={searchOf({ side: each })}
                aria-current={each === side ? 'true' : undefined}
                activeOptions={{ exact: true, includeSearch: true }}
                className="block min-h-11 border-b-2 border-transparent px-4 py-2 aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-accent-strong"
              >
                {each === 'posted' ? m['tenders.mine.posted']() : m['tenders.mine.bid']()}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {error && !data && <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>}
      {!error && !data && <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />}
      {data && data.items.length === 0 && (
        <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line-strong p-8 text-center">
          <p>{side === 'posted' ? m['tenders.mine.empty_posted']() : m['tenders.mine.empty_bid']()}</p>
          <Link
            to="/auctions/jobs/{-$id}"
            params={{ id: side === 'posted' ? 'create' : undefined }}
            className={buttonClass('secondary')}
          >
            {side === 'posted' ? m['tenders.list.create']() : m['tenders.mine.browse']()}
          </Link>
        </div>
      )}
      {data && data.items.length > 0 && (
        <>
          <ul className="grid gap-4 md:grid-cols-2">
            {data.items.map((job) => (
              <li key={job.id}>
                <JobCard job={job} />
              </li>
            ))}
          </ul>
          <Pagination
            page={data.page}
            pageCount={data.pageCount}
            words={pageWords()}
            renderLink={(each, { label, current, className, children }) => (
              <Link
                to="."
                search={searchOf({ side, page: each })}
                aria-label={label}
                aria-current={current ? 'page' : undefined}
                activeOptions={{ exact: true, includeSearch: true }}
                className={className}
              >
                {children}
              </Link>
            )}
          />
        </>
      )}
    </div>
  );
}
