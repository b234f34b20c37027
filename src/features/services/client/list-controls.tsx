import { Link, useNavigate } from '@tanstack/react-router';
import { Search, X } from 'lucide-react';
import type { FormEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { FilterSheet } from '#ui/filter-sheet.tsx';
import { asDistrict, districtsOf } from '../places.ts';
import { cities, defaultRadiusKm, longestSearch, radiusesKm, serviceTypes } from '../rules.ts';
import { sorts, type ServiceSearch, type Sort } from './list-search.ts';
import { sortOf } from './load-services.ts';
import { districtNames } from './place-words.ts';
import { cityNames, typeName } from './words.ts';

/** Links to the lists of each type; other filters are kept. */
export function Kinds({ type, query }: { type: string | undefined; query: ServiceSearch }) {
  const search = { ...query, page: undefined };
  const look = (isCurrent: boolean) =>
    `flex min-h-11 items-center rounded-full border px-4 whitespace-nowrap ${isCurrent ? 'border-accent bg-accent-soft font-semibold text-accent-strong' : 'border-line-strong bg-surface hover:border-accent hover:text-accent-strong'}`;
  return (
    <nav
      aria-label={m['services.filter.kinds']()}
      className="-mx-[16px] mt-3 overflow-x-auto px-[16px] [scrollbar-width:none] md:mx-0 md:mt-6 md:px-0"
    >
      <ul className="flex w-max gap-2 md:w-auto md:flex-wrap">
        <li>
          <Link
            to="/services"
            search={search}
            aria-current={type === undefined ? 'page' : undefined}
            // Marked by what is shown instead of by a prefix of the address.
            activeOptions={{ exact: true }}
            className={look(type === undefined)}
          >
            {m['services.filter.all_kinds']()}
          </Link>
        </li>
        {serviceTypes.map((each) => (
          <li key={each}>
            <Link
              to="/services/type/$type"
              params={{ type: each }}
              search={search}
              aria-current={type === each ? 'page' : undefined}
              activeOptions={{ exact: true }}
              className={look(type === each)}
            >
              {typeName(each)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Switches between list and map, through the address. */
export function Views({ query }: { query: ServiceSearch }) {
  const tab = (view: 'map' | undefined, name: string) => (
    <Link
      to="."
      search={{ ...query, page: undefined, view }}
      aria-current={query.view === view ? 'page' : undefined}
      activeOptions={{ exact: true }}
      className={`grid min-h-10 place-items-center rounded-sm px-4 ${query.view === view ? 'bg-accent-soft font-semibold text-accent-strong' : 'hover:underline'}`}
    >
      {name}
    </Link>
  );
  return (
    <nav
      aria-label={m['services.view.label']()}
      className="flex shrink-0 rounded-md border border-line-strong bg-surface p-0.5"
    >
      {tab(undefined, m['services.view.list']())}
      {tab('map', m['services.view.map']())}
    </nav>
  );
}

const sortNames: Record<Sort, () => string> = {
  newest: () => m['services.filter.newest'](),
  lowPrice: () => m['services.filter.low_price'](),
  distance: () => m['services.filter.distance'](),
  rating: () => m['services.filter.rating'](),
};

/** Returns how many filters of the sheet are in use. */
function countOf({ radius, city, district, sort }: ServiceSearch): number {
  return [radius, city, district, sort].filter((each) => each !== undefined).length;
}

/** Sorts codes by their translated names. */
function byName<Code>(codes: readonly Code[], nameOf: (code: Code) => string): [Code, string][] {
  return codes
    .map((code): [Code, string] => [code, nameOf(code)])
    .toSorted(([, a], [, b]) => a.localeCompare(b, currentLocale()));
}

/** A radius needs a centre, so choosing one without a centre asks for the location. */
export function Controls(props: { query: ServiceSearch; hasMiddle: boolean; ask(): void }) {
  const { query, hasMiddle, ask } = props;
  const navigate = useNavigate();
  function change(part: ServiceSearch): void {
    // Updates from the current address: a loading page still shows the previous choices.
    void navigate({ to: '.', search: (asked) => ({ ...asked, page: undefined, ...part }) as ServiceSearch });
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const search = String(new FormData(event.currentTarget).get('search') ?? '').trim();
    change({ search: search === '' ? undefined : search });
  }
  const select = 'min-h-11 min-w-0 max-w-full rounded-md border border-line-strong bg-surface px-3';
  return (
    <form
      role="search"
      aria-label={m['services.list.search']()}
      onSubmit={submit}
      className="mt-3 flex items-end gap-2 md:mt-4 md:flex-wrap md:gap-3"
    >
      {query.view && <input type="hidden" name="view" value={query.view} />}
      <div className="relative min-w-0 flex-1 basis-56">
        <input
          key={query.search}
          type="search"
          name="search"
          defaultValue={query.search}
          maxLength={longestSearch}
          aria-label={m['services.list.search']()}
          placeholder={m['services.list.search_placeholder']()}
          className="h-11 w-full rounded-md border border-line-strong bg-surface pr-11 pl-3 placeholder:text-ink-soft"
        />
        <button
          type="submit"
          aria-label={m['services.list.search_submit']()}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-ink-soft hover:text-accent-strong"
        >
          <Search className="size-5" />
        </button>
      </div>
      <FilterSheet count={countOf(query)}>
        <select
          name="radius"
          aria-label={m['services.filter.radius']()}
          value={query.radius ?? defaultRadiusKm}
          onChange={(event) => {
            const { value } = event.target;
            change({ radius: value === 'country' ? 'country' : Number(value) });
            if (value !== 'country' && !hasMiddle) ask();
          }}
          className={select}
        >
          {radiusesKm.map((km) => (
            <option key={km} value={km}>
              {m['services.filter.within']({ km })}
            </option>
          ))}
          <option value="country">{m['services.around.country']()}</option>
        </select>
        <select
          name="city"
          aria-label={m['services.filter.city']()}
          value={query.city ?? ''}
          onChange={(event) =>
            change({
              city: cities.find((city) => city === event.target.value),
              district: undefined,
            })
          }
          className={select}
        >
          <option value="">{m['services.filter.all_cities']()}</option>
          {cities.map((city) => (
            <option key={city} value={city}>
              {cityNames[city]()}
            </option>
          ))}
        </select>
        {districtsOf(query.city).length > 0 && (
          <select
            name="district"
            aria-label={m['services.filter.district']()}
            value={asDistrict(query.city, query.district) ?? ''}
            onChange={(event) => change({ district: asDistrict(query.city, event.target.value) })}
            className={select}
          >
            <option value="">{m['services.filter.all_districts']()}</option>
            {byName(districtsOf(query.city), (district) => districtNames[district]()).map(
              ([district, name]) => (
                <option key={district} value={district}>
                  {name}
                </option>
              ),
            )}
          </select>
        )}
        <select
          name="sort"
          aria-label={m['services.filter.sort']()}
          value={sortOf(query)}
          onChange={({ target }) => {
            const sort = sorts.find((each) => each === target.value);
            // The default is left out of the address.
            change({ sort: sort === 'newest' ? undefined : sort });
          }}
          className={select}
        >
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortNames[sort]()}
            </option>
          ))}
        </select>
        <noscript>
          {import.meta.env.SSR && (
            <Button type="submit" look="secondary">
              {m['services.filter.apply']()}
            </Button>
          )}
        </noscript>
      </FilterSheet>
    </form>
  );
}

/** Active filters, each with a button to remove it, and one to remove all, which also asks for the location again. */
export function FilterBadges(props: {
  query: ServiceSearch;
  hasMiddle: boolean;
  resettable: boolean;
  askAgain(): void;
}) {
  const { query, hasMiddle, resettable, askAgain } = props;
  const { view, ...rest } = query;
  const filters = { ...rest, page: undefined };
  const district = asDistrict(query.city, query.district);
  const badges: { name: string; off: ServiceSearch }[] = [];
  if (query.search !== undefined) {
    badges.push({ name: `‘${query.search}’`, off: { search: undefined } });
  }
  if (query.city) {
    badges.push({ name: cityNames[query.city](), off: { city: undefined, district: undefined } });
  }
  if (district) {
    badges.push({ name: districtNames[district](), off: { district: undefined } });
  }
  if (query.radius === 'country') {
    badges.push({ name: m['services.around.country'](), off: { radius: undefined } });
  } else if (hasMiddle && query.radius !== undefined && query.radius !== defaultRadiusKm) {
    const name = m['services.filter.within']({ km: query.radius });
    badges.push({ name, off: { radius: undefined } });
  }
  if (query.sort && query.sort !== 'newest')
    badges.push({ name: sortNames[query.sort](), off: { sort: undefined } });
  if (!resettable && Object.values(filters).every((value) => value === undefined)) return null;
  return (
    <ul aria-label={m['services.filter.active']()} className="mt-3 flex flex-wrap items-center gap-2">
      {badges.map(({ name, off }) => (
        <li key={name}>
          <Link
            to="."
            search={(asked) => ({ ...asked, page: undefined, ...off }) as ServiceSearch}
            aria-label={m['services.filter.remove']({ name })}
            className="flex min-h-9 items-center gap-1 rounded-full bg-accent-soft px-3 text-sm text-accent-strong hover:underline"
          >
            {name}
            <X className="size-4" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to="."
          search={view ? { view } : {}}
          onClick={askAgain}
          className={buttonClass('quiet', 'text-sm')}
        >
          {m['services.filter.reset']()}
        </Link>
      </li>
    </ul>
  );
}
