import { m } from '#i18n/generated/messages.js';
import { placeOf } from '../coarse-place.ts';
import type { Point } from '../rules.ts';
import { districtNames } from './place-words.ts';
import { cityNames } from './words.ts';

/** Returns the coarse name of a point, from the table of places. */
export function placeName(point: Point): string {
  const place = placeOf(point);
  if (place === null) return m['services.location.here']();
  const { city, district } = place;
  return district ? `${cityNames[city]()} ${districtNames[district]()}` : cityNames[city]();
}
