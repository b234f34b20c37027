import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { Elsewhere, SearchTabs } from '#features/finding/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { SlowNotice } from '#platform/client/slow-notice.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { FilterSheet } from '#ui/filter-sheet.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { auctionLimits, categories, lotKinds } from '../rules.ts';
import { listAuctionsQuery, type AuctionList } from './api.ts';
import { AuctionGrid } from './auction-card.tsx';
import { useServerClock } from './clock.tsx';
import { shownStates, sorts, validateAuctionSearch, type AuctionSearch } from './list-search.ts';
import { categoryNames, formatCount, kindNames, sortNames } from './words.ts';

const lookAgainMs = 30_000;

const tabNames = {
  live: () => m['auctions.list.live'](),
  scheduled: () => m['auctions.list.scheduled'](),
  ended: () => m['auctions.list.ended'](),
};

export function ListScreen({ query }: { query: AuctionSearch }) {
  const list = useQuery({ ...listAuctionsQuery(query), refetchInterval: lookAgainMs });
  return (
    <div className="page py-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-3xl font-bold">{m['auctions.list.title']()}</h1>
          <p className="mt-1 max-w-prose text-ink-soft">{m['auctions.list.lead']()}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Link to="/auctions/jobs/{-$id}" params={{ id: undefined }} className={buttonClass('secondary')}>
            {m['auctions.list.jobs']()}
          </Link>
          <Link to="/auctions/$" params={{ _splat: 'create' }} className={buttonClass()}>
            {m['auctions.list.create']()}
          </Link>
        </div>
      </div>
      <SearchTabs kind="lots" text={query.search} filters={query} />
      <Tabs query={query} />
      <Controls query={query} />
      <p className="mt-4 text-ink-soft tabular-nums" aria-live="polite">
        {list.data && m['auctions.list.count']({ count: formatCount(list.data.total) })}
      </p>
      <div className="pt-4">
        {list.isPending && (
          <>
            <SlowNotice />
            <div aria-busy="true" className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
              {Array.from({ length: 6 }, (_, index) => (
                <div key={index} className="h-96 animate-pulse rounded-lg bg-sunken" />
              ))}
            </div>
          </>
        )}
        {list.isError && !list.data && (
          <LoadFailed retry={() => list.refetch()}>{describeError(list.error)}</LoadFailed>
        )}
        {list.data?.items.length === 0 && <Nothing query={query} />}
        {list.data && list.data.items.length > 0 && <Found query={query} data={list.data} />}
      </div>
    </div>
  );
}

function Found({ query, data }: { query: AuctionSearch; data: AuctionList }) {
  const now = useServerClock(data.now);
  return (
    <>
      <h2 className="sr-only">{m['auctions.list.results']()}</h2>
      <AuctionGrid auctions={data.items} now={now} label={m['auctions.list.results']()} />
      <Pagination
        page={data.page}
        pageCount={data.pageCount}
        words={{
          pages: m['auctions.list.pages'](),
          previous: m['auctions.list.previous'](),
          next: m['auctions.list.next'](),
          page: (page) => m['auctions.list.page']({ page }),
        }}
        renderLink={(page, { label, current, className, children }) => (
          <Link
            to="/auctions"
            search={{ ...query, page: page === 1 ? undefined : page }}
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

function Tabs({ query }: { query: AuctionSearch }) {
  const current = query.state ?? 'live';
  return (
    <nav aria-label={m['auctions.list.states']()} className="mt-6 border-b border-line">
      <ul className="flex flex-wrap">
        {shownStates.map((state) => (
          <li key={state}>
            <Link
              to="/auctions"
              search={{ ...query, page: undefined, state: state === 'live' ? undefined : state }}
              aria-current={state === current ? 'page' : undefined}
              activeOptions={{ exact: true }}
              className={`block min-h-11 border-b-2 px-4 py-2 ${state === current ? 'border-accent font-semibold text-accent-strong' : 'border-transparent hover:text-accent-strong'}`}
            >
              {tabNames[state]()}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Filters as a form, which browsers submit without scripts. */
function Controls({ query }: { query: AuctionSearch }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  function send(form: HTMLFormElement): void {
    const typed = Object.fromEntries(new FormData(form));
    void navigate({ to: '/auctions', search: validateAuctionSearch(typed) });
  }
  const select = 'min-h-11 min-w-0 max-w-full rounded-md border border-line-strong bg-surface px-3';
  const field = (name: 'category' | 'kind' | 'sort') => ({
    name,
    className: select,
    onChange: (event: FormEvent<HTMLSelectElement>) => {
      if (event.currentTarget.form) send(event.currentTarget.form);
    },
  });
  return (
    <form
      role="search"
      aria-label={m['auctions.list.search']()}
      action={localizePath(pathname, currentLocale())}
      className="mt-4 flex items-end gap-2 md:flex-wrap md:gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget);
      }}
    >
      {query.state && <input type="hidden" name="state" value={query.state} />}
      <input
        key={query.search}
        type="search"
        name="search"
        defaultValue={query.search}
        maxLength={auctionLimits.search}
        aria-label={m['auctions.list.search']()}
        placeholder={m['auctions.list.search_placeholder']()}
        className="min-h-11 min-w-0 flex-1 rounded-md md:basis-56 border border-line-strong bg-surface px-3 placeholder:text-ink-soft"
      />
      <FilterSheet count={[query.category, query.kind, query.sort].filter(Boolean).length}>
        <select
          aria-label={m['auctions.list.category']()}
          value={query.category ?? ''}
          {...field('category')}
        >
          <option value="">{m['auctions.list.all_categories']()}</option>
          {categories.map((each) => (
            <option key={each} value={each}>
              {categoryNames[each]()}
            </option>
          ))}
        </select>
        <select aria-label={m['auctions.list.kind']()} value={query.kind ?? ''} {...field('kind')}>
          <option value="">{m['auctions.list.all_kinds']()}</option>
          {lotKinds.map((each) => (
            <option key={each} value={each}>
              {kindNames[each]()}
            </option>
          ))}
        </select>
        <select aria-label={m['auctions.list.sort']()} value={query.sort ?? 'ending'} {...field('sort')}>
          {sorts.map((each) => (
            <option key={each} value={each}>
              {sortNames[each]()}
            </option>
          ))}
        </select>
      </FilterSheet>
      <Button type="submit" look="secondary" className="max-md:hidden">
        {m['auctions.list.find']()}
      </Button>
      <noscript>
        {import.meta.env.SSR && (
          <Button type="submit" look="secondary" className="md:hidden">
            {m['auctions.list.find']()}
          </Button>
        )}
      </noscript>
    </form>
  );
}

function Nothing({ query }: { query: AuctionSearch }) {
  const { state, ...rest } = query;
  const isNarrowed = Object.values(rest).some((each) => each !== undefined);
  return (
    <div className="grid min-h-72 content-center justify-items-center gap-4 rounded-lg border border-dashed border-line-strong p-8 text-center">
      <p className="text-lg font-semibold">
        {isNarrowed ? m['auctions.list.none_found']() : m['auctions.list.none']()}
      </p>
      <p className="max-w-prose text-ink-soft">
        {isNarrowed ? m['auctions.list.none_found_text']() : m['auctions.list.none_text']()}
      </p>
      <Elsewhere kind="lots" text={query.search} />
      {isNarrowed ? (
        <Link to="/auctions" search={state ? { state } : {}} className={buttonClass('secondary')}>
          {m['auctions.list.reset']()}
        </Link>
      ) : (
        <Link to="/auctions/$" params={{ _splat: 'create' }} className={buttonClass()}>
          {m['auctions.list.create']()}
        </Link>
      )}
    </div>
  );
}
