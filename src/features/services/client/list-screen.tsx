import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { LocateFixed, Search, X } from 'lucide-react';
import type { FormEvent } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { buttonClass } from '#ui/button.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SlowNotice } from '#platform/client/slow-notice.tsx';
import { cities, defaultRadiusKm, districtsOf, longestSearch, radiusesKm, type District } from '../rules.ts';
import { listServicesQuery } from './api.ts';
import { serviceRequest, servicesTitle, type ServiceSearch } from './list-search.ts';
import { ListFailed, NoServices, ServicesSkeleton } from './list-states.tsx';
import { useLocation } from './location.ts';
import { ServiceGrid } from './service-card.tsx';
import { cityNames } from './words.ts';

const districtNames: Record<District, () => string> = {
  gangnam: () => m['services.district.gangnam'](),
  seongdong: () => m['services.district.seongdong'](),
  mapo: () => m['services.district.mapo'](),
  yeongdeungpo: () => m['services.district.yeongdeungpo'](),
  guro: () => m['services.district.guro'](),
  jung: () => m['services.district.jung'](),
  jongno: () => m['services.district.jongno'](),
  songpa: () => m['services.district.songpa'](),
  haeundae: () => m['services.district.haeundae'](),
  busanjin: () => m['services.district.busanjin'](),
  saha: () => m['services.district.saha'](),
};

function registerWords(type: string | undefined): string {
  if (type === '3d_printing') return m['services.register.printer']();
  if (type === 'engineer') return m['services.register.engineer']();
  if (type === 'manufacturing') return m['services.register.manufacturer']();
  return m['services.register.service']();
}

function registerPath(type: string | undefined): string {
  if (type === '3d_printing') return '/register-printer';
  return type === undefined ? '/services/register' : `/services/register/${type}`;
}

export function ServicesScreen({ type, query }: { type?: string; query: ServiceSearch }) {
  const [location, ask] = useLocation();
  const here = location.state === 'available' && query.city === undefined;
  const list = useQuery(
    listServicesQuery({
      ...serviceRequest(type, query),
      ...(here && { near: location.point, radius: query.radius ?? defaultRadiusKm }),
    }),
  );
  const title = servicesTitle(type);
  return (
    <div className="page py-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-3xl font-bold">{title}</h1>
          <p className="mt-1 text-ink-soft tabular-nums" aria-live="polite">
            {list.data && m['services.list.count']({ count: list.data.total })}
          </p>
        </div>
        <Link to={registerPath(type)} className={buttonClass()}>
          {registerWords(type)}
        </Link>
      </div>
      <Controls query={query} />
      <div className="mt-3 flex flex-wrap items-center gap-3" aria-live="polite">
        {location.state === 'checking' && <p>{m['services.location.checking']()}</p>}
        {here && <p>{m['services.location.around']({ place: location.address })}</p>}
        {location.state === 'unavailable' && (
          <p role="alert" className="text-danger">
            {location.problem} {m['services.location.choose']()}
          </p>
        )}
        {!here && (
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
      <FilterBadges query={query} resettable={location.state === 'unavailable'} askAgain={ask} />
      <div className="pt-6">
        {list.isPending && (
          <>
            <SlowNotice />
            <ServicesSkeleton />
          </>
        )}
        {list.isError && <ListFailed why={describeError(list.error)} retry={() => void list.refetch()} />}
        {list.data?.items.length === 0 && <NoServices type={type} />}
        {list.data && list.data.items.length > 0 && (
          <>
            <h2 className="sr-only">{m['services.list.results']()}</h2>
            <ServiceGrid services={list.data.items} label={title} />
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
                  // The router marks links as well: only those of the very same address, page number included.
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
      {type === '3d_printing' && <Guide />}
    </div>
  );
}

function Controls({ query }: { query: ServiceSearch }) {
  const navigate = useNavigate();
  function change(part: ServiceSearch): void {
    void navigate({ to: '.', search: { ...query, page: undefined, ...part } });
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const search = String(new FormData(event.currentTarget).get('search') ?? '').trim();
    change({ search: search === '' ? undefined : search });
  }
  const select = 'min-h-11 min-w-0 max-w-full rounded-md border border-line-strong bg-surface px-3';
  return (
    <div className="mt-6 flex flex-wrap items-end gap-3">
      <form
        role="search"
        aria-label={m['services.list.search']()}
        onSubmit={submit}
        className="relative min-w-0 flex-1 basis-56"
      >
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
      </form>
      <select
        aria-label={m['services.filter.radius']()}
        value={query.radius ?? defaultRadiusKm}
        onChange={(event) => change({ radius: Number(event.target.value) })}
        className={select}
      >
        {radiusesKm.map((km) => (
          <option key={km} value={km}>
            {m['services.filter.within']({ km })}
          </option>
        ))}
      </select>
      <select
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
          aria-label={m['services.filter.district']()}
          value={query.district ?? ''}
          onChange={(event) =>
            change({
              district: districtsOf(query.city).find((each) => each === event.target.value),
            })
          }
          className={select}
        >
          <option value="">{m['services.filter.all_districts']()}</option>
          {districtsOf(query.city).map((district) => (
            <option key={district} value={district}>
              {districtNames[district]()}
            </option>
          ))}
        </select>
      )}
      <select
        aria-label={m['services.filter.sort']()}
        value={query.sort ?? 'newest'}
        onChange={(event) => change({ sort: event.target.value === 'lowPrice' ? 'lowPrice' : undefined })}
        className={select}
      >
        <option value="newest">{m['services.filter.newest']()}</option>
        <option value="lowPrice">{m['services.filter.low_price']()}</option>
      </select>
    </div>
  );
}

/** Each filter that is on, with a way to take it off, and all of them at once; that asks for the place anew too. */
function FilterBadges(props: { query: ServiceSearch; resettable: boolean; askAgain(): void }) {
  const { query, resettable, askAgain } = props;
  const filters = { ...query, page: undefined };
  const badges: { name: string; without: ServiceSearch }[] = [];
  if (query.search !== undefined) {
    badges.push({ name: `‘${query.search}’`, without: { ...filters, search: undefined } });
  }
  if (query.city) {
    const without = { ...filters, city: undefined, district: undefined };
    badges.push({ name: cityNames[query.city](), without });
  }
  if (query.district) {
    badges.push({ name: districtNames[query.district](), without: { ...filters, district: undefined } });
  }
  if (!resettable && Object.values(filters).every((value) => value === undefined)) return null;
  return (
    <ul aria-label={m['services.filter.active']()} className="mt-3 flex flex-wrap items-center gap-2">
      {badges.map(({ name, without }) => (
        <li key={name}>
          <Link
            to="."
            search={without}
            aria-label={m['services.filter.remove']({ name })}
            className="flex min-h-9 items-center gap-1 rounded-full bg-accent-soft px-3 text-sm text-accent-strong hover:underline"
          >
            {name}
            <X className="size-4" />
          </Link>
        </li>
      ))}
      <li>
        <Link to="." search={{}} onClick={askAgain} className={buttonClass('quiet', 'text-sm')}>
          {m['services.filter.reset']()}
        </Link>
      </li>
    </ul>
  );
}

/** How printing goes, in five steps. */
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
