import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import Supercluster from 'supercluster';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { inReadersLanguage } from '#platform/client/translated.ts';
import { numberFormat } from '#platform/shared/formats.ts';
import { isPricedByWeight } from '#platform/shared/trades.ts';
import type { Point } from '../rules.ts';
import type { ListedService } from './api.ts';
import { groundWords, type Ground } from './ground-words.ts';
import { createMap, L, listMapFrame, pinIcon, sign, type LeafletMap } from './map.ts';
import { priceWords } from './words.ts';

const popupWidth = { minWidth: 240, maxWidth: 300 };
const clusterRadius = 60;

/** Requires a location with coordinates other than zero: docs/product.md, "Map". */
function isOnMap(service: ListedService): service is ListedService & { location: Point } {
  const { lat, long } = service.location ?? { lat: 0, long: 0 };
  return Number.isFinite(lat) && Number.isFinite(long) && lat !== 0 && long !== 0;
}

/** Lazily loaded map; its list is next to it in the page. */
export function MapView(props: {
  services: ListedService[];
  centre: Point;
  here: Point | undefined;
  radiusKm: number | undefined;
}) {
  const { services, centre, here, radiusKm } = props;
  const element = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [trouble, setTrouble] = useState<Ground | null>(null);
  const open = useOpenService();
  const [first] = useState(centre);

  useEffect(() => {
    let gone = false;
    let made: LeafletMap | undefined;
    if (element.current) {
      createMap(element.current, { centre: first, onOutline: setTrouble })
        .then((created) => {
          made = created;
          if (gone) created.remove();
          else setMap(created);
          return null;
        })
        .catch(() => setTrouble('failed'));
    }
    return () => {
      gone = true;
      made?.remove();
    };
  }, [first]);

  useEffect(() => {
    if (!map) return;
    map.setView([centre.lat, centre.long], map.getZoom());
  }, [map, centre.lat, centre.long]);

  useEffect(() => {
    if (!map || !here) return;
    const icon = sign(
      '<span class="block size-5 rounded-full border-4 border-surface bg-danger shadow-md"></span>',
      20,
      '',
    );
    const marker = L.marker([here.lat, here.long], {
      icon,
      title: m['services.map.here'](),
      zIndexOffset: 1000,
    });
    marker.bindPopup(m['services.map.here']()).addTo(map);
    return () => void marker.remove();
  }, [map, here]);

  useEffect(() => {
    if (!map || radiusKm === undefined) return;
    const circle = L.circle([centre.lat, centre.long], {
      radius: radiusKm * 1000,
      interactive: false,
      className: 'stroke-accent fill-accent',
      weight: 1,
      fillOpacity: 0.05,
    }).addTo(map);
    return () => void circle.remove();
  }, [map, centre.lat, centre.long, radiusKm]);

  useEffect(() => {
    if (!map) return;
    return showServices(map, services.filter(isOnMap), open);
  }, [map, services, open]);

  return (
    <div className="grid content-start gap-2">
      <div ref={element} role="region" aria-label={m['services.map.label']()} className={listMapFrame}>
        {!map && trouble !== 'failed' && (
          <p className="grid size-full place-items-center text-ink-soft">{m['services.map.loading']()}</p>
        )}
      </div>
      {trouble !== null && (
        <p role="status" className="text-sm text-ink-soft">
          {groundWords(trouble)}
        </p>
      )}
    </div>
  );
}

function useOpenService(): (id: string) => void {
  const navigate = useNavigate();
  const latest = useRef(navigate);
  useEffect(() => {
    latest.current = navigate;
  });
  return useState(() => (id: string) => void latest.current({ to: '/services/$id', params: { id } }))[0];
}

type Shown = ListedService & { location: Point };

/** Draws markers and clusters for the visible part of the map, and updates them as it moves. */
function showServices(map: LeafletMap, services: Shown[], open: (id: string) => void): () => void {
  const index = new Supercluster<{ service: Shown }>({
    radius: clusterRadius,
    // At the closest zoom every marker is separate.
    maxZoom: map.getMaxZoom() - 1,
  }).load(
    services.map((service) => ({
      type: 'Feature',
      properties: { service },
      geometry: { type: 'Point', coordinates: [service.location.long, service.location.lat] },
    })),
  );
  const markers = new Map<string, L.Marker>();
  function draw(): void {
    const bounds = map.getBounds().pad(0.2);
    const wanted = new Map<string, () => L.Marker>();
    const zoom = Math.round(map.getZoom());
    for (const feature of index.getClusters(
      [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
      zoom,
    )) {
      const [long = 0, lat = 0] = feature.geometry.coordinates;
      const { properties } = feature;
      if ('cluster' in properties) {
        const { cluster_id: id, point_count: count } = properties;
        wanted.set(`cluster ${zoom} ${id}`, () =>
          clusterMarker(lat, long, count, () =>
            map.setView([lat, long], Math.min(map.getMaxZoom(), index.getClusterExpansionZoom(id))),
          ),
        );
      } else wanted.set(properties.service.id, () => serviceMarker(properties.service, open));
    }
    // Existing markers are kept, with their open popup and focus.
    for (const [key, marker] of markers) {
      if (!wanted.has(key)) {
        marker.remove();
        markers.delete(key);
      }
    }
    for (const [key, make] of wanted) {
      if (!markers.has(key)) markers.set(key, make().addTo(map));
    }
  }
  const points = services.map(({ location }): [number, number] => [location.lat, location.long]);
  if (points.length > 0 && !points.some((point) => map.getBounds().contains(point))) {
    map.fitBounds(L.latLngBounds(points), { maxZoom: map.getZoom(), padding: [40, 40] });
  }
  map.on('moveend', draw);
  draw();
  return () => {
    map.off('moveend', draw);
    for (const marker of markers.values()) marker.remove();
  };
}

function clusterMarker(lat: number, long: number, count: number, grow: () => void): L.Marker {
  const shown = numberFormat(currentLocale()).format(count);
  const icon = sign(
    `<span class="grid size-11 place-items-center rounded-full border-2 border-surface bg-accent-strong font-semibold text-on-accent shadow-md">${shown}</span>`,
    44,
    '',
  );
  const title = m['services.map.cluster']({ count: shown });
  return L.marker([lat, long], { icon, title })
    .on('click', grow)
    .on('keypress', (event) => {
      if ((event as L.LeafletKeyboardEvent).originalEvent.key === 'Enter') grow();
    });
}

function serviceMarker(service: Shown, open: (id: string) => void): L.Marker {
  const { title } = inReadersLanguage(service);
  return L.marker([service.location.lat, service.location.long], { icon: pinIcon(), title }).bindPopup(
    () => popupOf(service, open),
    popupWidth,
  );
}

/** Untrusted texts: built from DOM nodes, never from HTML. */
function popupOf(service: Shown, open: (id: string) => void): HTMLElement {
  const { title, description, language } = inReadersLanguage(service);
  const root = document.createElement('div');
  root.className = 'grid gap-2 text-base';
  const add = (tag: string, className: string, text: string) => {
    const node = document.createElement(tag);
    node.className = className;
    node.textContent = text;
    root.append(node);
    return node;
  };
  add('div', 'text-lg font-semibold', title).lang = language;
  add('div', 'line-clamp-3 text-sm text-ink-soft', description).lang = language;
  if (isPricedByWeight(service.serviceType)) {
    const provider = service.isIndividual
      ? m['services.detail.individual']()
      : m['services.detail.company']();
    add('div', 'w-fit rounded-sm bg-accent-soft px-2 text-sm text-accent-strong', provider);
    if (service.printerModel !== '') add('div', 'text-sm', service.printerModel);
  }
  add('div', 'font-semibold', priceWords(service));
  const link = document.createElement('a');
  link.href = localizePath(`/services/${service.id}`, currentLocale());
  link.className =
    'inline-flex min-h-11 items-center justify-center rounded-md bg-accent px-4 font-semibold text-on-accent! hover:bg-accent-strong';
  link.textContent = m['services.card.view']();
  link.addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open(service.id);
  });
  root.append(link);
  return root;
}
