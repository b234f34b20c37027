import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { m } from '#i18n/generated/messages.js';
import { serviceBuildsQuery } from './api.ts';
import { rateWords } from './rate-words.ts';

/** How often what a provider made has worked, in all and on each machine. Nothing where there are too few builds. */
export function ServiceBuilds({ serviceId }: { serviceId: string }) {
  const { data } = useQuery(serviceBuildsQuery(serviceId));
  const titleId = useId();
  if (!data?.rate) return null;
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <h2 id={titleId} className="ruler pb-3 text-xl font-bold">
        {m['builds.title']()}
      </h2>
      <p className="text-lg font-semibold tabular-nums">{rateWords(data.rate)}</p>
      {data.machines.length > 0 && (
        <dl aria-label={m['builds.machines']()} className="grid gap-2">
          {data.machines.map(({ machine, ...rate }) => (
            <div key={machine} className="flex flex-wrap justify-between gap-x-6">
              <dt className="wrap-anywhere">{machine}</dt>
              <dd className="font-semibold tabular-nums">{rateWords(rate)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-sm text-ink-soft">{m['builds.hint']()}</p>
    </section>
  );
}
