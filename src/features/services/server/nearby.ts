import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import type { ServiceSort } from '../contract.ts';
import { arcKm, boxesAround, inSpace } from '../geo.ts';
import { type Point } from '../rules.ts';

export type NearbyRequest = {
  near: { point: Point; km: number };
  type?: string | undefined;
  sort: ServiceSort;
  page: number;
  limit: number;
};
/** Location of a service on its card. */
type Place = { address: string; lat: number; long: number; chord: number };
/** `places` by service, if the search has read them anyway. */
export type Found = { ids: string[]; places?: Map<string, Place>; total: number; page: number };

/** Number of places that are gathered faster than a walk finds one page. */
const fewPlaces = 3500;
/** Higher with a type: no index has both type and rating, so a walk would skip all other types. */
const fewPlacesOfTypes = 6500;
/** Number of places of a first walk, newest or cheapest first. */
const firstWalk = 16_384;
/** Number of matches from which a walk counts the area as dense, with more matches close behind. */
const minWalked = 32;
/** Maximum number of matches of a walk: eight pages. */
const maxWalked = 256;
/** Maximum number of places that are gathered whole and sorted, in sparse areas. */
const maxGathered = 20_000;
/** Maximum number of counted results; nobody turns more pages. */
const maxWanted = 10_000;

/** Returns the squared straight-line distance in km from a point to a place; `table` is a service_location. */
export function squaredChord(point: Point, table: string): RawBuilder<number> {
  const { x, y, z } = inSpace(point);
  const [ex, ey, ez] = ['x', 'y', 'z'].map((axis) => sql.ref(`${table}.earth_${axis}`));
  return sql<number>`((${ex} - ${x}::float8) * (${ex} - ${x}::float8) + (${ey} - ${y}::float8) * (${ey} - ${y}::float8)
    + (${ez} - ${z}::float8) * (${ez} - ${z}::float8))`;
}

/** Converts such a square to km along the ground. */
export function distanceOfChord(squared: number): number {
  return 2 * arcKm * Math.asin(Math.min(1, Math.sqrt(squared) / (2 * arcKm)));
}

/** One metre of tolerance, so that rounding does not exclude a place at distance 0. */
const toleranceKm = 0.001;

function longestChord(radius: number): number {
  const km = radius + toleranceKm;
  return 2 * arcKm * Math.sin(km / (2 * arcKm));
}

/** Scale of longitudes in the columns `spot` and `band`. */
const longScale = 0.79;
const bandsPerDegree = 50;

function inBoxes(point: Point, km: number, table: string): RawBuilder<boolean> {
  const [band, long] = [sql.ref(`${table}.band`), sql.ref(`${table}.public_long`)];
  const boxes = boxesAround(point, km + toleranceKm).map(({ south, north, west, east }) => {
    const first = Math.floor(south * bandsPerDegree);
    const bands = Array.from(
      { length: Math.floor(north * bandsPerDegree) - first + 1 },
      (_, index) => first + index,
    );
    return sql`${band} = any (${bands}::smallint[]) and ${long} between ${west}::float8 and ${east}::float8`;
  });
  return sql<boolean>`(${sql.join(boxes, sql` or `)})`;
}

/** Condition: the place lies within the radius. */
export function isNear(point: Point, km: number, table: string): RawBuilder<boolean> {
  return sql<boolean>`${inBoxes(point, km, table)} and ${squaredChord(point, table)} <= ${longestChord(km) ** 2}::float8`;
}

/**
 * Finds active services within a radius. Each strategy is the cheapest one somewhere: a city has hundreds of
 * thousands within 50 km, of which the newest few are found at once; the countryside has few among all of the
 * country's newest. In dense areas `total` is limited to the number that was counted.
 */
export async function findNearby(db: Db, request: NearbyRequest): Promise<Found> {
  const { near, sort, limit } = request;
  const page = Math.min(request.page, Math.floor(maxWanted / limit));
  // The index uses degrees, so it cannot search across the date line or over a pole.
  const plain =
    boxesAround(near.point, near.km).length === 1 && Math.abs(near.point.lat) + near.km / 110 < 80;
  const around = inBoxes(near.point, near.km, 'l');
  if (sort === 'distance') return plain ? findNearest(db, request) : gather(db, request, around);
  const few = sort === 'rating' && request.type !== undefined ? fewPlacesOfTypes : fewPlaces;
  // A square of the same area as the circle holds about as many.
  const square = inBoxes(near.point, (near.km * Math.sqrt(Math.PI)) / 2, 'l');
  if (await holdsFewer(db, square, few)) return gather(db, request, around);
  const walked = await walk(db, request, firstWalk);
  if (walked.length >= Math.max(minWalked, page * limit)) return pageOf(walked, page, limit);
  if (await holdsFewer(db, square, maxGathered)) return gather(db, request, around);
  // Dense, but nothing recent: walk further.
  for (let length = firstWalk * 8; ; length *= 8) {
    const ids = await walk(db, request, length);
    const whole = ids.length >= page * limit || (await holdsFewer(db, sql`true`, length));
    if (whole) return pageOf(ids, page, limit);
  }
}

/** Returns the sort order, except by distance; `table` has the columns of a place. */
function orderOf(sort: ServiceSort): RawBuilder<unknown> {
  if (sort === 'lowPrice') return sql`sort_price, seq desc`;
  if (sort === 'rating') return sql`rating desc, seq desc`;
  return sort === 'distance' ? sql`chord, seq desc` : sql`seq desc`;
}

/** Gathers and sorts everything within the radius. */
async function gather(db: Db, request: NearbyRequest, candidates: RawBuilder<unknown>): Promise<Found> {
  const { near, type, sort, limit } = request;
  const chord = squaredChord(near.point, 'l');
  // Only the columns of the order: each further one adds a tenth of the cost.
  const key = {
    newest: sql``,
    lowPrice: sql`, min(l.sort_price) as sort_price`,
    rating: sql`, min(l.rating) as rating`,
    distance: sql`, min(${chord}) as chord`,
  }[sort];
  const { rows } = await sql<Found>`
    with found as materialized (
      select l.seq ${key} from service_location l
      where l.active and ${candidates} and ${chord} <= ${longestChord(near.km) ** 2}::float8
        ${type === undefined ? sql`` : sql`and l.service_type = ${type}`}
      group by l.seq
    ), counted as materialized (
      select count(*)::integer as total from found
    ), page as materialized (
      select least(${request.page}::integer, greatest(1, ceil(total::float8 / ${limit}::integer)::integer)) as page
      from counted
    )
    select total, page,
      array(
        select (select s.id from service s where s.seq = found.seq) from found
        order by ${orderOf(sort)} limit ${limit}::integer offset ((select page from page) - 1) * ${limit}::integer
      ) as ids
    from counted, page`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('A count always has a row');
  return found;
}

/** Returns ids of matches among the first `length` places in order, up to the needed number. */
async function walk(db: Db, request: NearbyRequest, length: number): Promise<string[]> {
  const { near, type, sort, limit } = request;
  const wanted = Math.min(maxWanted, Math.max(maxWalked, (request.page + 3) * limit));
  const ofType = type === undefined ? sql`` : sql`and l.service_type = ${type}`;
  const farthest = longestChord(near.km);
  // Two comparisons exclude most places before the three multiplications.
  const { z } = inSpace(near.point);
  const { rows } = await sql<{ id: string }>`
    select l.service_id as id from (
      select l.service_id, l.service_type, l.earth_x, l.earth_y, l.earth_z from service_location l
      where l.active ${sort === 'rating' ? sql`` : ofType}
      order by ${orderOf(sort)} limit ${sql.raw(String(length))}
    ) l where l.earth_z between ${z - farthest}::float8 and ${z + farthest}::float8
      and ${squaredChord(near.point, 'l')} <= ${farthest ** 2}::float8
      ${sort === 'rating' ? ofType : sql``}
    limit ${sql.raw(String(wanted))}`.execute(db);
  // All places of a service are adjacent.
  return [...new Set(rows.map(({ id }) => id))];
}

/** Counting up to a limit costs a fifth of gathering. */
async function holdsFewer(db: Db, candidates: RawBuilder<unknown>, places: number): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`
    select exists (
      select from service_location l where l.active and ${candidates} offset ${sql.raw(String(places))}
    ) as more`.execute(db);
  return rows[0]?.more !== true;
}

type Candidate = Place & { id: string; position: number; type: string; degrees: number };

/** Sorted by distance: the index returns candidates by degrees until no remaining one can be nearer. */
async function findNearest(db: Db, request: NearbyRequest): Promise<Found> {
  const { near, type, limit } = request;
  const { point, km } = near;
  const page = Math.min(request.page, Math.floor(maxWanted / limit));
  const farthestLat = Math.abs(point.lat) + km / 110;
  // Minimum km per degree of the index anywhere within the radius.
  const minKm = 110.4 * Math.min(1, Math.cos((farthestLat * Math.PI) / 180) / longScale);
  const farthest = longestChord(km);
  const first = Math.ceil(Math.max(32, (page + 0.25) * limit)) * (type === undefined ? 1 : 8);
  for (let length = first; ; length *= 8) {
    // A rare type: gather all of it instead of everything around.
    if (type !== undefined && length > maxGathered) {
      return gather(db, request, sql`l.service_type = ${type}`);
    }
    const { rows } = await sql<Candidate>`
      select l.service_id as id, l.position, l.service_type as type, ${squaredChord(point, 'l')} as chord,
        l.public_address as address, l.public_lat as lat, l.public_long as long,
        l.spot <-> point(${point.long * longScale}::float8, ${point.lat}::float8) as degrees
      from service_location l where l.active
      order by l.spot <-> point(${point.long * longScale}::float8, ${point.lat}::float8)
      limit ${sql.raw(String(length))}`.execute(db);
    const seen = rows.length < length ? Infinity : (rows.at(-1)?.degrees ?? 0) * minKm;
    const places = new Map<string, Candidate>();
    for (const place of rows) {
      if (place.chord > farthest ** 2 || (type !== undefined && place.type !== type)) continue;
      const before = places.get(place.id);
      if (
        !before ||
        place.chord < before.chord ||
        (place.chord === before.chord && place.position < before.position)
      )
        places.set(place.id, place);
    }
    const nearest = [...places.values()].toSorted((a, b) => a.chord - b.chord || (a.id < b.id ? 1 : -1));
    const certain = nearest.filter(({ chord }) => distanceOfChord(chord) <= seen).length;
    if (seen > km + toleranceKm || certain >= page * limit) {
      const ids = nearest.map(({ id }) => id);
      const placeOf = nearest.map(({ id, address, lat, long, chord }): [string, Place] => [
        id,
        { address, lat, long, chord },
      ]);
      return { ...pageOf(ids, page, limit), places: new Map(placeOf) };
    }
  }
}

function pageOf(ids: string[], wanted: number, limit: number): Found {
  const page = Math.min(wanted, Math.max(1, Math.ceil(ids.length / limit)));
  return { ids: ids.slice((page - 1) * limit, page * limit), total: ids.length, page };
}
