import { useQuery } from '@tanstack/react-query';
import { LocateFixed } from 'lucide-react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { buttonClass } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { nearMeQuery } from './api.ts';
import { useLocation } from './location.ts';
import { ServiceGrid } from './service-card.tsx';

/** Nearest few services: around Seoul at first, then around the visitor's location. */
export function NearMe() {
  const [location, ask] = useLocation();
  const { lat, long } = location.point;
  const list = useQuery(nearMeQuery({ lat, long }));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2" aria-live="polite">
        {location.state === 'checking' ? (
          <p>{m['services.location.checking']()}</p>
        ) : (
          <p>{m['services.location.around']({ place: location.address })}</p>
        )}
        {location.state === 'unavailable' && <p className="text-danger">{location.problem}</p>}
        {location.state !== 'available' && (
          <button
            type="button"
            onClick={ask}
            disabled={location.state === 'checking'}
            className={buttonClass('secondary', 'text-sm')}
          >
            <LocateFixed className="size-4" />
            {location.state === 'unavailable' ? m['services.location.retry']() : m['services.location.use']()}
          </button>
        )}
      </div>
      {list.isError ? (
        <LoadFailed retry={() => list.refetch()}>{describeError(list.error)}</LoadFailed>
      ) : !list.data ? (
        <div aria-busy="true" className="h-72 animate-pulse rounded-lg bg-sunken" />
      ) : list.data.items.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line-strong p-8 text-center">
          {m['services.list.none_near']()}
        </p>
      ) : (
        <ServiceGrid services={list.data.items} label={m['services.near.title']()} few />
      )}
    </>
  );
}
