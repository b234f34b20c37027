import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { isPricedByWeight } from '#platform/shared/trades.ts';
import { buttonClass } from '#ui/button.tsx';
import { farthestKm, radiusesKm, type Point } from '../rules.ts';
import { listServicesQuery, type ListedService } from './api.ts';
import type { ServiceSearch } from './list-search.ts';
import { ServiceGrid } from './service-card.tsx';
import { distanceWords } from './words.ts';

const most = 4;

/** Where the nearest services are when there are none within the radius, and what leads on: wider, by post, a request. */
export function NothingNear(props: {
  type: string | undefined;
  query: ServiceSearch;
  middle: Point;
  radiusKm: number;
}) {
  const { type, query, middle, radiusKm } = props;
  const { search } = query;
  const { data, isPending } = useQuery(
    listServicesQuery({ type, search, near: middle, radius: farthestKm, sort: 'distance', limit: most }),
  );
  const nearest = data?.items ?? [];
  const wider = widerRadius(nearest[0], radiusKm);
  return (
    <div className="grid min-h-[70vh] content-start gap-6">
      <div
        role="status"
        className="grid justify-items-center gap-3 rounded-lg border border-dashed border-line-strong p-6 text-center md:p-8"
      >
        <p className="text-lg font-semibold text-balance">{noneWords(type, search, radiusKm)}</p>
        <p className="min-h-lh text-balance text-ink-soft">{!isPending && nearestWords(nearest[0])}</p>
        <div className="flex flex-wrap justify-center gap-2">
          {wider !== undefined && (
            <Link to="." search={{ ...query, page: undefined, radius: wider }} className={buttonClass()}>
              {m['services.nothing.wider']({ km: wider })}
            </Link>
          )}
          <Link
            to="."
            search={{ ...query, page: undefined, city: undefined, district: undefined, radius: 'country' }}
            className={buttonClass('secondary')}
          >
            {m['services.nothing.by_post']()}
          </Link>
          <Link
            to="/wanted/{-$id}"
            params={{ id: 'new' }}
            search={{
              ...(search !== undefined && { what: search }),
              ...(type !== undefined && { trade: type }),
            }}
            className={buttonClass('secondary')}
          >
            {m['services.list.post_wanted']()}
          </Link>
        </div>
      </div>
      {nearest.length > 0 && (
        <section aria-labelledby="nearest" className="grid gap-3">
          <h2 id="nearest" className="text-xl font-bold">
            {m['services.nothing.nearest']()}
          </h2>
          <ServiceGrid services={nearest} label={m['services.nothing.nearest']()} />
        </section>
      )}
    </div>
  );
}

function noneWords(type: string | undefined, search: string | undefined, km: number): string {
  if (search !== undefined) return m['services.nothing.found']({ km, term: search });
  return isPricedByWeight(type)
    ? m['services.nothing.printers']({ km })
    : m['services.nothing.services']({ km });
}

function nearestWords(nearest: ListedService | undefined): string {
  if (nearest?.distance === undefined || !nearest.location) return m['services.nothing.nowhere']();
  return m['services.nothing.where']({
    distance: distanceWords(nearest.distance),
    place: nearest.location.address,
    title: inReadersLanguage(nearest).title,
  });
}

/** Returns the smallest larger radius that has the nearest one, if there is one. */
function widerRadius(
  nearest: { distance?: number | undefined } | undefined,
  radiusKm: number,
): number | undefined {
  const { distance } = nearest ?? {};
  return distance === undefined ? undefined : radiusesKm.find((km) => km > radiusKm && km >= distance);
}
