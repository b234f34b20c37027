import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { ApiError, describeError, getJson } from '#platform/client/fetcher.ts';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { SelectField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { Statistics } from '../contract.ts';
import { viewSources, type ViewSource } from '../view-sources.ts';
import { resourceQuery } from './api.ts';
import { Section } from './section.tsx';
import { formatCount, formatDay } from './words.ts';

const spans = [30, 90, 365] as const;

const sourceNames: Record<ViewSource, () => string> = {
  direct: () => m['resources.statistics.source.direct'](),
  here: () => m['resources.statistics.source.here'](),
  search: () => m['resources.statistics.source.search'](),
  social: () => m['resources.statistics.source.social'](),
  other: () => m['resources.statistics.source.other'](),
};

/** Statistics of one resource, for its owner. */
export function ResourceStatistics({ id }: { id: string }) {
  const [span, setSpan] = useState<(typeof spans)[number]>(30);
  const resource = useQuery({ ...resourceQuery(id), retry: false });
  const found = useQuery({
    queryKey: ['resource-statistics', id, span],
    staleTime: 60_000,
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
    // Keep the previous figures until the new ones arrive.
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      getJson<Statistics>(`/api/resources/${encodeURIComponent(id)}/statistics?days=${span}`, signal),
  });
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1">
          <Link to="/my/resources" className="py-1 text-accent-strong underline">
            {m['resources.statistics.back']()}
          </Link>
          <h2 className="text-2xl font-bold">
            {resource.data ? inReadersLanguage(resource.data).title : m['resources.statistics.title']()}
          </h2>
        </div>
        <div className="min-w-40">
          <SelectField
            label={m['resources.statistics.span']()}
            value={span}
            onChange={(event) => setSpan(Number(event.target.value) as (typeof spans)[number])}
          >
            {spans.map((days) => (
              <option key={days} value={days}>
                {m['resources.statistics.days']({ count: days })}
              </option>
            ))}
          </SelectField>
        </div>
      </div>
      {found.isError && !found.data ? (
        <LoadFailed retry={() => found.refetch()}>{describeError(found.error)}</LoadFailed>
      ) : found.data ? (
        <Figures statistics={found.data} />
      ) : (
        <div aria-busy="true" className="h-80 animate-pulse rounded-lg bg-sunken" />
      )}
    </div>
  );
}

function Figures({ statistics }: { statistics: Statistics }) {
  const { days, sources, total } = statistics;
  const sum = (pick: 'views' | 'downloads') => days.reduce((before, day) => before + day[pick], 0);
  const views = sum('views');
  const downloads = sum('downloads');
  const tiles: [string, string][] = [
    [m['resources.statistics.views'](), formatCount(views)],
    [m['resources.statistics.downloads'](), formatCount(downloads)],
    [
      m['resources.statistics.rate'](),
      views === 0 ? '–' : `${formatCount(Math.round((Math.min(downloads, views) / views) * 100))}%`,
    ],
    [m['resources.statistics.all_downloads'](), formatCount(total.downloads)],
    [m['resources.statistics.likes'](), formatCount(total.likes)],
    [m['resources.statistics.comments'](), formatCount(total.comments)],
    [m['resources.statistics.remixes'](), formatCount(total.remixes)],
  ];
  const most = Math.max(1, ...Object.values(sources));
  return (
    <>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-4">
        {tiles.map(([name, figure]) => (
          <div key={name} className="grid content-start gap-1 bg-surface p-4 last:odd:col-span-2">
            <dt className="text-sm text-ink-soft">{name}</dt>
            <dd className="text-2xl font-bold tabular-nums">{figure}</dd>
          </div>
        ))}
      </dl>
      <Section title={m['resources.statistics.by_day']()}>
        {views + downloads === 0 ? (
          <p className="rounded-lg border border-dashed border-line-strong p-8 text-center">
            {m['resources.statistics.empty']()}
          </p>
        ) : (
          <Chart days={days} />
        )}
      </Section>
      {views > 0 && (
        <Section title={m['resources.statistics.sources']()}>
          <ul className="grid gap-3">
            {viewSources.map((source) => (
              <li key={source} className="grid grid-cols-[9rem_1fr_3rem] items-center gap-3">
                <span>{sourceNames[source]()}</span>
                <span aria-hidden="true" className="h-3 rounded-full bg-sunken">
                  <span
                    className="block h-full rounded-full bg-accent"
                    style={{ width: `${(sources[source] / most) * 100}%` }}
                  />
                </span>
                <span className="text-right tabular-nums">{formatCount(sources[source])}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

const chartHeight = 160;
const step = 10;

/** Bars of views and downloads per day, with the same data as a table for screen readers. */
function Chart({ days }: { days: Statistics['days'] }) {
  const most = Math.max(1, ...days.map(({ views, downloads }) => Math.max(views, downloads)));
  const first = days[0];
  const last = days.at(-1);
  const height = (count: number) => (count / most) * chartHeight;
  return (
    <figure className="grid gap-2">
      <figcaption className="flex flex-wrap gap-x-5 text-sm text-ink-soft">
        <span className="flex items-center gap-2">
          <span aria-hidden="true" className="size-3 rounded-sm bg-line-strong" />
          {m['resources.statistics.views']()}
        </span>
        <span className="flex items-center gap-2">
          <span aria-hidden="true" className="size-3 rounded-sm bg-accent" />
          {m['resources.statistics.downloads']()}
        </span>
        <span className="ml-auto tabular-nums">
          {m['resources.statistics.most']({ count: formatCount(most) })}
        </span>
      </figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${days.length * step} ${chartHeight}`}
        preserveAspectRatio="none"
        className="h-40 w-full border-b border-line-strong"
      >
        {days.map(({ day, views, downloads }, index) => (
          <g key={day}>
            <title>{`${formatDay(day)} · ${views} · ${downloads}`}</title>
            <rect x={index * step} width={step} height={chartHeight} className="fill-transparent" />
            <rect
              x={index * step + 1}
              y={chartHeight - height(views)}
              width={4}
              height={height(views)}
              className="fill-line-strong"
            />
            <rect
              x={index * step + 5}
              y={chartHeight - height(downloads)}
              width={4}
              height={height(downloads)}
              className="fill-accent"
            />
          </g>
        ))}
      </svg>
      <p className="flex justify-between text-sm text-ink-soft tabular-nums">
        <span>{first && formatDay(first.day)}</span>
        <span>{last && formatDay(last.day)}</span>
      </p>
      <details className="rounded-md border border-line p-3">
        <summary className="min-h-6 font-semibold">{m['resources.statistics.as_table']()}</summary>
        <div
          role="region"
          tabIndex={0}
          aria-label={m['resources.statistics.by_day']()}
          className="mt-3 max-h-80 overflow-auto"
        >
          <table className="w-full text-sm tabular-nums">
            <thead>
              <tr className="text-left">
                <th scope="col" className="p-2">
                  {m['resources.statistics.day']()}
                </th>
                <th scope="col" className="p-2 text-right">
                  {m['resources.statistics.views']()}
                </th>
                <th scope="col" className="p-2 text-right">
                  {m['resources.statistics.downloads']()}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {days.toReversed().map(({ day, views, downloads }) => (
                <tr key={day}>
                  <th scope="row" className="p-2 text-left font-normal">
                    {formatDay(day)}
                  </th>
                  <td className="p-2 text-right">{formatCount(views)}</td>
                  <td className="p-2 text-right">{formatCount(downloads)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
