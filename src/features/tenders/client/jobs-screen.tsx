import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { LocateFixed, Plus, Search } from 'lucide-react';
import { cityNames, serviceTypes, typeName, useAround } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { FilterSheet } from '#ui/filter-sheet.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { readSearch, searchOf, shownStates, sorts, tendersQuery, type ListSearch } from './api.ts';
import { JobCard } from './job-card.tsx';

const stateTabs: Record<(typeof shownStates)[number], () => string> = {
  open: () => m['tenders.list.open'](),
  closed: () => m['tenders.list.closed'](),
  ended: () => m['tenders.list.ended'](),
};
const sortNames: Record<(typeof sorts)[number], () => string> = {
  newest: () => m['tenders.list.newest'](),
  closing: () => m['tenders.list.closing'](),
  distance: () => m['tenders.list.nearest'](),
};

/** List of tenders. */
export function JobsScreen({ search }: { search: object }) {
  const wanted = readSearch(search);
  const navigate = useNavigate();
  const around = useAround({ city: undefined, radius: undefined });
  const isByDistance = wanted.sort === 'distance';
  const { data, error, refetch } = useQuery(tendersQuery(wanted, isByDistance ? around.point : undefined));
  const change = (part: Partial<ListSearch>) =>
    void navigate({
      to: '/auctions/jobs/{-$id}',
      params: { id: undefined },
      search: searchOf({ ...wanted, page: 1, ...part }),
    });
  return (
    <div className="page py-8">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-3xl font-bold">{m['tenders.list.title']()}</h1>
          <p className="mt-2 max-w-prose text-ink-soft">{m['tenders.list.lead']()}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Link to="/my/jobs" className={buttonClass('secondary')}>
            {m['tenders.mine.title']()}
          </Link>
          <Link to="/auctions/jobs/{-$id}" params={{ id: 'create' }} className={buttonClass()}>
            <Plus aria-hidden="true" className="size-4" />
            {m['tenders.list.create']()}
          </Link>
        </div>
      </div>
      <nav aria-label={m['tenders.list.states']()} className="mt-6 border-b border-line">
        <ul className="flex flex-wrap">
          {shownStates.map((each) => (
            <li key={each}>
              <Link
                to="/auctions/jobs/{-$id}"
                params={{ id: undefined }}
                search={searchOf({ ...wanted, state: each, page: 1 })}
                aria-current={each === wanted.state ? 'page' : undefined}
                activeOptions={{ exact: true, includeSearch: true }}
                className="block min-h-11 border-b-2 border-transparent px-4 py-2 aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-accent-strong"
              >
                {stateTabs[each]()}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <form
        key={wanted.search}
        role="search"
        aria-label={m['tenders.list.title']()}
        className="mt-4 flex items-end gap-2 md:mt-6 md:grid md:grid-cols-2 md:gap-4 lg:grid-cols-4"
        onSubmit={(event) => {
          event.preventDefault();
          change({ search: String(new FormData(event.currentTarget).get('search') ?? '').trim() });
        }}
      >
        {wanted.state !== 'open' && <input type="hidden" name="state" value={wanted.state} />}
        <div className="flex min-w-0 flex-1 items-end gap-2 md:col-span-2 lg:col-span-1">
          <div className="min-w-0 flex-1">
            <TextField
              label={m['tenders.list.search']()}
              type="search"
              name="search"
              maxLength={60}
              defaultValue={wanted.search}
            />
          </div>
          <Button type="submit" look="secondary" aria-label={m['tenders.list.search_button']()}>
            <Search aria-hidden="true" className="size-5" />
          </Button>
        </div>
        <Filters wanted={wanted} change={change} />
      </form>
      {isByDistance && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2" aria-live="polite">
          <p>{m['tenders.list.around']({ place: around.name })}</p>
          {around.location.state !== 'available' && (
            <Button look="secondary" disabled={around.location.state === 'checking'} onClick={around.ask}>
              <LocateFixed aria-hidden="true" className="size-4" />
              {m['tenders.list.locate']()}
            </Button>
          )}
        </div>
      )}
      <section aria-label={m['tenders.list.title']()} className="mt-6">
        {error && !data && <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>}
        {!error && !data && <div aria-busy="true" className="h-64 animate-pulse rounded-lg bg-sunken" />}
        {data && data.items.length === 0 && (
          <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line-strong p-8 text-center">
            <p>{wanted.state === 'open' ? m['tenders.list.empty_open']() : m['tenders.list.empty']()}</p>
            <Link to="/auctions/jobs/{-$id}" params={{ id: 'create' }} className={buttonClass('secondary')}>
              {m['tenders.list.create']()}
            </Link>
          </div>
        )}
        {data && data.items.length > 0 && (
          <>
            <h2 className="mb-3 text-sm text-ink-soft">{m['tenders.list.found']({ count: data.total })}</h2>
            <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
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
                  to="/auctions/jobs/{-$id}"
                  params={{ id: undefined }}
                  search={searchOf({ ...wanted, page: each })}
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
      </section>
    </div>
  );
}

function Filters({ wanted, change }: { wanted: ListSearch; change(part: Partial<ListSearch>): void }) {
  const chosen = [wanted.type, wanted.city, wanted.sort === 'newest' ? '' : wanted.sort];
  return (
    <FilterSheet count={chosen.filter(Boolean).length}>
      <SelectField
        label={m['tenders.form.type']()}
        name="type"
        value={wanted.type}
        onChange={({ target }) => change({ type: target.value })}
      >
        <option value="">{m['tenders.list.all_types']()}</option>
        {serviceTypes.map((each) => (
          <option key={each} value={each}>
            {typeName(each)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={m['tenders.list.city']()}
        name="city"
        value={wanted.city}
        onChange={({ target }) => change({ city: target.value })}
      >
        <option value="">{m['tenders.list.all_cities']()}</option>
        {Object.entries(cityNames).map(([city, name]) => (
          <option key={city} value={city}>
            {name()}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={m['tenders.list.sort']()}
        name="sort"
        value={wanted.sort}
        onChange={({ target }) => change({ sort: sorts.find((each) => each === target.value) ?? 'newest' })}
      >
        {sorts.map((each) => (
          <option key={each} value={each}>
            {sortNames[each]()}
          </option>
        ))}
      </SelectField>
      <noscript>
        {import.meta.env.SSR && (
          <Button type="submit" look="secondary">
            {m['tenders.list.apply']()}
          </Button>
        )}
      </noscript>
    </FilterSheet>
  );
}

export function pageWords() {
  return {
    pages: m['tenders.list.pages'](),
    previous: m['tenders.list.previous'](),
    next: m['tenders.list.next'](),
    page: (page: number) => m['tenders.list.page']({ page }),
  };
}
