import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Hammer } from 'lucide-react';
import { typeName, useLocation } from '#features/services/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { dateFormat, numberFormat } from '#platform/shared/formats.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { isPricedByWeight } from '#platform/shared/trades.ts';
import { buttonClass } from '#ui/button.tsx';
import type { Making } from '../contract.ts';
import { makingQuery } from './making-api.ts';

type Way = Making['ways'][number];

/** Returns how a resource can be made for its reader; null while that is not known, and for what nobody makes. */
export function useMaking(resourceId: string): { making: Making; hasPlace: boolean } | null {
  const [location] = useLocation();
  const point = location.state === 'available' ? location.point : null;
  const { data } = useQuery({
    ...makingQuery(resourceId, point),
    // What holds for the whole country stays until it is known for the place.
    placeholderData: (before) => before,
  });
  return data && data.ways.length > 0 ? { making: data, hasPlace: point !== null } : null;
}

/** The one action on everything that can be made: a link with its price, makers and date. */
export function MakeButton(props: { resourceId: string; making: Making; hasPlace: boolean }) {
  const { resourceId, making, hasPlace } = props;
  const { verdict } = making.rights;
  const [way] = making.ways;
  if (!way) return null;
  const words = (
    <>
      <span className="flex items-center gap-2">
        <Hammer aria-hidden="true" className="size-5 shrink-0" />
        {m['quotes.make.title']()}
      </span>
      <span className="text-xs font-normal text-balance tabular-nums sm:text-sm">
        {verdict === 'not_allowed'
          ? m['quotes.make.forbidden']()
          : [
              ...(verdict === 'ask_author' ? [m['quotes.make.permission']()] : []),
              ...factsOf(way, hasPlace),
            ].join(' · ')}
      </span>
    </>
  );
  const look = 'min-h-14 min-w-0 grow basis-0 flex-col gap-0.5! px-3! text-center leading-tight';
  if (verdict === 'not_allowed')
    return (
      <p title={making.rights.words} className={`${buttonClass('secondary', look)} opacity-60`}>
        {words}
      </p>
    );
  return (
    <MakeLink resourceId={resourceId} way={way} className={buttonClass('primary', look)}>
      {words}
    </MakeLink>
  );
}

/** Links to the other trades that make parts of a resource. */
export function OtherWays(props: { resourceId: string; making: Making; hasPlace: boolean }) {
  const { resourceId, making, hasPlace } = props;
  const others = making.rights.verdict === 'not_allowed' ? [] : making.ways.slice(1);
  if (others.length === 0) return null;
  return (
    <ul aria-label={m['quotes.make.also']()} className="grid text-sm">
      {others.map((way) => (
        <li key={way.trade}>
          <MakeLink
            resourceId={resourceId}
            way={way}
            className="inline-block py-1 text-accent-strong underline"
          >
            {[...(way.from ? [typeName(way.trade)] : []), ...factsOf(way, hasPlace)].join(' · ')}
          </MakeLink>
        </li>
      ))}
    </ul>
  );
}

/** To the estimate where files have a price, else to a request: plain links, which need no script. */
function MakeLink(props: { resourceId: string; way: Way; className: string; children: React.ReactNode }) {
  const { resourceId, way, className, children } = props;
  if (isPricedByWeight(way.trade))
    return (
      <Link to="/estimate" search={{ resourceId, radius: radiusOf(way) }} className={className}>
        {children}
      </Link>
    );
  return (
    <Link
      to="/quote-requests/$id"
      params={{ id: 'new' }}
      search={{ resourceId, trade: way.trade }}
      className={className}
    >
      {children}
    </Link>
  );
}

/** The estimate looks where the price was found. */
function radiusOf({ area, radiusKm }: Way): string | number | undefined {
  if (area !== 'near') return 'country';
  return radiusKm === usualKm ? undefined : (radiusKm ?? undefined);
}
/** The radius of an estimate whose address says none. */
const usualKm = 10;

function factsOf({ trade, area, makers, from }: Way, hasPlace: boolean): string[] {
  if (area === 'nowhere') return [m['quotes.make.nowhere']()];
  const where =
    area === 'near' ? [] : [hasPlace && from ? m['quotes.make.by_post']() : m['quotes.make.country']()];
  const count = numberFormat(currentLocale()).format(makers ?? 0);
  if (!isPricedByWeight(trade)) return [...where, m['quotes.make.ask']({ trade: typeName(trade), count })];
  if (!from) return [];
  const price =
    from.total === 0 ? m['quotes.free']() : formatMoney(from.total, from.currency, currentLocale());
  return [
    ...where,
    m['quotes.make.from']({ price }),
    m['quotes.make.makers']({ count }),
    ...(from.readyOn === null ? [] : [m['quotes.make.by']({ day: shortDay(from.readyOn) })]),
  ];
}

function shortDay(day: string): string {
  return dateFormat(currentLocale(), { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
