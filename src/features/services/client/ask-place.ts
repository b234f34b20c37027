import { m } from '#i18n/generated/messages.js';
import { geolocationMaximumAgeMs, geolocationTimeoutMs, roundPoint } from '../geo.ts';
import { type Point } from '../rules.ts';
import { placeName } from './place-name.ts';

/** Messages by the codes of GeolocationPositionError. */
const problems: Record<number, () => string> = {
  1: () => m['services.location.denied'](),
  2: () => m['services.location.no_position'](),
  3: () => m['services.location.timed_out'](),
};

/** Asks the browser for its location, and rounds it to the precision that a search needs. */
export function askPlace(): Promise<{ point: Point; address: string } | { problem: string }> {
  return new Promise((resolve) => {
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- old browsers and insecure pages have none
    if (!navigator.geolocation) {
      resolve({ problem: m['services.location.unsupported']() });
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const point = roundPoint({ lat: coords.latitude, long: coords.longitude });
        resolve({ point, address: placeName(point) });
      },
      ({ code }) => resolve({ problem: problems[code]?.() ?? m['services.location.failed']() }),
      { enableHighAccuracy: true, timeout: geolocationTimeoutMs, maximumAge: geolocationMaximumAgeMs },
    );
  });
}
