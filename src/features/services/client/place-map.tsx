import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { logFailure } from '#platform/client/log.ts';
import type { Point } from '../rules.ts';
import { groundWords, type Ground } from './ground-words.ts';
import { createMap, firstZoom, L, outlineZoom, mapLook, type LeafletMap } from './map.ts';

/** Leaflet's own marker image does not survive bundling. */
const pin =
  '<svg viewBox="0 0 32 40" width="32" height="40" aria-hidden="true"><path fill="currentColor" stroke="white" stroke-width="2" d="M16 38C10 29 3 22 3 14a13 13 0 0 1 26 0c0 8-7 15-13 24Z"/><circle cx="16" cy="14" r="5" fill="white"/></svg>';

/** Map with one marker that can be dragged, or placed by a click. */
export function PlaceMap({
  name,
  point,
  fallback,
  onMove,
}: {
  name: string;
  point: Point | null;
  /** Centre of the map while there is no point. */
  fallback: Point;
  onMove(point: Point): void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [ground, setGround] = useState<Ground | null>(null);
  /** True if the marker was placed on this map, which then keeps its view. */
  const isPut = useRef(false);
  const marker = useRef<L.Marker>(null);
  const move = useRef(onMove);
  useEffect(() => {
    move.current = (next) => {
      isPut.current = true;
      onMove(next);
    };
  });

  useEffect(() => {
    let gone = false;
    const element = frame.current;
    if (!element) return undefined;
    void createMap(element, { centre: point ?? fallback, onOutline: setGround })
      .then((made) => {
        if (gone) made.remove();
        else {
          made.scrollWheelZoom.disable();
          made.on('click', ({ latlng }) => move.current(pointOf(latlng)));
          setMap(made);
        }
        return null;
      })
      // Without the map, the coordinate fields still work.
      .catch((error: unknown) => logFailure('Map', error));
    return () => {
      gone = true;
      setMap((made) => {
        made?.remove();
        return null;
      });
    };
    // The map is created once; the effects below move it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const { lat, long } = point ?? {};
  // An effect event, so that a change of the ground does not move the map.
  const minZoom = useEffectEvent(() => (ground === null ? firstZoom : outlineZoom));
  useEffect(() => {
    if (!map || lat === undefined || long === undefined) return;
    if (marker.current) marker.current.setLatLng([lat, long]);
    else {
      const made = L.marker([lat, long], {
        draggable: true,
        autoPan: true,
        title: m['services.place.marker']({ name }),
        alt: m['services.place.marker']({ name }),
        icon: L.divIcon({
          className: 'text-accent-strong',
          html: pin,
          iconSize: [32, 40],
          iconAnchor: [16, 38],
        }),
      }).addTo(map);
      made.on('dragend', () => move.current(pointOf(made.getLatLng())));
      marker.current = made;
    }
    // An address that was looked up, or typed coordinates, are centred.
    if (!isPut.current) map.setView([lat, long], Math.max(map.getZoom(), minZoom()));
    isPut.current = false;
  }, [map, lat, long, name]);

  return (
    <div className="grid gap-2">
      <div
        ref={frame}
        role="application"
        aria-label={m['services.place.map']({ name })}
        className={`${mapLook} h-72 rounded-md`}
      />
      {ground !== null && ground !== 'failed' && (
        <p role="status" className="text-sm text-ink-soft">
          {groundWords(ground)} {m['services.place.without_streets']()}
        </p>
      )}
    </div>
  );
}

/** Longitudes beyond 180° occur after dragging around the world. */
function pointOf({ lat, lng }: { lat: number; lng: number }): Point {
  return { lat: Math.max(-90, Math.min(90, lat)), long: ((((lng + 180) % 360) + 360) % 360) - 180 };
}
