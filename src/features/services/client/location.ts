import { useCallback, useEffect, useState } from 'react';
import { describeError } from '#platform/client/fetcher.ts';
import { seoul, type Point } from '../rules.ts';
import { cityNames } from './words.ts';

/** `point` is always usable: without a known location it is central Seoul. */
export type Location =
  | { state: 'unasked' | 'checking'; point: Point; address: string }
  | { state: 'available'; point: Point; address: string }
  | { state: 'unavailable'; point: Point; address: string; problem: string };

function inSeoul() {
  return { point: seoul, address: cityNames.seoul() };
}

/**
 * Returns the visitor's location. It is requested at once only if the permission was granted before, because visitors
 * refuse a page that opens with a prompt. The address comes from coarse boxes, without a network.
 */
export function useLocation(): [Location, ask: () => void] {
  const [location, setLocation] = useState<Location>({ state: 'unasked', ...inSeoul() });
  const ask = useCallback(() => {
    setLocation({ state: 'checking', ...inSeoul() });
    // Loaded on demand, because most visitors never use it.
    import('./ask-place.ts')
      .then(({ askPlace }) => askPlace())
      .catch((error: unknown) => ({ problem: describeError(error) }))
      .then((found) =>
        setLocation(
          'problem' in found
            ? { state: 'unavailable', ...inSeoul(), problem: found.problem }
            : { state: 'available', ...found },
        ),
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
