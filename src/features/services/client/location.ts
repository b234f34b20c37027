import { useCallback, useEffect, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import {
  coarseCity,
  geolocationMaximumAgeMs,
  geolocationTimeoutMs,
  roundPoint,
  seoul,
  type Point,
} from '../rules.ts';
import { cityNames } from './words.ts';

/** `point` is always usable: until somebody's place is known, and when it cannot be, it is central Seoul. */
export type Location =
  | { state: 'unasked' | 'checking'; point: Point; address: string }
  | { state: 'available'; point: Point; address: string }
  | { state: 'unavailable'; point: Point; address: string; problem: string };

/** By the codes of GeolocationPositionError. */
const problems: Record<number, () => string> = {
  1: () => m['services.location.denied'](),
  2: () => m['services.location.no_position'](),
  3: () => m['services.location.timed_out'](),
};

function inSeoul() {
  return { point: seoul, address: cityNames.seoul() };
}

/**
 * Where the visitor is. Asked at once only if they have allowed it before: a page that opens with a question is
 * refused. The address comes from coarse boxes, without a network.
 */
export function useLocation(): [Location, ask: () => void] {
  const [location, setLocation] = useState<Location>({ state: 'unasked', ...inSeoul() });
  const ask = useCallback(() => {
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- old browsers and insecure pages have none
    if (!navigator.geolocation) {
      setLocation({ state: 'unavailable', ...inSeoul(), problem: m['services.location.unsupported']() });
      return;
    }
    setLocation({ state: 'checking', ...inSeoul() });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        // Nothing more precise than a search needs leaves the browser.
        const point = roundPoint({ lat: coords.latitude, long: coords.longitude });
        const city = coarseCity(point);
        setLocation({
          state: 'available',
          point,
          address: city === null ? m['services.location.here']() : cityNames[city](),
        });
      },
      ({ code }) =>
        setLocation({
          state: 'unavailable',
          ...inSeoul(),
          problem: problems[code]?.() ?? m['services.location.failed'](),
        }),
      { enableHighAccuracy: true, timeout: geolocationTimeoutMs, maximumAge: geolocationMaximumAgeMs },
    );
  }, []);
  useEffect(() => {
    let gone = false;
    void navigator.permissions
      ?.query({ name: 'geolocation' })
      .then(({ state }) => {
        if (!gone && state === 'granted') ask();
        return null;
      })
      .catch(() => null);
    return () => {
      gone = true;
    };
  }, [ask]);
  return [location, ask];
}
