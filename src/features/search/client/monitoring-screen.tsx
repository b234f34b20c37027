import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode } from 'react';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { languages, locales } from '#i18n/languages.ts';
import { describeError } from '#platform/client/fetcher.ts';
import { useFormatMoment } from '#platform/client/local-time.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { dateFormat, numberFormat } from '#platform/shared/formats.ts';
import { buttonClass } from '#ui/button.tsx';
import { DayChart } from '#ui/day-chart.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { canSeeZeroResults } from '../access.ts';
import type { SearchStatistics } from '../contract.ts';
import { statisticsQuery, tabs, type MonitoringSearch } from './api.ts';

const ZeroResults = lazy(async () => ({ default: (await import('./zero-results.tsx')).ZeroResults }));

const tabNames = {
  overview: () => m['search.monitoring.overview'](),
  performance: () => m['search.monitoring.performance'](),
  popular: () => m['search.monitoring.popular'](),
};

const kindNames: Record<SearchStatistics['kinds'][number]['kind'], () => string> = {
  resources: () => m['search.monitoring.resources'](),
  services: () => m['search.monitoring.services'](),
};

const formatCount = (count: number) => numberFormat(currentLocale()).format(count);
const formatPercent = (part: number) =>
  numberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 1 }).format(part);
/** Formats milliseconds, which are rarely whole for a search. */
const formatMs = (ms: number) =>
  numberFormat(currentLocale(), {
    style: 'unit',
    unit: 'millisecond',
    maximumFractionDigits: ms < 10 ? 1 : 0,
  }).format(ms);
const formatDay = (day: string) =>
  dateFormat(currentLocale(), { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** Terms, counts and times of searches; `sample` stands in for real figures. */
export function MonitoringScreen({
  path,
  search,
  sample,
}: {
  path: '/search' | '/search-demo';
  search: MonitoringSearch;
  sample?: SearchStatistics;
}) {
  const asked = useQuery({ ...statisticsQuery(search.language), enabled: sample === undefined });
  const { data: user } = useQuery(currentUserQuery);
  const data = sample ?? asked.data;
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <header className="grid max-w-prose gap-1">
        <h1 className="text-3xl font-bold">{m['search.monitoring.title']()}</h1>
        <p className="text-ink-soft">
          {sample ? m['search.monitoring.sample_lead']() : m['search.monitoring.lead']()}
        </p>
      </header>
      {sample && (
        <div
          role="note"
          className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-sunken p-4"
        >
          <p className="font-semibold">{m['search.monitoring.sample']()}</p>
          <Link to="/search" className={buttonClass('secondary')}>
            {m['search.monitoring.real']()}
          </Link>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <nav aria-label={m['search.monitoring.title']()} className="flex flex-wrap gap-1">
          {tabs.map((tab) => (
            <Choice key={tab} path={path} search={{ ...search, tab }} isChosen={tab === search.tab}>
              {tabNames[tab]()}
            </Choice>
          ))}
        </nav>
        {!sample && (
          <nav aria-label={m['search.monitoring.language']()} className="flex flex-wrap gap-1">
            <Choice path={path} search={{ tab: search.tab }} isChosen={search.language === undefined}>
              {m['search.monitoring.all']()}
            </Choice>
            {locales.map((locale) => (
              <Choice
                key={locale}
                path={path}
                search={{ tab: search.tab, language: locale }}
                isChosen={search.language === locale}
              >
                <span lang={locale}>{languages[locale].name}</span>
              </Choice>
            ))}
          </nav>
        )}
      </div>
      {!data && asked.error && (
        <LoadFailed retry={() => asked.refetch()}>{describeError(asked.error)}</LoadFailed>
      )}
      {!data && !asked.error && <div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />}
      {data?.totalQueries === 0 && <NoSearches />}
      {data && data.totalQueries > 0 && (
        <>
          {search.tab === 'overview' && <Overview data={data} />}
          {search.tab === 'performance' && <Performance data={data} />}
          {search.tab === 'popular' && (
            <div className="grid gap-10">
              <Popular data={data} />
              {!sample && canSeeZeroResults(user ?? null) && <ZeroResults terms={data.zeroResults} />}
            </div>
          )}
          <LastUpdate at={data.updatedAt} />
        </>
      )}
    </div>
  );
}

function Choice({
  path,
  search,
  isChosen,
  children,
}: {
  path: '/search' | '/search-demo';
  search: MonitoringSearch;
  isChosen: boolean;
  children: ReactNode;
}) {
  const { tab, language } = search;
  return (
    <Link
      to={path}
      search={{ ...(tab !== 'overview' && { tab }), ...(language && { language }) }}
      aria-current={isChosen ? 'page' : undefined}
      activeOptions={{ exact: true, includeSearch: true }}
      resetScroll={false}
      className={`grid min-h-11 content-center rounded-md px-4 ${isChosen ? 'bg-accent-soft font-semibold text-accent-strong' : 'text-ink-soft hover:bg-sunken'}`}
    >
      {children}
    </Link>
  );
}

function Figures({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">{children}</dl>;
}

function Figure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div className="grid content-start gap-1 rounded-lg border border-line bg-surface p-5">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="text-2xl font-bold tabular-nums">{value}</dd>
      {note && <dd className="text-sm text-ink-soft">{note}</dd>}
    </div>
  );
}

function Overview({ data }: { data: SearchStatistics }) {
  return (
    <div className="grid gap-8">
      <Figures>
        <Figure name={m['search.monitoring.total']()} value={formatCount(data.totalQueries)} />
        <Figure
          name={m['search.monitoring.hit_rate']()}
          value={formatPercent(data.hitRate)}
          note={m['search.monitoring.hits']({
            hits: formatCount(data.cacheHits),
            misses: formatCount(data.cacheMisses),
          })}
        />
        <Figure
          name={m['search.monitoring.languages']()}
          value={formatCount(locales.length)}
          note={locales.map((locale) => languages[locale].name).join(' · ')}
        />
        <Figure name={m['search.monitoring.average']()} value={formatMs(data.averageMs)} />
      </Figures>
      <DayChart
        title={m['search.monitoring.by_day']()}
        figures={data.timeline.map(({ day, count }) => ({ day, value: count }))}
        formatDay={formatDay}
        formatValue={formatCount}
      />
    </div>
  );
}

function Performance({ data }: { data: SearchStatistics }) {
  return (
    <div className="grid gap-8">
      <Figures>
        <Figure name={m['search.monitoring.average']()} value={formatMs(data.averageMs)} />
        <Figure
          name={m['search.monitoring.range']()}
          value={`${formatMs(data.minMs)} – ${formatMs(data.maxMs)}`}
        />
        <Figure name={m['search.monitoring.hit_rate']()} value={formatPercent(data.hitRate)} />
        <Figure name={m['search.monitoring.count']()} value={formatCount(data.totalQueries)} />
      </Figures>
      <DayChart
        title={m['search.monitoring.time_by_day']()}
        figures={data.timeline.map(({ day, averageMs }) => ({ day, value: averageMs }))}
        formatDay={formatDay}
        formatValue={formatMs}
      />
      <FiguresTable
        id="by-language"
        title={m['search.monitoring.by_language']()}
        head={m['search.monitoring.language']()}
        rows={data.languages.map((row) => ({
          ...row,
          key: row.language,
          lang: row.language,
          name: languages[row.language].name,
        }))}
      />
      <FiguresTable
        id="by-kind"
        title={m['search.monitoring.by_kind']()}
        head={m['search.monitoring.kind']()}
        rows={data.kinds.map((row) => ({ ...row, key: row.kind, name: kindNames[row.kind]() }))}
      />
    </div>
  );
}

type FiguresRow = Pick<
  SearchStatistics['languages'][number],
  'count' | 'cacheHits' | 'averageMs' | 'minMs' | 'maxMs'
> & { key: string; name: string; lang?: string };

function FiguresTable({
  id,
  title,
  head,
  rows,
}: {
  id: string;
  title: string;
  head: string;
  rows: readonly FiguresRow[];
}) {
  const cell = 'px-3 py-3 text-right whitespace-nowrap';
  return (
    <div className="grid gap-3">
      <h2 id={id} className="text-xl font-semibold">
        {title}
      </h2>
      {/* Focusable, so that a keyboard can scroll it where it is wider than the screen. */}
      <div
        role="region"
        aria-labelledby={id}
        tabIndex={0}
        className="overflow-x-auto rounded-lg border border-line bg-surface"
      >
        <table className="w-full tabular-nums">
          <thead>
            <tr className="border-b border-line text-sm text-ink-soft">
              <th scope="col" className="px-3 py-3 text-left whitespace-nowrap">
                {head}
              </th>
              <th scope="col" className={cell}>
                {m['search.monitoring.count']()}
              </th>
              <th scope="col" className={cell}>
                {m['search.monitoring.hit_rate']()}
              </th>
              <th scope="col" className={cell}>
                {m['search.monitoring.average']()}
              </th>
              <th scope="col" className={cell}>
                {m['search.monitoring.range']()}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key} className="border-b border-line last:border-0">
                <th scope="row" lang={row.lang} className="px-3 py-3 text-left font-normal whitespace-nowrap">
                  {row.name}
                </th>
                <td className={cell}>{formatCount(row.count)}</td>
                <td className={cell}>{formatPercent(row.cacheHits / row.count)}</td>
                <td className={cell}>{formatMs(row.averageMs)}</td>
                <td className={cell}>{`${formatMs(row.minMs)} – ${formatMs(row.maxMs)}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Popular({ data }: { data: SearchStatistics }) {
  const most = data.popular[0]?.count ?? 1;
  return (
    <section aria-labelledby="popular" className="grid gap-3">
      <h2 id="popular" className="text-xl font-semibold">
        {m['search.monitoring.popular']()}{' '}
        <span className="text-base font-normal text-ink-soft tabular-nums">
          {m['search.monitoring.terms']({ count: data.popular.length })}
        </span>
      </h2>
      {data.popular.length === 0 ? (
        <p className="text-ink-soft">{m['search.monitoring.no_popular']()}</p>
      ) : (
        <ol className="grid divide-y divide-line rounded-lg border border-line bg-surface">
          {data.popular.map(({ term, kind, count }, index) => (
            <li key={`${kind} ${term}`}>
              <Link
                to={`/${kind}`}
                search={{ search: term }}
                className="grid min-h-11 grid-cols-[2rem_minmax(0,1fr)_minmax(2rem,8rem)_auto] items-center gap-3 px-4 py-2 hover:bg-sunken"
              >
                <span className="text-right text-ink-soft tabular-nums">{index + 1}</span>
                <span className="break-words">
                  {term}
                  {kind === 'services' && (
                    <span className="ml-2 text-sm text-ink-soft">{kindNames.services()}</span>
                  )}
                </span>
                <svg
                  aria-hidden="true"
                  viewBox="0 0 100 1"
                  preserveAspectRatio="none"
                  className="h-2 w-full rounded-full bg-sunken text-accent"
                >
                  <rect width={(count / most) * 100} height="1" fill="currentColor" />
                </svg>
                <span className="text-right tabular-nums">
                  {m['search.monitoring.times']({ count: formatCount(count) })}
                </span>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function NoSearches() {
  return (
    <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line-strong p-10 text-center">
      <p className="text-lg font-semibold">{m['search.monitoring.empty']()}</p>
      <p className="text-ink-soft">{m['search.monitoring.empty_text']()}</p>
      <Link to="/resources" className={buttonClass('secondary')}>
        {m['search.monitoring.to_resources']()}
      </Link>
    </div>
  );
}

function LastUpdate({ at }: { at: string | null }) {
  const formatMoment = useFormatMoment();
  if (at === null) return null;
  return (
    <p className="text-sm text-ink-soft">
      {m['search.monitoring.updated']()} <time dateTime={at}>{formatMoment(at)}</time>
    </p>
  );
}
