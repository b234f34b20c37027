import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { LocateFixed, MapPinned, Plus, Search, Wrench } from 'lucide-react';
import { cityNames, serviceTypes, typeName, useAround } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { readSearch, searchOf, shownStates, sorts, wantedListQuery, type ListSearch } from './api.ts';
import { WantedGrid } from './wanted-card.tsx';
import { formatCount } from './words.ts';

const stateTabs: Record<(typeof shownStates)[number], () => string> = {
  open: () => m['wanted.list.open'](),
  solved: () => m['wanted.list.solved'](),
};
const sortNames: Record<(typeof sorts)[number], () => string> = {
  newest: () => m['wanted.list.newest'](),
  bounty: () => m['wanted.list.highest'](),
  ending: () => m['wanted.list.ending'](),
  distance: () => m['wanted.list.nearest'](),
};

const board = { to: '/wanted/{-$id}', params: { id: undefined } } as const;

/** The public board of things wanted. */
export function BoardScreen({ search }: { search: object }) {
  const wanted = readSearch(search);
  const navigate = useNavigate();
  const around = useAround({ city: undefined, radius: undefined });
  const isByDistance = wanted.sort === 'distance';
  const { data, error, refetch } = useQuery(wantedListQuery(wanted, isByDistance ? around.point : undefined));
  const change = (part: Partial<ListSearch>) =>
    void navigate({ ...board, search: searchOf({ ...wanted, page: 1, ...part }) });
  return (
    <div className="page py-8">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-3xl font-bold">{m['wanted.list.title']()}</h1>
          <p className="mt-2 max-w-prose text-ink-soft">{m['wanted.list.lead']()}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Link to="/wanted/{-$id}" params={{ id: 'broken-part' }} className={buttonClass('secondary')}>
            <Wrench aria-hidden="true" className="size-4" />
            {m['wanted.desk.open_desk']()}
          </Link>
          <Link to="/wanted/{-$id}" params={{ id: 'demand' }} className={buttonClass('secondary')}>
            <MapPinned aria-hidden="true" className="size-4" />
            {m['wanted.demand.open']()}
          </Link>
          <Link to="/my/wanted" className={buttonClass('secondary')}>
            {m['wanted.mine.title']()}
          </Link>
          <Link to="/wanted/{-$id}" params={{ id: 'new' }} className={buttonClass()}>
            <Plus aria-hidden="true" className="size-4" />
            {m['wanted.list.create']()}
          </Link>
        </div>
      </div>
      <nav aria-label={m['wanted.list.states']()} className="mt-6 border-b border-line">
        <ul className="flex flex-wrap">
          {shownStates.map((each) => (
            <li key={each}>
              <Link
                {...board}
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
        aria-label={m['wanted.list.title']()}
        className="mt-6 grid grid-cols-2 gap-4 lg:grid-cols-4"
        onSubmit={(event) => {
          event.preventDefault();
          change({ search: String(new FormData(event.currentTarget).get('search') ?? '').trim() });
        }}
      >
        {wanted.state !== 'open' && <input type="hidden" name="state" value={wanted.state} />}
        <div className="col-span-2 flex items-end gap-2 lg:col-span-1">
          <div className="min-w-0 flex-1">
            <TextField
              label={m['wanted.list.search']()}
              type="search"
              name="search"
              maxLength={60}
              defaultValue={wanted.search}
            />
          </div>
          <Button type="submit" look="secondary" aria-label={m['wanted.list.search_button']()}>
            <Search aria-hidden="true" className="size-5" />
          </Button>
        </div>
        <SelectField
          label={m['wanted.form.trade']()}
          name="trade"
          value={wanted.trade}
          onChange={({ target }) => change({ trade: target.value })}
        >
          <option value="">{m['wanted.list.all_trades']()}</option>
          {serviceTypes.map((each) => (
            <option key={each} value={each}>
              {typeName(each)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={m['wanted.list.city']()}
          name="city"
          value={wanted.city}
          onChange={({ target }) => change({ city: target.value })}
        >
          <option value="">{m['wanted.list.all_cities']()}</option>
          {Object.entries(cityNames).map(([city, name]) => (
            <option key={city} value={city}>
              {name()}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={m['wanted.list.sort']()}
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
        <label className="col-span-2 flex min-h-11 items-center gap-3 lg:col-span-4">
          <input
            type="checkbox"
            name="bounty"
            value="yes"
            checked={wanted.bounty === 'yes'}
            onChange={({ target }) => change({ bounty: target.checked ? 'yes' : '' })}
            className="size-5 accent-accent"
          />
          {m['wanted.list.with_bounty']()}
        </label>
        <noscript>
          {import.meta.env.SSR && (
            <Button type="submit" look="secondary">
              {m['wanted.list.apply']()}
            </Button>
          )}
        </noscript>
      </form>
      {isByDistance && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2" aria-live="polite">
          <p>{m['wanted.list.around']({ place: around.name })}</p>
          {around.location.state !== 'available' && (
            <Button look="secondary" disabled={around.location.state === 'checking'} onClick={around.ask}>
              <LocateFixed aria-hidden="true" className="size-4" />
              {m['wanted.list.locate']()}
            </Button>
          )}
        </div>
      )}
      <section aria-label={m['wanted.list.title']()} className="mt-6">
        {error && !data && <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>}
        {!error && !data && <div aria-busy="true" className="h-64 animate-pulse rounded-lg bg-sunken" />}
        {data && data.items.length === 0 && (
          <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line-strong p-8 text-center">
            <p>{wanted.state === 'open' ? m['wanted.list.empty_open']() : m['wanted.list.empty']()}</p>
            <Link
              to="/wanted/{-$id}"
              params={{ id: 'new' }}
              search={wanted.search === '' ? {} : { what: wanted.search }}
              className={buttonClass('secondary')}
            >
              {m['wanted.list.create']()}
            </Link>
          </div>
        )}
        {data && data.items.length > 0 && (
          <>
            <h2 className="mb-3 text-sm text-ink-soft">
              {m['wanted.list.found']({ count: formatCount(data.total) })}
            </h2>
            <WantedGrid posts={data.items} label={m['wanted.list.title']()} />
            <Pagination
              page={data.page}
              pageCount={data.pageCount}
              words={pageWords()}
              renderLink={(each, { label, current, className, children }) => (
                <Link
                  {...board}
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

export function pageWords() {
  return {
    pages: m['wanted.list.pages'](),
    previous: m['wanted.list.previous'](),
    next: m['wanted.list.next'](),
    page: (page: number) => m['wanted.list.page']({ page }),
  };
}
