import type { Solid } from './inside.ts';
import type { Footprint, Place } from './printability.ts';
import { comparePlaces, doubledNormal } from './faces.ts';

/** Columns and rows of whose points the outermost are kept. */
const bins = 1024;
const maxTurns = 5;
const maxSides = 2;
/** Faces of a smaller part of the surface are no sides to lie on. */
const sidePart = 0.005;
const facesOfCurves = 4000;
/** Rotation by one degree, as numbers: functions of angles differ between browsers in the last digit. */
const cosStep = 0.999_847_695_156_391_2;
const sinStep = 0.017_452_406_437_283_51;

/** Measures the footprints of a model: as it stands, along the other axes, and on its largest flat sides. */
export function footprintsOf(solid: Solid, mm: number): Footprint[] {
  const downs: Place[] = [[0, 0, -1], [-1, 0, 0], [0, -1, 0], ...flatSides(solid)];
  return downs.map((down) => footprint(solid, down, mm));
}

function footprint({ positions }: Solid, down: Place, mm: number): Footprint {
  const [u, v] = across(down);
  const [us, vs] = [u, v].map((axis) => along(positions, axis)) as [Float64Array, Float64Array];
  const [lowest, highest] = range(along(positions, down));
  const outer = outermost(us, vs);
  let [cos, sin] = [1, 0];
  const all: Footprint['turns'] = [];
  for (let degrees = 0; degrees < 90; degrees += 1) {
    const width = widthOf(outer, cos, sin);
    const depth = widthOf(outer, -sin, cos);
    const [long, short] = width > depth ? [width, depth] : [depth, width];
    all.push([degrees, round(long * mm), round(short * mm)]);
    [cos, sin] = [cos * cosStep - sin * sinStep, sin * cosStep + cos * sinStep];
  }
  return { heightMm: round((highest - lowest) * mm), turns: best(all) };
}

/** Rounds up to four digits, a tenth of a millimetre for most models, so that what is said to fit does fit. */
function round(value: number): number {
  const rounded = Number(value.toPrecision(4));
  return rounded < value
    ? Number((rounded + 10 ** (Math.floor(Math.log10(value)) - 3)).toPrecision(4))
    : rounded;
}

/** Returns two directions across another one. */
function across([x, y, z]: Place): [Place, Place] {
  const least = Math.min(Math.abs(x), Math.abs(y), Math.abs(z));
  const axis: Place = Math.abs(x) === least ? [1, 0, 0] : Math.abs(y) === least ? [0, 1, 0] : [0, 0, 1];
  const first = cross(axis, [x, y, z]);
  const length = Math.sqrt(first[0] ** 2 + first[1] ** 2 + first[2] ** 2);
  const u: Place = [first[0] / length, first[1] / length, first[2] / length];
  return [u, cross([x, y, z], u)];
}

const cross = (a: Place, b: Place): Place => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function along(positions: Float32Array, [x, y, z]: Place): Float64Array {
  const values = new Float64Array(positions.length / 3);
  for (let point = 0, at = 0; point < values.length; point += 1, at += 3) {
    values[point] = positions[at]! * x + positions[at + 1]! * y + positions[at + 2]! * z;
  }
  return values;
}

function range(values: Float64Array): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

type Points = { us: number[]; vs: number[] };

/** Keeps the outermost points of narrow columns and rows, among which all corners of the outline are. */
function outermost(us: Float64Array, vs: Float64Array): Points {
  const kept = new Set<number>();
  for (const [places, values] of [
    [us, vs],
    [vs, us],
  ] as const) {
    const [low, high] = range(places);
    const per = (bins - 1) / (high - low || 1);
    const least = new Int32Array(bins).fill(-1);
    const greatest = new Int32Array(bins).fill(-1);
    for (let point = 0; point < places.length; point += 1) {
      const bin = Math.round((places[point]! - low) * per);
      if (least[bin] === -1 || values[point]! < values[least[bin]!]!) least[bin] = point;
      if (greatest[bin] === -1 || values[point]! > values[greatest[bin]!]!) greatest[bin] = point;
    }
    for (const point of [...least, ...greatest]) if (point !== -1) kept.add(point);
  }
  return { us: [...kept].map((point) => us[point]!), vs: [...kept].map((point) => vs[point]!) };
}

function widthOf({ us, vs }: Points, cos: number, sin: number): number {
  let [low, high] = [Infinity, -Infinity];
  for (let point = 0; point < us.length; point += 1) {
    const value = us[point]! * cos + vs[point]! * sin;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high - low;
}

/** Keeps rectangles that no other one fits into, few of them. */
function best(turns: Footprint['turns']): Footprint['turns'] {
  const kept: Footprint['turns'] = [];
  for (const turn of turns.toSorted((a, b) => a[1] - b[1] || a[2] - b[2] || a[0] - b[0])) {
    const last = kept.at(-1);
    if (!last || turn[2] < last[2] * 0.999) kept.push(turn);
  }
  if (kept.length <= maxTurns) return kept;
  return Array.from(
    { length: maxTurns },
    (_, index) => kept[Math.round((index * (kept.length - 1)) / (maxTurns - 1))]!,
  );
}

/** Finds the directions of large flat faces that are no axes and have the whole model on one side. */
function flatSides({ positions, isTurned }: Solid): Place[] {
  const doubled = new Float64Array(positions.length / 9);
  let whole = 0;
  for (let triangle = 0; triangle < doubled.length; triangle += 1) {
    const [x, y, z] = doubledNormal(positions, triangle);
    doubled[triangle] = Math.sqrt(x * x + y * y + z * z);
    whole += doubled[triangle]!;
  }
  const sides = new Map<string, { size: number; normal: Place; farthest: number }>();
  for (let triangle = 0; triangle < doubled.length; triangle += 1) {
    const size = doubled[triangle]!;
    // A face that is this small belongs to a curve.
    if (!(size > 0) || size * facesOfCurves < whole) continue;
    const sign = isTurned(triangle) ? -1 / size : 1 / size;
    const normal = doubledNormal(positions, triangle).map((value) => value * sign) as Place;
    if (Math.max(...normal.map(Math.abs)) > 0.9999) continue;
    const key = normal.map((value) => Math.round(value * 200)).join(' ');
    const [x, y, z] = positions.subarray(triangle * 9, triangle * 9 + 3);
    const far = x! * normal[0] + y! * normal[1] + z! * normal[2];
    const side = sides.get(key) ?? { size: 0, normal, farthest: far };
    sides.set(key, side);
    side.size += size;
    side.farthest = Math.max(side.farthest, far);
  }
  return [...sides.values()]
    .filter(({ size }) => size >= whole * sidePart)
    .toSorted((a, b) => b.size - a.size || comparePlaces(a.normal, b.normal))
    .slice(0, 4 * maxSides)
    .filter(({ normal, farthest }) => {
      const [low, high] = range(along(positions, normal));
      return high - farthest <= (high - low) * 1e-3;
    })
    .slice(0, maxSides)
    .map(({ normal }) => normal);
}
