import { divIcon, map as createMap, marker as createMarker, type Map, type Marker } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useRef } from 'react';
import { m } from '#i18n/generated/messages.js';
import type { Point } from '../rules.ts';

const zoom = 13;

/** Leaflet's own marker picture does not survive a bundler. */
const pin =
  '<svg viewBox="0 0 32 40" width="32" height="40" aria-hidden="true"><path fill="currentColor" stroke="white" stroke-width="2" d="M16 38C10 29 3 22 3 14a13 13 0 0 1 26 0c0 8-7 15-13 24Z"/><circle cx="16" cy="14" r="5" fill="white"/></svg>';

/** A map with one marker that is dragged, or put where somebody clicks. */
export function PlaceMap({
  name,
  point,
  fallback,
  onMove,
}: {
  name: string;
  point: Point | null;
  /** What the map shows while there is no point. */
  fallback: Point;
  onMove(point: Point): void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef<{ map: Map; marker: Marker | null }>(null);
  const move = useRef(onMove);
  useEffect(() => {
    move.current = onMove;
  });

  useEffect(() => {
    if (!frame.current) return;
    const start = point ?? fallback;
    const map = createMap(frame.current, { center: [start.lat, start.long], zoom, scrollWheelZoom: false });
    map.attributionControl.setPrefix(false);
    map.on('click', ({ latlng }) => move.current(pointOf(latlng)));
    shown.current = { map, marker: null };
    return () => {
      shown.current = null;
      map.remove();
    };
    // The map is made once; where it looks follows below.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const { lat, long } = point ?? {};
  useEffect(() => {
    if (!shown.current || lat === undefined || long === undefined) return;
    const { map } = shown.current;
    if (shown.current.marker) shown.current.marker.setLatLng([lat, long]);
    else {
      const marker = createMarker([lat, long], {
        draggable: true,
        autoPan: true,
        title: m['services.place.marker']({ name }),
        alt: m['services.place.marker']({ name }),
        icon: divIcon({
          className: 'text-accent-strong',
          html: pin,
          iconSize: [32, 40],
          iconAnchor: [16, 38],
        }),
      }).addTo(map);
      marker.on('dragend', () => move.current(pointOf(marker.getLatLng())));
      shown.current.marker = marker;
    }
    if (!map.getBounds().contains([lat, long])) map.setView([lat, long], zoom);
  }, [lat, long, name]);

  return (
    <div
      ref={frame}
      role="application"
      aria-label={m['services.place.map']({ name })}
      className="isolate h-72 rounded-md border border-line bg-sunken"
    />
  );
}

/** A map that was dragged around the world counts on beyond 180°. */
function pointOf({ lat, lng }: { lat: number; lng: number }): Point {
  return { lat: Math.max(-90, Math.min(90, lat)), long: ((((lng + 180) % 360) + 360) % 360) - 180 };
}
