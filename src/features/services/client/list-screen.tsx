import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LocateFixed } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { SearchTabs } from '#features/finding/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { isPricedByWeight, tradeOf } from '#platform/shared/trades.ts';
import { buttonClass } from '#ui/button.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SlowNotice } from '#platform/client/slow-notice.tsx';
import { asServiceType, defaultRadiusKm, seoul, type Point } from '../rules.ts';
import { listServicesQuery, type ServiceListAnswer } from './api.ts';
import { Controls, FilterBadges, Kinds, Views } from './list-controls.tsx';
import type { ServiceSearch } from './list-search.ts';
import { ListFailed, NoServices, ServicesSkeleton } from './list-states.tsx';
import { middleOf, serviceRequest, servicesTitle, shownType } from './load-services.ts';
import { useLocation, type Location } from './location.ts';
import { ServiceGrid } from './service-card.tsx';
import { tradeWordsOf } from './trade-words.ts';

/** Needed by those who choose the map. */
const OnMap = import.meta.env.SSR
  ? (await import('./list-map.tsx')).OnMap
  : lazy(async () => ({ default: (await import('./list-map.tsx')).OnMap }));

/** What a list around a place shows instead of nothing. Loaded where it is needed. */
const NothingNear = lazy(async () => ({ default: (await import('./nothing-near.tsx')).NothingNear }));

const radiusOf = ({ radius }: ServiceSearch): number =>
  typeof radius === 'number' ? radius : defaultRadiusKm;

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
  // Everything is not shown while the place is asked for: the list around it is shorter.
  const waits = location.state === 'checking' || list.isPending;
  const hasList = query.city === undefined && query.radius !== 'country';
  return (
    <div className="page py-4 md:py-8">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h1 className="text-2xl font-bold md:text-3xl">{title}</h1>
          <p className="min-h-lh text-ink-soft tabular-nums md:mt-1" aria-live="polite">
            {list.data && !waits && (
              <span className={hasList ? 'once-known' : ''}>
                {m['services.list.count']({ count: list.data.total })}
              </span>
            )}
          </p>
        </div>
        {isPricedByWeight(type) && (
          <Link to="/estimate" className="flex min-h-11 items-center text-accent-strong underline md:hidden">
            {m['services.estimate']()}
          </Link>
        )}
        <Actions type={unknownType === undefined ? type : undefined} className="hidden md:flex" />
      </div>
      <SearchTabs kind="services" text={query.search} filters={{ ...query, type }} />
      <Kinds type={type} query={query} />
      <Controls query={query} hasMiddle={middle !== undefined} ask={ask} />
      <Place query={query} location={location} hasMiddle={middle !== undefined} ask={ask} />
      <FilterBadges
        query={query}
        hasMiddle={middle !== undefined}
        resettable={location.state === 'unavailable'}
        askAgain={ask}
      />
      <div className="pt-4 md:pt-6">
        {waits ? (
          <>
            {list.isPending && location.state !== 'checking' && <SlowNotice />}
            <ServicesSkeleton />
          </>
        ) : (
          <>
            {hasList && (
              <div className="while-asked">
                <ServicesSkeleton />
              </div>
            )}
            <div className={hasList ? 'once-known' : ''}>
              {list.isError && (
                <ListFailed why={describeError(list.error)} retry={() => void list.refetch()} />
              )}
              {list.data && query.view === 'map' && (
                <Suspense fallback={<div className="h-[70vh] rounded-lg bg-sunken" />}>
                  <OnMap
                    type={type}
                    services={list.data.items}
                    total={list.data.total}
                    centre={middle ?? seoul}
                    here={isAround ? location.point : undefined}
                    radiusKm={middle && radiusOf(query)}
                  />
                </Suspense>
              )}
              {list.data && query.view !== 'map' && list.data.items.length === 0 && (
                <Nothing type={type} unknownType={unknownType} query={query} middle={middle} />
              )}
              {list.data && query.view !== 'map' && list.data.items.length > 0 && (
                <Found title={title} query={query} data={list.data} between={between} />
              )}
            </div>
          </>
        )}
      </div>
      <Actions type={unknownType === undefined ? type : undefined} className="mt-8 flex md:hidden" />
      {isPricedByWeight(type) && <Guide />}
    </div>
  );
}

/** Links to an estimate and to offering a service; below the list on phones, which begin with the list. */
function Actions({ type, className }: { type: string | undefined; className: string }) {
  return (
    <div className={`flex-wrap gap-3 ${className}`}>
      {isPricedByWeight(type) && (
        <Link to="/estimate" className={buttonClass('secondary')}>
          {m['services.estimate']()}
        </Link>
      )}
      <Link to={registerPath(type)} className={buttonClass()}>
        {registerWords(type)}
      </Link>
    </div>
  );
}

/** The place that the list is around, and the choice between list and map. */
function Place(props: { query: ServiceSearch; location: Location; hasMiddle: boolean; ask(): void }) {
  const { query, location, hasMiddle, ask } = props;
  const isAround = location.state === 'available';
  const isElsewhere = query.city !== undefined || query.radius === 'country';
  return (
    <div className="mt-2 grid gap-1 md:mt-3">
      {location.state === 'unavailable' && !isElsewhere && (
        <p role="alert" className="text-danger">
          {location.problem} {m['services.location.choose']()}
        </p>
      )}
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3" aria-live="polite">
          {location.state === 'checking' && <p>{m['services.location.checking']()}</p>}
          {query.radius === 'country' ? (
            <p>{m['services.around.country_note']()}</p>
          ) : (
            !hasMiddle &&
            location.state !== 'checking' && (
              <p className="hidden text-ink-soft md:block">{m['services.filter.anywhere']()}</p>
            )
          )}
          {hasMiddle && !isElsewhere && (
            <p>
              {m['services.location.around']({
                place: location.address,
              })}
            </p>
          )}
          {!(isAround && !isElsewhere) && (
            <button
              type="button"
              onClick={ask}
              disabled={location.state === 'checking'}
              className={buttonClass('quiet', 'px-2! text-sm')}
            >
              <LocateFixed aria-hidden="true" className="size-4" />
              {location.state === 'unavailable'
                ? m['services.location.retry']()
                : m['services.location.use']()}
            </button>
          )}
        </div>
        <Views query={query} />
      </div>
    </div>
  );
}

function Found(props: {
  title: string;
  query: ServiceSearch;
  data: ServiceListAnswer;
  between: ((cards: number) => (index: number) => ReactNode) | undefined;
}) {
  const { title, query, data, between } = props;
  return (
    <>
      <h2 className="sr-only">{m['services.list.results']()}</h2>
      <ServiceGrid services={data.items} first label={title} before={between?.(data.items.length)} />
      <Pagination
        page={data.page}
        pageCount={data.pageCount}
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
            // The router also marks links, but only those with exactly the same address, including the page number.
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

function Nothing(props: {
  type: string | undefined;
  unknownType: string | undefined;
  query: ServiceSearch;
  middle: Point | undefined;
}) {
  const { type, unknownType, query, middle } = props;
  if (unknownType !== undefined) return <NoType type={unknownType} />;
  return middle === undefined ? (
    <NoServices type={type} search={query.search} />
  ) : (
    <Suspense fallback={<NoServices type={type} search={query.search} />}>
      <NothingNear type={type} query={query} middle={middle} radiusKm={radiusOf(query)} />
    </Suspense>
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
