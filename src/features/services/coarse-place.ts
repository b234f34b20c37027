import { boxOfCity, coarseCity, distanceKm } from './geo.ts';
import { centresOf, cityCentres, type District } from './places.ts';
import type { City, Point } from './rules.ts';

/** Maximum distance from a district's office at which its name is used. */
const districtKm = 6;
/** Maximum distance for cities without a bounding box. */
const cityKm = 12;

/** Returns the coarse name of a point, without a network: city and district, the city alone, or null. */
export function placeOf(point: Point): { city: City; district: District | undefined } | null {
  const city =
    coarseCity(point) ??
    (Object.keys(cityCentres) as City[]).find(
      (each) => boxOfCity(each) === undefined && distanceKm(point, cityCentres[each]) <= cityKm,
    );
  if (city === undefined) return null;
  const nearest = centresOf(city)
    .map(([district, centre]) => ({ district, km: distanceKm(point, centre) }))
    .toSorted((a, b) => a.km - b.km)[0];
  return { city, district: nearest && nearest.km <= districtKm ? nearest.district : undefined };
}
