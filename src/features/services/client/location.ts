import { useCallback, useEffect, useState } from 'react';
import { describeError } from '#platform/client/fetcher.ts';
import { seoul, type Point } from '../rules.ts';
import { cityNames } from './words.ts';

/** `point` is always usable: without a known location it is central Seoul. */
export type Location =
  | { state: 'unasked' | 'checking'; point: Point; address: string }
  | { state: 'available'; point: Point; address: string }
  | { state: 'unavailable'; point: Point; address: string; problem: string };

/** Set in browsers that let the page know their place; read by app/shell/early-place.ts. */
const storageKey = 'gongbang_place';

/** Ends the skeletons that stand since the first paint, and keeps whether they are to stand the next time. */
function settle(isGranted: boolean): void {
  delete document.documentElement.dataset['place'];
  try {
    if (isGranted) localStorage.setItem(storageKey, '1');
    else localStorage.removeItem(storageKey);
  } catch {
    // Without a storage, the list is shown until the place is known.
  }
}

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
      .then((found) => {
        const isFound = !('problem' in found);
        setLocation(
          isFound
            ? { state: 'available', ...found }
            : { state: 'unavailable', ...inSeoul(), problem: found.problem },
        );
        settle(isFound);
        return null;
      });
  }, []);
  useEffect(() => {
    let gone = false;
    void Promise.resolve(navigator.permissions?.query({ name: 'geolocation' }))
      .catch(() => null)
      .then((permission) => {
        if (permission?.state !== 'granted') settle(false);
        else if (!gone) ask();
        return null;
      });
    return () => {
      gone = true;
    };
  }, [ask]);
  return [location, ask];
}
