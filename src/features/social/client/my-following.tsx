import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { followingQuery, readPage } from './api.ts';
import { Face } from './author-line.tsx';
import { FollowButton } from './follow-button.tsx';
import { formatCount } from './words.ts';

/** People followed by the reader, with their publications. */
export function MyFollowing() {
  const page = readPage(useSearch({ strict: false }));
  const { data, error, refetch } = useQuery({
    ...followingQuery(page),
    placeholderData: (before) => before,
  });
  if (error && !data) {
    return <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>;
  }
  if (!data) return <div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />;
  if (data.items.length === 0) {
    return (
      <p className="rounded-lg border border-dashed border-line-strong p-8 text-center">
        {m['social.follow.empty']()}
      </p>
    );
  }
  return (
    <>
      <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
        {data.items.map((person) => (
          <li key={person.username} className="flex flex-wrap items-center gap-4 p-4">
            <Face author={person} />
            <div className="min-w-40 flex-1">
              <Link
                to="/people/$username"
                params={{ username: person.username }}
                className="font-semibold hover:underline"
              >
                {person.fullName}
              </Link>
              <p className="text-sm text-ink-soft">
                @{person.username} ·{' '}
                {m['social.collections.count']({ count: formatCount(person.resourceCount) })}
              </p>
            </div>
            <FollowButton person={person} />
          </li>
        ))}
      </ul>
      <Pagination
        page={data.page}
        pageCount={data.pageCount}
        words={{
          pages: m['social.follow.pages'](),
          previous: m['social.actions.previous'](),
          next: m['social.actions.next'](),
          page: (each) => m['social.actions.page']({ page: each }),
        }}
        renderLink={(each, { label, current, className, children }) => (
          <Link
            to="/my/following"
            search={each > 1 ? { page: each } : {}}
            aria-label={label}
            aria-current={current ? 'page' : undefined}
            activeOptions={{ exact: true }}
            className={className}
          >
            {children}
          </Link>
        )}
      />
    </>
  );
}
