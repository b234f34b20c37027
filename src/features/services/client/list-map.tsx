import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { isPricedByWeight } from '#platform/shared/trades.ts';
import { maxPerPage, type Point } from '../rules.ts';
import type { ListedService } from './api.ts';
import { Price } from './service-card.tsx';
import { distanceWords, priceWords } from './words.ts';

/** Leaflet needs a browser, so the server must not load it. */
const MapView = lazy(async () => ({ default: (await import('./map-view.tsx')).MapView }));

/** Map with the same services as a list: for keyboards, screen readers, and if the map fails. */
export function OnMap(props: {
  type: string | undefined;
  services: ListedService[];
  total: number;
  centre: Point;
  here: Point | undefined;
  radiusKm: number | undefined;
}) {
  const { type, services, total, ...rest } = props;
  const frame = 'h-[70vh] rounded-lg bg-sunken';
  return (
    <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
      <InBrowser waiting={<div className={frame} />}>
        <Suspense fallback={<div className={frame} />}>
          <MapView services={services} {...rest} />
        </Suspense>
      </InBrowser>
      {services.length === 0 ? (
        <p role="status" className="rounded-lg border border-dashed border-line-strong p-8 text-center">
          {isPricedByWeight(type) ? m['services.map.no_printers']() : m['services.map.none']()}
        </p>
      ) : (
        <div className="grid content-start gap-2 lg:max-h-[70vh]">
          <h2 className="font-semibold">{m['services.map.listed']()}</h2>
          {total > maxPerPage && (
            <p className="text-sm text-ink-soft">{m['services.map.more']({ count: maxPerPage })}</p>
          )}
          <ul
            aria-label={m['services.map.listed']()}
            className="min-h-0 divide-y divide-line overflow-y-auto rounded-lg border border-line bg-surface"
          >
            {services.map((service) => (
              <Listed key={service.id} service={service} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function Listed({ service }: { service: ListedService }) {
  const { title, language } = inReadersLanguage(service);
  return (
    <li>
      <Link
        to="/services/$id"
        params={{ id: service.id }}
        className="grid gap-1 p-3 -outline-offset-3 hover:bg-accent-soft"
      >
        <span className="font-semibold" lang={language}>
          {title}
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
          {service.location && (
            <span>
              {service.distance !== undefined && `${distanceWords(service.distance)} · `}
              {service.location.address}
            </span>
          )}
          <span>
            <Price words={priceWords(service)} />
          </span>
        </span>
      </Link>
    </li>
  );
}

/** Renders children only in the browser, after hydration. */
function InBrowser({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const alive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return alive ? children : waiting;
}
