import { useEffect, useRef, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { logFailure } from '#platform/client/log.ts';
import type { Point } from '../rules.ts';
import { groundWords, type Ground } from './ground-words.ts';
import { createMap, L, mapFrame, pinIcon, type LeafletMap } from './map.ts';

/** Map of one service's locations; their addresses are next to it in the page. */
export function PlacesMap({ places }: { places: readonly (Point & { address: string })[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const [trouble, setTrouble] = useState<Ground | null>(null);
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    let gone = false;
    let made: LeafletMap | undefined;
    const [first] = places;
    if (frame.current && first) {
      createMap(frame.current, { centre: first, onOutline: setTrouble })
        .then((map) => {
          made = map;
          if (gone) map.remove();
          else show(map, places);
          setIsReady(true);
          return null;
        })
        .catch((error: unknown) => {
          logFailure('Map', error);
          setTrouble('failed');
        });
    }
    return () => {
      gone = true;
      made?.remove();
    };
  }, [places]);
  return (
    <div className="grid content-start gap-2">
      <div ref={frame} role="region" aria-label={m['services.map.label']()} className={mapFrame}>
        {!isReady && trouble !== 'failed' && (
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

function show(map: LeafletMap, places: readonly (Point & { address: string })[]): void {
  map.scrollWheelZoom.disable();
  for (const { lat, long, address } of places) {
    const words = document.createElement('span');
    words.textContent = address;
    L.marker([lat, long], { icon: pinIcon(), title: address }).bindPopup(words).addTo(map);
  }
  if (places.length > 1) {
    const corners = places.map(({ lat, long }): [number, number] => [lat, long]);
    map.fitBounds(L.latLngBounds(corners), { maxZoom: map.getZoom(), padding: [40, 40] });
  }
}
