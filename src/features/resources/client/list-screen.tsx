import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, type FormEvent, type ReactNode } from 'react';
import { SearchTabs } from '#features/finding/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SlowNotice } from '#platform/client/slow-notice.tsx';
import { beginningOf } from '#platform/shared/graphemes.ts';
import type { Sort } from '../contract.ts';
import { asCategory } from '../rules.ts';
import { defaultSort, shownListQuery, type ListAnswer } from './api.ts';
import { ExpansionNote, ListFilters } from './list-filters.tsx';
import { useListRetry } from './list-retry.tsx';
import { EmptyList, ListProblem } from './list-states.tsx';
import type { ListSearch } from './list-search.ts';
import { listTitle, maxTypeLetters } from './load-list.ts';
import { GridSkeleton, ResourceGrid } from './resource-grid.tsx';
import { SearchField } from './search-field.tsx';
import { formatCount, formatSeconds } from './words.ts';

const sortNames: Record<Sort, () => string> = {
  newest: () => m['resources.list.newest'](),
  downloads: () => m['resources.list.downloads'](),
  relevance: () => m['resources.list.relevance'](),
};

/**
 * List of resources with search, filters and pages. `between` returns what is rendered before a card, such as
 * an ad.
 */
export function ListScreen({
  type,
  query,
  between,
}: {
  type?: string;
  query: ListSearch;
  between?: (cards: number) => (index: number) => ReactNode;
}) {
  const listQuery = shownListQuery({ ...query, type });
  const list = useQuery(listQuery);
  const retry = useListRetry(
    list,
    listQuery.queryKey.join(' '),
    type === undefined && Object.keys(query).every((name) => name === 'page' || name === 'sort'),
  );
  useLastPage(list.data, query);
  const title = listTitle(type);
  const { search } = query;
  return (
    <div className="page py-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-3xl font-bold">
            {search === undefined ? title : m['resources.list.results']({ term: search })}
          </h1>
          {/* Reserve the line, so that the page does not shift when the count arrives. */}
          <p className="mt-1 min-h-lh text-ink-soft tabular-nums" aria-live="polite">
            {search !== undefined && (list.data ? `${title} · ` : title)}
            {list.data &&
              (list.data.totalIsExact
                ? m['resources.list.count']({ count: formatCount(list.data.total) })
                : m['resources.list.count_more']({ count: formatCount(list.data.total) }))}
            {list.data?.searchMs != null &&
              ` · ${m['resources.list.took']({ seconds: formatSeconds(list.data.searchMs) })}`}
          </p>
        </div>
        <ListControls type={type} query={query} />
      </div>
      <SearchTabs kind="resources" text={search} filters={{ ...query, type }} />
      <ListFilters type={type} query={query} items={list.data?.items ?? []} />
      <div className="grid gap-6 pt-6">
        {list.data && <ExpansionNote query={query} expansion={list.data.expansion} />}
        {retry.trouble !== null && (
          <ListProblem
            trouble={retry.trouble}
            automatic={retry.automatic}
            refresh={() => void list.refetch()}
          />
        )}
        {!list.data && (
          <>
            <SlowNotice />
            <GridSkeleton />
          </>
        )}
        {list.data?.items.length === 0 &&
          (type === undefined || asCategory(type) === type ? (
            <EmptyList search={search} type={type} />
          ) : (
            <NoCategory type={type} />
          ))}
        {list.data && list.data.items.length > 0 && (
          <div>
            <Suspense>
              <ResourceGrid
                resources={list.data.items}
                first
                label={title}
                before={between?.(list.data.items.length)}
              />
            </Suspense>
            <Pagination
              page={list.data.page}
              pageCount={list.data.pageCount}
              words={{
                pages: m['resources.list.pages'](),
                previous: m['resources.list.previous'](),
                next: m['resources.list.next'](),
                page: (page) => m['resources.list.page']({ page }),
              }}
              renderLink={(page, { label, current, className, children }) => (
                <Link
                  to="."
                  search={pageSearch(query, page)}
                  aria-label={label}
                  data-tooltip={label}
                  aria-current={current ? 'page' : undefined}
                  // Links are active only for exactly the same address, page number included.
                  activeOptions={{ exact: true }}
                  className={className}
                >
                  {children}
                </Link>
              )}
            />
          </div>
        )}
      </div>
    </div>
  );
}

/** Shown for a category that does not exist. */
function NoCategory({ type }: { type: string }) {
  return (
    <div className="grid min-h-72 content-center justify-items-center gap-3 rounded-lg border border-dashed border-line-strong p-8 text-center">
      <p className="text-lg font-semibold">
        {m['resources.list.no_type']({ type: beginningOf(type, maxTypeLetters) })}
      </p>
      <p className="text-ink-soft">{m['resources.list.no_type_hint']()}</p>
      <Link to="/resources" className={buttonClass()}>
        {m['resources.list.view_all']()}
      </Link>
    </div>
  );
}

function pageSearch({ page: _page, ...rest }: ListSearch, page: number): ListSearch {
  return page > 1 ? { ...rest, page } : rest;
}

/** Redirects a page past the end to the last page. */
function useLastPage(data: ListAnswer | undefined, query: ListSearch): void {
  const navigate = useNavigate();
  const past = data !== undefined && data.page < (query.page ?? 1);
  useEffect(() => {
    if (past) void navigate({ to: '.', search: pageSearch(query, data.page), replace: true });
  }, [past, data, query, navigate]);
}

const browsingSorts: Sort[] = ['newest', 'downloads'];
const searchSorts: Sort[] = ['relevance', 'newest', 'downloads'];

/** Returns the first page of the same list in another order. The default order is left out of the address. */
function withSort({ page: _page, sort: _sort, ...query }: ListSearch, sort: Sort): ListSearch {
  return { ...query, ...(sort !== defaultSort(query) && { sort }) };
}

function ListControls({ type, query }: { type: string | undefined; query: ListSearch }) {
  const navigate = useNavigate();
  const { search: _search, exact: _exact, page: _page, sort, ...filters } = query;
  const chosen = sort ?? defaultSort(query);
  const sorts = query.search === undefined ? browsingSorts : searchSorts;
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const search = String(new FormData(event.currentTarget).get('search') ?? '').trim();
    void navigate({
      to: '.',
      search: { ...filters, ...(search !== '' && { search }), ...(sort && { sort }) },
    });
  }
  return (
    <div className="flex w-full flex-wrap items-center gap-3 md:w-auto">
      <form
        role="search"
        aria-label={m['resources.list.search']()}
        onSubmit={submit}
        className="w-full md:w-72"
      >
        {Object.entries({ ...filters, sort }).map(
          ([name, value]) =>
            value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <SearchField
          key={query.search}
          defaultValue={query.search}
          label={m['resources.list.search']()}
          placeholder={m['resources.list.search_placeholder']()}
          submitLabel={m['resources.list.search_submit']()}
        />
      </form>
      <nav
        aria-label={m['resources.list.sort']()}
        className="flex flex-wrap rounded-md border border-line-strong bg-surface p-0.5 text-sm"
      >
        {sorts.map((each) => (
          <Link
            key={each}
            to="."
            search={withSort(query, each)}
            activeOptions={{ exact: true }}
            aria-current={chosen === each ? 'true' : undefined}
            className={`grid min-h-10 place-items-center rounded-sm px-3 break-keep ${
              chosen === each ? 'bg-accent-soft font-semibold text-accent-strong' : 'hover:underline'
            }`}
          >
            {sortNames[each]()}
          </Link>
        ))}
      </nav>
      {type === undefined ? null : (
        <Link
          to="/resources"
          search={query.search === undefined ? {} : { search: query.search }}
          className={buttonClass('quiet', 'text-sm')}
        >
          {m['resources.list.view_all']()}
        </Link>
      )}
    </div>
  );
}
