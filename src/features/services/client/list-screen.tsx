import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { LocateFixed, Search, X } from 'lucide-react';
import { lazy, Suspense, useSyncExternalStore, type FormEvent, type ReactNode } from 'react';
import { SearchTabs } from '#features/finding/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { isPricedByWeight, tradeOf } from '#platform/shared/trades.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SlowNotice } from '#platform/client/slow-notice.tsx';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { asDistrict, districtsOf } from '../places.ts';
import {
  asServiceType,
  defaultRadiusKm,
  longestSearch,
  maxPerPage,
  radiusesKm,
  seoul,
  serviceTypes,
  type Point,
  cities,
} from '../rules.ts';
import { listServicesQuery, type ListedService } from './api.ts';
import { sorts, type ServiceSearch, type Sort } from './list-search.ts';
import { ListFailed, NoServices, ServicesSkeleton } from './list-states.tsx';
import { middleOf, serviceRequest, servicesTitle, shownType, sortOf } from './load-services.ts';
import { useLocation } from './location.ts';
import { districtNames, placeName } from './place-words.ts';
import { Price, ServiceGrid } from './service-card.tsx';
import { tradeWordsOf } from './trade-words.ts';
import { cityNames, distanceWords, priceWords, typeName } from './words.ts';

/** Leaflet needs a browser, so the server must not load it. */
const MapView = lazy(async () => ({ default: (await import('./map-view.tsx')).MapView }));

const registerWords = (type: string | undefined) =>
  (tradeWordsOf(type)?.register ?? m['services.register.service'])();

function registerPath(type: string | undefined): string {
  if (type === undefined) return '/services/register';
  return tradeOf(type)?.registerPath ?? `/services/register/${type}`;
}

/** `between` renders content before the card at an index. */
export function ServicesScreen({
  type,
  query,
  between,
}: {
  type?: string;
  query: ServiceSearch;
  between?: (cards: number) => (index: number) => ReactNode;
}) {
  const [location, ask] = useLocation();
  // Without a location the centre is Seoul; before one was requested there is no centre.
  const known = location.state === 'available' || location.state === 'unavailable';
  const here = known && query.city === undefined ? location.point : undefined;
  const isAround = location.state === 'available';
  const list = useQuery(listServicesQuery(serviceRequest(type, query, here)));
  const middle = middleOf(query, here);
  const title = servicesTitle(type);
  const unknownType = type !== undefined && asServiceType(type) === null ? type : undefined;
  return (
    <div className="page py-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-3xl font-bold">{title}</h1>
          <p className="mt-1 text-ink-soft tabular-nums" aria-live="polite">
            {list.data && m['services.list.count']({ count: list.data.total })}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          {isPricedByWeight(type) && (
            <Link to="/estimate" className={buttonClass('secondary')}>
              {m['services.estimate']()}
            </Link>
          )}
          <Link to={registerPath(unknownType === undefined ? type : undefined)} className={buttonClass()}>
            {registerWords(type)}
          </Link>
        </div>
      </div>
      <SearchTabs kind="services" text={query.search} filters={{ ...query, type }} />
      <Kinds type={type} query={query} />
      <Controls query={query} hasMiddle={middle !== undefined} ask={ask} />
      <div className="mt-3 flex flex-wrap items-center gap-3" aria-live="polite">
        {location.state === 'checking' && <p>{m['services.location.checking']()}</p>}
        {location.state === 'unavailable' && query.city === undefined && (
          <p role="alert" className="text-danger">
            {location.problem} {m['services.location.choose']()}
          </p>
        )}
        {!middle && location.state !== 'checking' && (
          <p className="text-ink-soft">{m['services.filter.anywhere']()}</p>
        )}
        {middle && query.city === undefined && (
          <p>
            {m['services.location.around']({
              place: isAround ? placeName(location.point) : location.address,
            })}
          </p>
        )}
        {!(isAround && query.city === undefined) && (
          <button
            type="button"
            onClick={ask}
            disabled={location.state === 'checking'}
            className={buttonClass('quiet', 'text-sm')}
          >
            <LocateFixed className="size-4" />
            {location.state === 'unavailable' ? m['services.location.retry']() : m['services.location.use']()}
          </button>
        )}
      </div>
      <FilterBadges
        query={query}
        hasMiddle={middle !== undefined}
        resettable={location.state === 'unavailable'}
        askAgain={ask}
      />
      <Views query={query} />
      <div className="pt-6">
        {list.isPending && (
          <>
            <SlowNotice />
            <ServicesSkeleton />
          </>
        )}
        {list.isError && <ListFailed why={describeError(list.error)} retry={() => void list.refetch()} />}
        {list.data && query.view === 'map' && (
          <OnMap
            type={type}
            services={list.data.items}
            total={list.data.total}
            centre={middle ?? seoul}
            here={isAround ? location.point : undefined}
            radiusKm={middle && (query.radius ?? defaultRadiusKm)}
          />
        )}
        {list.data &&
          query.view !== 'map' &&
          list.data.items.length === 0 &&
          (unknownType === undefined ? (
            <NoServices type={type} search={query.search} />
          ) : (
            <NoType type={unknownType} />
          ))}
        {list.data && query.view !== 'map' && list.data.items.length > 0 && (
          <>
            <h2 className="sr-only">{m['services.list.results']()}</h2>
            <ServiceGrid
              services={list.data.items}
              first
              label={title}
              before={between?.(list.data.items.length)}
            />
            <Pagination
              page={list.data.page}
              pageCount={list.data.pageCount}
              words={{
                pages: m['services.list.pages'](),
                previous: m['services.list.previous'](),
                next: m['services.list.next'](),
                page: (page) => m['services.list.page']({ page }),
              }}
              renderLink={(page, { label, current, className, children }) => (
                <Link
                  to="."
                  search={{ ...query, page: page === 1 ? undefined : page }}
                  aria-label={label}
                  data-tooltip={label}
                  aria-current={current ? 'page' : undefined}
                  // The router also marks links, but only those with the same address, page number included.
                  activeOptions={{ exact: true }}
                  className={className}
                >
                  {children}
                </Link>
              )}
            />
          </>
        )}
      </div>
      {isPricedByWeight(type) && <Guide />}
    </div>
  );
}

/** Shown instead of a list for an unknown type. */
function NoType({ type }: { type: string }) {
  return (
    <div className="grid min-h-72 content-center justify-items-center gap-3 rounded-lg border border-dashed border-line-strong p-8 text-center">
      <p className="text-lg font-semibold">{m['services.list.no_type']({ type: shownType(type) })}</p>
      <p className="text-ink-soft">{m['services.list.no_type_hint']()}</p>
      <Link to="/services" className={buttonClass()}>
        {m['services.list.view_all']()}
      </Link>
    </div>
  );
}

/** Links to the lists of each type; other filters are kept. */
function Kinds({ type, query }: { type: string | undefined; query: ServiceSearch }) {
  const search = { ...query, page: undefined };
  const look = (isCurrent: boolean) =>
    `flex min-h-11 items-center rounded-full border px-4 whitespace-nowrap ${isCurrent ? 'border-accent bg-accent-soft font-semibold text-accent-strong' : 'border-line-strong bg-surface hover:border-accent hover:text-accent-strong'}`;
  return (
    <nav aria-label={m['services.filter.kinds']()} className="mt-6">
      <ul className="flex flex-wrap gap-2">
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
function Views({ query }: { query: ServiceSearch }) {
  const tab = (view: 'map' | undefined, name: string) => (
    <Link
      to="."
      search={{ ...query, page: undefined, view }}
      aria-current={query.view === view ? 'page' : undefined}
      activeOptions={{ exact: true }}
      className={`border-b-2 px-4 py-3 ${query.view === view ? 'border-accent font-semibold text-accent-strong' : 'border-transparent hover:text-accent-strong'}`}
    >
      {name}
    </Link>
  );
  return (
    <nav aria-label={m['services.view.label']()} className="mt-4 flex border-b border-line">
      {tab(undefined, m['services.view.list']())}
      {tab('map', m['services.view.map']())}
    </nav>
  );
}

/** Map with the same services as a list: for keyboards, screen readers, and if the map fails. */
function OnMap(props: {
  type: string | undefined;
  services: ListedService[];
  total: number;
  centre: Point;
  here: Point | undefined;
  radiusKm: number | undefined;
}) {
  const { type, services, total, ...rest } = props;
  const frame = 'h-[70vh] rounded-lg bg-sunken';
  return (
    <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
      <InBrowser waiting={<div className={frame} />}>
        <Suspense fallback={<div className={frame} />}>
          <MapView services={services} {...rest} />
        </Suspense>
      </InBrowser>
      {services.length === 0 ? (
        <p role="status" className="rounded-lg border border-dashed border-line-strong p-8 text-center">
          {isPricedByWeight(type) ? m['services.map.no_printers']() : m['services.map.none']()}
        </p>
      ) : (
        <div className="grid content-start gap-2 lg:max-h-[70vh]">
          <h2 className="font-semibold">{m['services.map.listed']()}</h2>
          {total > maxPerPage && (
            <p className="text-sm text-ink-soft">{m['services.map.more']({ count: maxPerPage })}</p>
          )}
          <ul
            aria-label={m['services.map.listed']()}
            className="min-h-0 divide-y divide-line overflow-y-auto rounded-lg border border-line bg-surface"
          >
            {services.map((service) => (
              <Listed key={service.id} service={service} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function Listed({ service }: { service: ListedService }) {
  const { title, language } = inReadersLanguage(service);
  return (
    <li>
      <Link
        to="/services/$id"
        params={{ id: service.id }}
        className="grid gap-1 p-3 -outline-offset-3 hover:bg-accent-soft"
      >
        <span className="font-semibold" lang={language}>
          {title}
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
          {service.location && (
            <span>
              {service.distance !== undefined && `${distanceWords(service.distance)} · `}
              {service.location.address}
            </span>
          )}
          <span>
            <Price words={priceWords(service)} />
          </span>
        </span>
      </Link>
    </li>
  );
}

/** Renders children only in the browser, after hydration. */
function InBrowser({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const alive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return alive ? children : waiting;
}

const sortNames: Record<Sort, () => string> = {
  newest: () => m['services.filter.newest'](),
  lowPrice: () => m['services.filter.low_price'](),
  distance: () => m['services.filter.distance'](),
  rating: () => m['services.filter.rating'](),
};

/** Sorts codes by their translated names. */
function byName<Code>(codes: readonly Code[], nameOf: (code: Code) => string): [Code, string][] {
  return codes
    .map((code): [Code, string] => [code, nameOf(code)])
    .toSorted(([, a], [, b]) => a.localeCompare(b, currentLocale()));
}

/** A radius needs a centre, so choosing one without a centre asks for the location. */
function Controls(props: { query: ServiceSearch; hasMiddle: boolean; ask(): void }) {
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
      className="mt-4 flex flex-wrap items-end gap-3"
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
      <select
        name="radius"
        aria-label={m['services.filter.radius']()}
        value={query.radius ?? defaultRadiusKm}
        onChange={(event) => {
          change({ radius: Number(event.target.value) });
          if (!hasMiddle) ask();
        }}
        className={select}
      >
        {radiusesKm.map((km) => (
          <option key={km} value={km}>
            {m['services.filter.within']({ km })}
          </option>
        ))}
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
    </form>
  );
}

/** Active filters, each with a button to remove it, and one to remove all, which also asks for the location again. */
function FilterBadges(props: {
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
  if (query.search !== undefined) badges.push({ name: `‘${query.search}’`, off: { search: undefined } });
  if (query.city) {
    badges.push({ name: cityNames[query.city](), off: { city: undefined, district: undefined } });
  }
  if (district) {
    badges.push({ name: districtNames[district](), off: { district: undefined } });
  }
  if (hasMiddle && query.radius !== undefined && query.radius !== defaultRadiusKm) {
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

/** Explains printing in five steps. */
function Guide() {
  const steps = [
    m['services.guide.find'](),
    m['services.guide.discuss'](),
    m['services.guide.upload'](),
    m['services.guide.pay'](),
    m['services.guide.receive'](),
  ];
  return (
    <section aria-labelledby="guide" className="mt-16">
      <h2 id="guide" className="ruler pb-4 text-2xl font-bold">
        {m['services.guide.title']()}
      </h2>
      <ol className="mt-6 grid gap-4 sm:grid-cols-2 xl:grid-cols-5">
        {steps.map((step, index) => (
          <li key={step} className="rounded-lg border border-line bg-surface p-4">
            <p className="text-2xl font-bold text-accent tabular-nums">{index + 1}</p>
            <p className="mt-1">{step}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
