import { measureSolid, type Figures, type Numbered } from './measure.ts';
import { millimetres, type Mesh } from './mesh.ts';
import { areaOf, comparePlaces, normalOf, type Vector } from './faces.ts';
import { footprintsOf } from './footprints.ts';
import { islandsOf } from './islands.ts';
import type { Known, Place, Printability, Smallest } from './printability.ts';
import { Rays, TooManyTests, type Crossing } from './rays.ts';
import type { Solid } from './inside.ts';

/** What is done at most. All are counts, so that the server and every browser come to the same figures. */
export const examineLimits = {
  /** For a tree of boxes around all faces. */
  triangles: 600_000,
  /** Points of the surface from which rays are cast, both ways. */
  points: 6000,
  /** Points of overhangs, with up to nine rays each. */
  overhangs: 1200,
  islands: 200,
  /** Tests of rays against boxes and faces. */
  tests: 60_000_000,
} as const;
type Limits = Record<keyof typeof examineLimits, number>;

/** Faces that differ from a parallel one by up to 15° bound a wall or a gap. */
const cosParallel = 0.965_925_826;
/** Faces flatter than 45° hang over, with one degree of play. */
const sinOverhang = 0.719_339_8;
/** Faces within 10° of level, which a ledge can hold. */
const cosLevel = 0.984_807_753;
/** Parts of the first layers, which lie on the bed. */
const bedMm = 0.3;
const layerMm = 0.2;
/** Slicers lay lines over gaps up to this width. */
const bridgeMm = 10;
const ledgeMm = 1;
const pointsPerFace = 32;
const maxRestingPoints = 128;
const half = Math.sqrt(0.5);
/** Level directions; the second four look back along the first. */
const around = [
  [1, 0],
  [half, half],
  [0, 1],
  [-half, half],
  [-1, 0],
  [-half, -half],
  [0, -1],
  [half, -half],
] as const;

/** Measures a model, and what a printer meets in it. */
export function examine(mesh: Mesh, limits: Limits = examineLimits): Figures {
  const { figures, solid, shells } = measureSolid(mesh);
  const printability = solid && printabilityOf(solid, shells, millimetres[figures.unit], limits);
  return { ...figures, printability };
}

/** Point on a face, with the face's direction and the area that it stands for. */
type Point = { place: Vector; normal: Vector; weight: number };

function printabilityOf(solid: Solid, shells: Numbered, mm: number, limits: Limits): Printability {
  const rest = { footprints: footprintsOf(solid, mm) };
  const unknown: Smallest = { mm: null, at: null, known: 'not_checked' };
  const nothing: Printability = {
    wall: unknown,
    gap: unknown,
    overhang: { mm2: 0, bridgedMm2: 0, at: null, known: 'not_checked' },
    islands: { count: 0, at: null, known: 'not_checked' },
    ...rest,
  };
  if (solid.positions.length / 9 > limits.triangles) return nothing;
  try {
    const scale = scaleOf(solid);
    const rays = new Rays(solid.positions, solid.isTurned, {
      nearest: scale * 1e-6,
      tests: limits.tests,
    });
    const probe: Probe = { limits, solid, rays, mm, touching: scale * 2e-5, shells };
    return { ...wallsAndGaps(probe), overhang: overhangOf(probe), islands: islandsIn(probe), ...rest };
  } catch (error) {
    if (error instanceof TooManyTests) return nothing;
    throw error;
  }
}

type Probe = {
  limits: Limits;
  solid: Solid;
  rays: Rays;
  mm: number;
  /** Bodies closer than this touch. */
  touching: number;
  shells: Numbered;
};

/** Returns a length by which rounding errors of the coordinates are judged. */
function scaleOf({ min, max }: Solid): number {
  let scale = 0;
  for (let axis = 0; axis < 3; axis += 1) {
    scale = Math.max(scale, max[axis]! - min[axis]!, Math.abs(min[axis]!), Math.abs(max[axis]!));
  }
  return scale;
}

/** Casts rays from points of the surface through the material and through the air before it. */
function wallsAndGaps({ limits, solid, rays, mm, touching }: Probe): Pick<Printability, 'wall' | 'gap'> {
  const { points, known } = spread(solid, limits.points);
  const walls: Found[] = [];
  const gaps: Found[] = [];
  let missed = 0;
  for (const { place, normal, weight } of points) {
    const inwards: Vector = [-normal[0], -normal[1], -normal[2]];
    const inside = rays.cast(place, inwards);
    // A face inside of another body, or one that a ray slipped past.
    if (depthBefore(inside) !== 1) {
      missed += 1;
      continue;
    }
    const exit = exitOf(inside, touching);
    if (exit && parallel(solid, exit.triangle, inwards) > cosParallel)
      walls.push({ length: exit.distance, place, weight });
    const outside = rays.cast(place, normal);
    const entry = outside[0];
    if (depthBefore(outside) !== 0 || !entry || entry.distance <= touching) continue;
    if (parallel(solid, entry.triangle, normal) < -cosParallel)
      gaps.push({ length: entry.distance, place, weight });
  }
  // Points within other bodies are no surface; where most are missed the model is no solid.
  const sure: Known = missed * 2 > points.length ? 'not_checked' : known;
  return { wall: smallest(walls, mm, sure), gap: smallest(gaps, mm, sure) };
}

/** Returns how many bodies lie around the beginning of a ray. */
function depthBefore(crossings: readonly Crossing[]): number {
  return crossings.reduce((sum, { sign }) => sum - sign, 0);
}

/** Returns where a ray from within leaves the material, also through bodies that touch or overlap. */
function exitOf(crossings: readonly Crossing[], touching: number): Crossing | null {
  let depth = 1;
  for (const [index, crossing] of crossings.entries()) {
    depth += crossing.sign;
    if (depth > 0) continue;
    const next = crossings[index + 1];
    if (!next || next.distance - crossing.distance > touching) return crossing;
  }
  return null;
}

/** Returns the cosine between the outward direction of a face and another direction. */
function parallel(solid: Solid, triangle: number, [x, y, z]: Vector): number {
  const normal = normalOf(solid, triangle);
  return normal ? normal[0] * x + normal[1] * y + normal[2] * z : 0;
}

type Found = { length: number; place: Vector; weight: number };

/**
 * Returns the smallest length that holds over a spot: a few points alone may lie where two faces meet. The spot is as
 * wide and high as the length, so that the result scales with the model.
 */
function smallest(found: Found[], mm: number, known: Known): Smallest {
  found.sort((a, b) => a.length - b.length || comparePlaces(a.place, b.place));
  let area = 0;
  for (const { length, place, weight } of found) {
    area += weight;
    if (area < length * length) continue;
    return known === 'not_checked'
      ? { mm: null, at: null, known }
      : { mm: short(length * mm), at: near(place), known };
  }
  return { mm: null, at: null, known };
}

/** Rounds a figure to what is worth storing. */
const short = (value: number): number => Number(value.toPrecision(5));
const near = ([x, y, z]: Vector): Place => [short(x), short(y), short(z)];

/**
 * Spreads points over the surface: half of them by area, half by faces, so that small parts have some too. The points of
 * a face follow from its corners alone, whatever its number and wherever it begins.
 */
function spread(
  solid: Solid,
  most: number,
  wanted: (triangle: number) => boolean = () => true,
): { points: Point[]; known: Known } {
  const { positions, min, max } = solid;
  const triangles = positions.length / 9;
  const perUnit = 2 ** 20 / (Math.max(...max.map((highest, axis) => highest - min[axis]!)) || 1);
  let count = 0;
  let area = 0;
  const areas = new Float64Array(triangles);
  for (let triangle = 0; triangle < triangles; triangle += 1) {
    if (!wanted(triangle)) continue;
    areas[triangle] = areaOf(positions, triangle);
    if (areas[triangle]! > 0) count += 1;
    area += areas[triangle]!;
  }
  const points: Point[] = [];
  let isPart = false;
  for (let triangle = 0; triangle < triangles; triangle += 1) {
    if (!(areas[triangle]! > 0)) continue;
    const share = most * (0.5 / count + (0.5 * areas[triangle]!) / area);
    const corners = cornersOf(positions, triangle);
    const seed = seedOf(corners, min, perUnit);
    let number = Math.floor(share);
    if (number === 0) isPart = true;
    if (seed < share - number) number += 1;
    const normal = normalOf(solid, triangle)!;
    for (let index = 1; index <= number; index += 1) {
      points.push({
        place: inTriangle(corners, index),
        normal,
        weight: areas[triangle]! / (share < 1 ? share : number),
      });
    }
  }
  if (area > 0 && points.length === 0) return { points, known: 'not_checked' };
  return { points, known: isPart ? 'estimated' : 'measured' };
}

/** Returns the corners in the order of the face, from the lowest on. */
function cornersOf(positions: Float32Array, triangle: number): [Vector, Vector, Vector] {
  const corners = [0, 3, 6].map((at): Vector => [
    positions[triangle * 9 + at]!,
    positions[triangle * 9 + at + 1]!,
    positions[triangle * 9 + at + 2]!,
  ]);
  let first = 0;
  for (let corner = 1; corner < 3; corner += 1)
    if (comparePlaces(corners[corner]!, corners[first]!) < 0) first = corner;
  return [corners[first]!, corners[(first + 1) % 3]!, corners[(first + 2) % 3]!];
}

/** Returns a number from 0 to 1 that follows from the place of a face in the model. */
function seedOf(corners: readonly Vector[], min: readonly number[], perUnit: number): number {
  let hash = 0x9e3779b1;
  for (const corner of corners) {
    for (let axis = 0; axis < 3; axis += 1) {
      hash = Math.imul(hash ^ Math.round((corner[axis]! - min[axis]!) * perUnit), 0x85ebca6b);
      hash ^= hash >>> 13;
    }
  }
  return (Math.imul(hash ^ (hash >>> 16), 0xc2b2ae35) >>> 0) / 2 ** 32;
}

/** Returns a point of a triangle: a sequence that fills it evenly and keeps away from its lines of symmetry. */
function inTriangle([a, b, c]: readonly [Vector, Vector, Vector], index: number): Vector {
  let u = (0.381_966_011 + index * 0.754_877_666) % 1;
  let v = (0.236_067_977 + index * 0.569_840_291) % 1;
  if (u + v > 1) {
    u = 1 - u;
    v = 1 - v;
  }
  const at = (axis: 0 | 1 | 2) => a[axis] + u * (b[axis] - a[axis]) + v * (c[axis] - a[axis]);
  return [at(0), at(1), at(2)];
}

/** Finds what hangs over: above air, with no wall close by that holds it. */
function overhangOf({ limits, solid, rays, mm, touching }: Probe): Printability['overhang'] {
  const { positions } = solid;
  const lowest = solid.min[2] + bedMm / mm;
  const looksDown = (triangle: number) => {
    const at = triangle * 9;
    if (positions[at + 2]! <= lowest && positions[at + 5]! <= lowest && positions[at + 8]! <= lowest)
      return false;
    const normal = normalOf(solid, triangle);
    return normal !== null && normal[2] < -sinOverhang;
  };
  const { points, known } = spread(solid, limits.overhangs, looksDown);
  let hanging = 0;
  let bridged = 0;
  let ledges = 0;
  let worst: { held: number; place: Vector } | null = null;
  for (const { place, normal, weight } of points) {
    const below = rays.cast(place, [0, 0, -1]);
    const first = below[0];
    if (depthBefore(below) !== 0 || (first && first.distance <= touching)) continue;
    const drop = Math.min(layerMm / mm, first ? first.distance / 2 : Infinity);
    const level: Vector = [place[0], place[1], place[2] - drop];
    const walls = around.map(([x, y]) => rays.cast(level, [x, y, 0])[0]?.distance ?? Infinity);
    const bridge = Math.min(...[0, 1, 2, 3].map((index) => walls[index]! + walls[index + 4]!));
    const nearest = Math.min(...walls);
    if (bridge * mm <= bridgeMm) bridged += weight;
    else if (normal[2] < -cosLevel && nearest * mm <= ledgeMm) ledges += weight;
    else {
      hanging += weight;
      const held = Math.min(nearest, 1000 / mm);
      if (!worst || held > worst.held || (held === worst.held && comparePlaces(place, worst.place) < 0))
        worst = { held, place };
    }
  }
  return {
    mm2: short(hanging * mm * mm),
    bridgedMm2: short(bridged * mm * mm),
    at: worst && near(worst.place),
    // Whether a bridge holds depends on the printer too.
    known: bridged + ledges > 0 ? 'estimated' : known,
  };
}

/** Counts the parts that begin in the air; what begins inside of another body or on it does not. */
function islandsIn(probe: Probe): Printability['islands'] {
  const { limits, solid, mm, shells } = probe;
  const starts = islandsOf(solid, layerMm / mm).toSorted((a, b) => a[2] - b[2] || comparePlaces(a, b));
  const tried = starts.slice(0, limits.islands);
  const islands = shells.count === 1 ? tried : tried.filter((start) => !rests(probe, start));
  return {
    count: islands.length,
    at: islands[0] ? near(islands[0]) : null,
    known: starts.length > tried.length ? 'estimated' : 'measured',
  };
}

/** Whether what begins at a point has another body around or below it, anywhere in its first layer. */
function rests({ solid, rays, mm, touching, shells }: Probe, start: Vector): boolean {
  const { positions } = solid;
  const triangles = shells.ofTriangle.length;
  const isAt = (at: number) =>
    comparePlaces([positions[at]!, positions[at + 1]!, positions[at + 2]!], start) === 0;
  let own = 0;
  while (own < triangles && ![0, 3, 6].some((corner) => isAt(own * 9 + corner))) own += 1;
  const body = shells.ofTriangle[own]!;
  const highest = start[2] + layerMm / mm;
  const isFirst = (z: number) => z >= start[2] && z <= highest;
  const places: Vector[] = [start];
  for (let triangle = 0; triangle < triangles && places.length < maxRestingPoints; triangle += 1) {
    const at = triangle * 9;
    if (shells.ofTriangle[triangle] !== body) continue;
    if (![2, 5, 8].every((corner) => isFirst(positions[at + corner]!))) continue;
    const corners = cornersOf(positions, triangle);
    for (let index = 1; index <= pointsPerFace; index += 1) places.push(inTriangle(corners, index));
  }
  return places.some(([x, y, z]) => {
    // A little below, so that the ray does not begin on the faces around the point.
    const below = rays.cast([x + touching / 3, y + touching / 7, z - touching], [0, 0, -1]);
    return depthBefore(below) > 0 || (below[0] !== undefined && below[0].distance * mm < layerMm);
  });
}
