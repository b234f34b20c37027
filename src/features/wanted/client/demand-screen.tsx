import { useQuery } from '@tanstack/react-query';
import { Link, useHydrated, useNavigate } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { PlacesMap, serviceTypes, typeName } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { buttonClass } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import type { Demand } from '../contract.ts';
import { minDemand } from '../rules.ts';
import { demandQuery, readSearch } from './api.ts';
import { formatCount } from './words.ts';

/** Map of what people look for and nobody makes near them: districts with their numbers, never a person. */
export function DemandScreen({ search }: { search: object }) {
  const { trade } = readSearch(search);
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(demandQuery(trade));
  return (
    <div className="page max-w-6xl py-8">
      <Link
        to="/wanted/{-$id}"
        params={{ id: undefined }}
        className="mb-3 inline-block min-h-6 text-accent-strong underline"
      >
        {m['wanted.post.back']()}
      </Link>
      <h1 className="text-3xl font-bold">{m['wanted.demand.title']()}</h1>
      <p className="mt-2 max-w-prose text-ink-soft">{m['wanted.demand.lead']()}</p>
      <div className="mt-6 max-w-xs">
        <SelectField
          label={m['wanted.form.trade']()}
          value={trade}
          onChange={({ target }) =>
            void navigate({
              to: '/wanted/{-$id}',
              params: { id: 'demand' },
              search: target.value === '' ? {} : { trade: target.value },
            })
          }
        >
          <option value="">{m['wanted.list.all_trades']()}</option>
          {serviceTypes.map((each) => (
            <option key={each} value={each}>
              {typeName(each)}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="mt-6">
        {error && !data && <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>}
        {!error && !data && <div aria-busy="true" className="h-64 animate-pulse rounded-lg bg-sunken" />}
        {data && data.length === 0 && (
          <p className="rounded-lg border border-dashed border-line-strong p-8 text-center">
            {m['wanted.demand.empty']({ least: minDemand })}
          </p>
        )}
        {data && data.length > 0 && <Districts demand={data} />}
      </div>
      <div className="mt-8 flex flex-wrap gap-3">
        <Link to="/wanted/{-$id}" params={{ id: undefined }} className={buttonClass()}>
          {m['wanted.demand.board']()}
        </Link>
        <Link to="/my/services" className={buttonClass('secondary')}>
          {m['wanted.demand.services']()}
        </Link>
      </div>
    </div>
  );
}

function Districts({ demand }: { demand: Demand }) {
  const hydrated = useHydrated();
  const most = Math.max(...demand.map(({ people }) => people));
  const places = useMemo(
    () =>
      demand.map(({ address, people, ...point }) => ({
        ...point,
        address: m['wanted.demand.row']({ address, count: formatCount(people) }),
      })),
    [demand],
  );
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      {hydrated ? (
        <Suspense fallback={<div aria-busy="true" className="h-96 animate-pulse rounded-lg bg-sunken" />}>
          <PlacesMap key={JSON.stringify(places)} places={places} />
        </Suspense>
      ) : (
        <div className="hidden h-96 rounded-lg bg-sunken lg:block" />
      )}
      <section aria-label={m['wanted.demand.list']()} className="grid gap-3">
        <ol className="divide-y divide-line border-y border-line">
          {demand.map(({ address, people }) => (
            <li key={address} className="grid gap-1 py-3">
              <p className="flex items-baseline justify-between gap-4">
                <span className="min-w-0 font-semibold break-words">{address}</span>
                <span className="shrink-0 tabular-nums">
                  {m['wanted.demand.people']({ count: formatCount(people) })}
                </span>
              </p>
              <progress aria-hidden="true" value={people} max={most} className="block w-full" />
            </li>
          ))}
        </ol>
        <p className="text-sm text-ink-soft">{m['wanted.demand.least']({ least: minDemand })}</p>
      </section>
    </div>
  );
}
