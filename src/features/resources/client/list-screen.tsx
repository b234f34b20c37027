import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import type { FormEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Pagination } from '#ui/pagination.tsx';
import type { Sort } from '../contract.ts';
import { listResourcesQuery, type ListRequest } from './api.ts';
import { GridSkeleton, ResourceGrid } from './resource-grid.tsx';
import { categoryNames, formatCount } from './words.ts';
import { asCategory, categories, limits } from '../rules.ts';

/** What the address of a list may say; anything else in it is left out. */
export type ListSearch = { search?: string; page?: number; sort?: Sort };

/** `page` must be a positive whole number, otherwise it counts as 1 and is left out of the address. */
export function validateListSearch(raw: Record<string, unknown>): ListSearch {
  const search =
    typeof raw['search'] === 'string' || typeof raw['search'] === 'number' ? String(raw['search']) : '';
  const page = Number(raw['page']);
  // Control characters and halves of characters cannot be in any text that we hold.
  const term = search
    .toWellFormed()
    .replaceAll(/[\u0000-\u001F\u007F\uFFFD]/g, ' ')
    .trim()
    .slice(0, limits.search);
  return {
    ...(term !== '' && { search: term }),
    ...(Number.isSafeInteger(page) && page > 1 && page <= 999_999_999 && { page }),
    ...(raw['sort'] === 'downloads' && { sort: 'downloads' as const }),
  };
}

export function listTitle(type: string | undefined): string {
  if (type === undefined) return m['resources.all']();
  return categories.some((category) => category === type) ? categoryNames[asCategory(type)]() : type;
}

const sortNames: Record<Sort, () => string> = {
  newest: () => m['resources.list.newest'](),
  downloads: () => m['resources.list.downloads'](),
  relevance: () => m['resources.list.relevance'](),
};

export function ListScreen({ type, query }: { type?: string; query: ListSearch }) {
  const request: ListRequest = { ...query, type };
  const list = useQuery(listResourcesQuery(request));
  const title = listTitle(type);
  const { search } = query;
  return (
    <div className="page py-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-3xl font-bold">
            {search === undefined ? title : m['resources.list.results']({ term: search })}
          </h1>
          <p className="mt-1 text-ink-soft tabular-nums" aria-live="polite">
            {search !== undefined && `${title} · `}
            {list.data &&
              (list.data.totalIsExact
                ? m['resources.list.count']({ count: formatCount(list.data.total) })
                : m['resources.list.count_more']({ count: formatCount(list.data.total) }))}
          </p>
        </div>
        <ListControls type={type} query={query} />
      </div>
      <div className="pt-6">
        {list.isPending && <GridSkeleton />}
        {list.isError && (
          <div
            role="alert"
            className="flex flex-wrap items-center justify-between gap-4 rounded-md bg-danger-soft p-4 text-danger"
          >
            <p>
              {m['resources.list.error']()} {describeError(list.error)}
            </p>
            <Button look="danger" onClick={() => void list.refetch()}>
              {m['resources.list.retry']()}
            </Button>
          </div>
        )}
        {list.data && list.data.items.length === 0 && <Empty search={search} />}
        {list.data && list.data.items.length > 0 && (
          <>
            <ResourceGrid resources={list.data.items} eagerCount={4} label={title} />
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
                  search={{ ...query, page: page === 1 ? undefined : page } as ListSearch}
                  aria-label={label}
                  activeOptions={{ exact: true, includeSearch: false }}
                  activeProps={{ 'aria-current': current ? 'page' : undefined }}
                  className={className}
                >
                  {children}
                </Link>
              )}
            />
          </>
        )}
      </div>
    </div>
  );
}

function ListControls({ type, query }: { type: string | undefined; query: ListSearch }) {
  const navigate = useNavigate();
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const search = String(new FormData(event.currentTarget).get('search') ?? '').trim();
    void navigate({
      to: '.',
      search: { ...(search !== '' && { search }), ...(query.sort && { sort: query.sort }) },
    });
  }
  return (
    <div className="flex w-full flex-wrap items-center gap-3 md:w-auto">
      <form
        role="search"
        aria-label={m['resources.list.search']()}
        onSubmit={submit}
        className="relative min-w-0 flex-1 md:w-72"
      >
        <input
          key={query.search}
          type="search"
          name="search"
          defaultValue={query.search}
          maxLength={limits.search}
          aria-label={m['resources.list.search']()}
          placeholder={m['resources.list.search_placeholder']()}
          className="h-11 w-full rounded-md border border-line-strong bg-surface pr-11 pl-3 placeholder:text-ink-soft"
        />
        <button
          type="submit"
          aria-label={m['resources.list.search_submit']()}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-ink-soft hover:text-accent-strong"
        >
          <Search aria-hidden="true" className="size-5" />
        </button>
      </form>
      <nav
        aria-label={m['resources.list.sort']()}
        className="flex rounded-md border border-line-strong bg-surface p-0.5 text-sm"
      >
        {(['newest', 'downloads'] as const).map((sort) => (
          <Link
            key={sort}
            to="."
            search={{
              ...(query.search !== undefined && { search: query.search }),
              ...(sort !== 'newest' && { sort }),
            }}
            activeOptions={{ exact: true, includeSearch: false }}
            activeProps={{ 'aria-current': (query.sort ?? 'newest') === sort ? 'true' : undefined }}
            className={`grid h-10 place-items-center whitespace-nowrap rounded-sm px-3 ${
              (query.sort ?? 'newest') === sort
                ? 'bg-accent-soft font-semibold text-accent-strong'
                : 'hover:underline'
            }`}
          >
            {sortNames[sort]()}
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

function Empty({ search }: { search: string | undefined }) {
  return (
    <div className="grid min-h-72 content-center justify-items-center gap-3 rounded-lg border border-dashed border-line-strong p-8 text-center">
      <p className="text-lg font-semibold">
        {search === undefined
          ? m['resources.list.empty']()
          : m['resources.list.no_results']({ term: search })}
      </p>
      {search !== undefined && (
        <>
          <p className="text-ink-soft">{m['resources.list.no_results_hint']()}</p>
          <Link to="/resources" className={buttonClass()}>
            {m['resources.list.view_all']()}
          </Link>
        </>
      )}
    </div>
  );
}
