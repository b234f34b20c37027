import { useQuery } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import { disputedQuery } from './api.ts';
import { WantedGrid } from './wanted-card.tsx';

/** Objections that wait for a ruling of staff; their posts have the form. */
export function DisputedList() {
  const { data, error, refetch } = useQuery(disputedQuery);
  return (
    <section aria-labelledby="disputed-wanted" className="mt-10">
      <h2 id="disputed-wanted" className="text-xl font-bold">
        {m['wanted.ruling.list']()}
      </h2>
      {error && !data && <LoadFailed retry={() => refetch()}>{describeError(error)}</LoadFailed>}
      {data?.items.length === 0 && <p className="mt-2 text-ink-soft">{m['wanted.ruling.none']()}</p>}
      {data && data.items.length > 0 && (
        <div className="mt-4">
          <WantedGrid posts={data.items} label={m['wanted.ruling.list']()} />
        </div>
      )}
    </section>
  );
}
