import { gridOf, rangeOf } from './shells.ts';

/**
 * What a slicer would find inside of a model as it stands, independent of the settings: how deep its material lies
 * below its sides, tops and bottoms, and the islands of its layers. Weight and time are worked out from it (print.ts).
 */
export type Inside = {
  /** Surface of sides: the length of all outlines of a layer times its height, summed up. */
  uprightMm2: number;
  /** Surface that looks up and down, as seen from above and below. */
  levelMm2: number;
  /** Share of the material that remains where bodies overlap. */
  union: number;
  /**
   * Table of thousandths of the material: what lies deeper below the sides than `depthsMm` (rows) and deeper below tops
   * and bottoms than `coversMm` (columns).
   */
  deeper: number[];
  depthsMm: number[];
  coversMm: number[];
  /** Islands of the layers: area, length of outlines and number of outlines of one, and how many there are on average. */
  islands: { mm2: number; mm: number; loops: number; count: number }[];
  /** Outlines of the layers by their length, and how many there are on average; not in figures from before. */
  outlines?: { mm: number; count: number; isHole: boolean }[] | undefined;
};

/** Depths in millimetres. Between two the table is linear; above the last nothing is taken to lie deeper. */
const depths = [0, 0.3, 0.5, 0.7, 0.85, 1, 1.2, 1.4, 1.7, 2.1, 2.8, 4, 6] as const;
const covers = [0, 0.2, 0.35, 0.5, 0.7, 0.85, 1.05, 1.4, 2, 3.5] as const;

/** Number of points at which the depth is measured. */
const sampleCount = 4096;
const layerCount = 32;
const maxIslands = 12;
const maxOutlines = 24;
const maxSegments = 3_000_000;
/** Bodies that lie in each other a thousand times over are not measured along lines. */
const maxHits = 4_000_000;
const maxTests = 400_000_000;
/** Kinds of islands that are told apart. */
const maxKinds = 200;
/** A line that grazes a side tells nothing about the depth below it; the line across does. */
const minAngle = 0.5;

/**
 * Slicers widen the rings that cover a slope to a few lines. Where a slope is steeper the walls cover it, and there are
 * no rings.
 */
const ringMm = 1.1;
const steepest = 1;

export type Solid = {
  positions: Float32Array;
  /** Point index of each corner. */
  ids: Int32Array;
  points: number;
  min: readonly [number, number, number];
  max: readonly [number, number, number];
  /** Surface of sides, and surface as seen from above and below. */
  upright: number;
  level: number;
  /** Largest distance of a corner from the first one of its triangle. */
  reach: number;
  /** Whether the face of a triangle has to be turned to look out of the material. */
  isTurned(triangle: number): boolean;
};

/** Measures a closed model; null if lines through it meet no material. `mm` are the millimetres of its unit. */
export function measureInside(solid: Solid, mm: number): Inside | null {
  const samples = sample(solid, mm);
  if (!samples) return null;
  const { upright, level } = solid;
  const share = 1000 / samples.depth.length;
  const deeper: number[] = [];
  for (const depth of depths) {
    for (const cover of covers) {
      let count = 0;
      for (let index = 0; index < samples.depth.length; index += 1) {
        if (samples.depth[index]! * mm >= depth && samples.cover[index]! * mm >= cover) count += 1;
      }
      deeper.push(Math.round(count * share));
    }
  }
  const { islands, outlines } = islandsOf(solid);
  return {
    uprightMm2: upright * mm ** 2,
    levelMm2: level * mm ** 2,
    union: samples.union,
    deeper,
    depthsMm: [...depths],
    coversMm: [...covers],
    islands: islands.map(({ area, length, loops, count }) => ({
      mm2: area * mm ** 2,
      mm: length * mm,
      loops,
      count,
    })),
    outlines: outlines.map(({ length, ...each }) => ({ ...each, mm: length * mm })),
  };
}

/** Rescales it to another unit. */
export function scaleInside(inside: Inside, times: number): Inside {
  return {
    ...inside,
    uprightMm2: inside.uprightMm2 * times ** 2,
    levelMm2: inside.levelMm2 * times ** 2,
    depthsMm: inside.depthsMm.map((depth) => depth * times),
    coversMm: inside.coversMm.map((cover) => cover * times),
    islands: inside.islands.map((island) => ({
      ...island,
      mm2: island.mm2 * times ** 2,
      mm: island.mm * times,
    })),
    ...(inside.outlines && {
      outlines: inside.outlines.map((outline) => ({ ...outline, mm: outline.mm * times })),
    }),
  };
}

/**
 * Stands in for figures that were measured before there was this: a block of the same volume and surface, which is
 * spread over its sides as in the model's box.
 */
export function blockInside({
  sizeMm,
  volumeMm3,
  areaMm2,
}: {
  sizeMm: readonly [number, number, number];
  volumeMm3: number;
  areaMm2?: number | undefined;
}): Inside {
  const [x, y, z] = sizeMm.map((size) => Math.max(size, 1e-6)) as Three;
  const boxLevel = x * y;
  const boxUpright = (x + y) * z;
  const area = areaMm2 ?? 2 * (boxLevel + boxUpright);
  const level = (area * boxLevel) / (boxLevel + boxUpright);
  const upright = area - level;
  const left = (surface: number, thickness: number) =>
    volumeMm3 > 0 ? Math.max(0, 1 - (surface * thickness) / (2 * volumeMm3)) : 0;
  return {
    uprightMm2: upright,
    levelMm2: level,
    union: 1,
    deeper: depths.flatMap((depth) =>
      covers.map((cover) => 1000 * left(upright, depth) ** 2 * left(level, cover * 2)),
    ),
    depthsMm: [...depths],
    coversMm: [...covers],
    islands: [],
  };
}

/** Returns the share of the material that lies deeper than both. */
export function shareDeeper({ deeper, depthsMm, coversMm }: Inside, depth: number, cover: number): number {
  const [row, rowPart] = place(depthsMm, depth);
  const [column, columnPart] = place(coversMm, cover);
  const at = (up: number, along: number) => deeper[up * coversMm.length + along] ?? 0;
  const upper = at(row, column) * (1 - columnPart) + at(row, column + 1) * columnPart;
  const lower = at(row + 1, column) * (1 - columnPart) + at(row + 1, column + 1) * columnPart;
  return (upper * (1 - rowPart) + lower * rowPart) / 1000;
}

/** Returns the interval of a list that a value falls into, and how far. */
function place(list: readonly number[], value: number): [number, number] {
  const last = list.length - 1;
  let index = 0;
  while (index < last - 1 && list[index + 1]! <= value) index += 1;
  const [from, to] = [list[index]!, list[index + 1]!];
  return [index, Math.min(1, Math.max(0, (value - from) / (to - from)))];
}

type Samples = {
  /** Distance from the nearest side within the layer, and from the nearest top or bottom. */
  depth: Float64Array;
  cover: Float64Array;
  union: number;
};

/**
 * Measures the depth at points that are spread evenly over the material: along upright lines first, then along two level
 * lines through each point. Lines are exact however thin the material is, which a grid of cubes would not be.
 */
function sample(solid: Solid, mm: number): Samples | null {
  const { min, max } = solid;
  const widened = (slope: number) => (slope < steepest ? (slope * ringMm) / mm : 0);
  const xs = Float64Array.from({ length: sampleCount }, (_, index) =>
    within(min[0], max[0], spread(index, 2)),
  );
  const ys = Float64Array.from({ length: sampleCount }, (_, index) =>
    within(min[1], max[1], spread(index, 3)),
  );
  const upright = cast(solid, 2, xs, ys);
  if (!upright || upright.covered === 0) return null;
  const step = upright.covered / sampleCount;
  const points = [0, 1, 2].map(() => new Float64Array(sampleCount));
  const depth = new Float64Array(sampleCount).fill(Infinity);
  const cover = new Float64Array(sampleCount);
  let found = 0;
  let passed = 0;
  for (const { line, from, to, fromAngle, toAngle } of upright.chords) {
    for (; found < sampleCount; found += 1) {
      // A regular step would meet every stretch of a plate at the same height.
      const ahead = (found + ((found * 0.618_034 + 0.25) % 1)) * step - passed;
      if (ahead >= to - from) break;
      points[0]![found] = xs[line]!;
      points[1]![found] = ys[line]!;
      points[2]![found] = from + ahead;
      // Four layers cover tops where three cover bottoms.
      cover[found] =
        3.5 *
        Math.max(0, Math.min((ahead - widened(fromAngle)) / 3, (to - from - ahead - widened(toAngle)) / 4));
    }
    passed += to - from;
  }
  for (const axis of [0, 1] as const) {
    const [first, second] = axis === 0 ? [1, 2] : [2, 0];
    const level = cast(solid, axis, points[first]!.subarray(0, found), points[second]!.subarray(0, found));
    if (!level) return null;
    for (const { line, from, to, fromAngle, toAngle } of level.chords) {
      const at = points[axis]![line]!;
      if (at < from || at > to) continue;
      if (fromAngle >= minAngle) depth[line] = Math.min(depth[line]!, (at - from) * fromAngle);
      if (toAngle >= minAngle) depth[line] = Math.min(depth[line]!, (to - at) * toAngle);
    }
  }
  return {
    depth: depth.subarray(0, found),
    cover: cover.subarray(0, found),
    union: upright.covered / upright.counted,
  };
}

const within = (low: number, high: number, part: number) => low + (high - low) * part;

/** Halton's sequence, shifted away from lines of symmetry. */
function spread(index: number, base: number): number {
  let sum = 0.381_966_011 / base;
  let part = 1 / base;
  for (let rest = index + 1; rest > 0; rest = Math.floor(rest / base)) {
    sum += (rest % base) * part;
    part /= base;
  }
  return sum % 1;
}

type Hit = { at: number; sign: number; angle: number };

/**
 * Stretch of a line inside of the material. The angles are those at its ends: of a level line the cosine to the side's
 * normal within the layer, of an upright one the face's slope as rise over run.
 */
type Chord = { line: number; from: number; to: number; fromAngle: number; toAngle: number };

/** Casts lines along an axis; overlapping bodies are one. Lines that leave more often than they enter are left out. */
function cast(
  { positions, isTurned, reach }: Solid,
  axis: 0 | 1 | 2,
  us: Float64Array,
  vs: Float64Array,
): { chords: Chord[]; covered: number; counted: number } | null {
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const candidates = candidatesOf(positions, [u, v], nearLines(us, vs, reach));
  const { side, lowX: lowU, lowY: lowV, perX: perU, perY: perV, starts, members } = gridOf(us, vs);
  const last = side - 1;
  let hitCount = 0;
  let tests = 0;
  const hits: Hit[][] = [];
  for (const triangle of candidates) {
    const from = triangle * 9;
    const au = positions[from + u]!;
    const av = positions[from + v]!;
    const bu = positions[from + 3 + u]!;
    const cu = positions[from + 6 + u]!;
    const minU = au < bu ? (au < cu ? au : cu) : bu < cu ? bu : cu;
    const maxU = au > bu ? (au > cu ? au : cu) : bu > cu ? bu : cu;
    const bv = positions[from + 3 + v]!;
    const cv = positions[from + 6 + v]!;
    const minV = av < bv ? (av < cv ? av : cv) : bv < cv ? bv : cv;
    const maxV = av > bv ? (av > cv ? av : cv) : bv > cv ? bv : cv;
    // The grid lies within the model's box, up to one cell.
    const fromU = clamp((minU - lowU) * perU, last);
    const toU = clamp((maxU - lowU) * perU, last);
    const fromV = clamp((minV - lowV) * perV, last);
    const toV = clamp((maxV - lowV) * perV, last);
    const doubled = (bu - au) * (cv - av) - (bv - av) * (cu - au);
    if (doubled === 0) continue;
    if (hitCount > maxHits || tests > maxTests) return null;
    let sign = 0;
    let angle = 0;
    for (let row = fromV; row <= toV; row += 1) {
      const end = starts[row * side + toU + 1]!;
      tests += 1 + end - starts[row * side + fromU]!;
      for (let index = starts[row * side + fromU]!; index < end; index += 1) {
        const line = members[index]!;
        const lineU = us[line]!;
        const lineV = vs[line]!;
        if (lineU < minU || lineU > maxU || lineV < minV || lineV > maxV) continue;
        const pu = lineU - au;
        const pv = lineV - av;
        const b = (pu * (cv - av) - pv * (cu - au)) / doubled;
        if (b < 0) continue;
        const c = ((bu - au) * pv - (bv - av) * pu) / doubled;
        if (c < 0 || b + c > 1) continue;
        if (sign === 0) {
          sign = doubled > 0 === isTurned(triangle) ? 1 : -1;
          angle = axis === 2 ? slopeOf(positions, from, doubled) : angleOf(positions, from, axis, doubled);
        }
        const a = positions[from + axis]!;
        const at = a + b * (positions[from + 3 + axis]! - a) + c * (positions[from + 6 + axis]! - a);
        const list = hits[line];
        if (list) list.push({ at, sign, angle });
        else hits[line] = [{ at, sign, angle }];
        hitCount += 1;
      }
    }
  }
  const chords: Chord[] = [];
  let covered = 0;
  let counted = 0;
  hits.forEach((list, line) => {
    if (list.length < 2 || list.reduce((sum, { sign }) => sum + sign, 0) !== 0) return;
    list.sort((one, other) => one.at - other.at);
    let depth = 0;
    let start = list[0]!;
    let isJoined = false;
    // Bodies that touch are one: what lies between them is no surface.
    const touching = (list.at(-1)!.at - start.at) * 1e-5;
    for (const [index, hit] of list.entries()) {
      if (depth > 0) counted += depth * (hit.at - list[index - 1]!.at);
      depth += hit.sign;
      if (depth === 1 && hit.sign === 1 && !isJoined) start = hit;
      if (depth !== 0 || hit.sign === 1) continue;
      const next = list[index + 1];
      isJoined = next !== undefined && next.sign === 1 && next.at - hit.at <= touching;
      if (isJoined) continue;
      covered += hit.at - start.at;
      chords.push({ line, from: start.at, to: hit.at, fromAngle: start.angle, toAngle: hit.angle });
    }
  });
  return { chords, covered, counted };
}

type Near = { cells: Uint8Array; last: number; lowU: number; lowV: number; perU: number; perV: number };

/**
 * Marks where a first corner can lie whose triangle meets a line. Most triangles of a dense mesh meet none, and are told
 * by one corner. Null where triangles are too large for that to help.
 */
function nearLines(us: Float64Array, vs: Float64Array, reach: number): Near | null {
  const side = 512;
  const [lowU, perU] = rangeOf(us, side);
  const [lowV, perV] = rangeOf(vs, side);
  const [aroundU, aroundV] = [reach * perU, reach * perV];
  if (aroundU * aroundV * 4 * us.length > side * side) return null;
  const last = side - 1;
  const cells = new Uint8Array(side * side);
  for (let line = 0; line < us.length; line += 1) {
    const u = (us[line]! - lowU) * perU;
    const v = (vs[line]! - lowV) * perV;
    const from = clamp(u - aroundU, last);
    const to = clamp(u + aroundU, last) + 1;
    for (let row = clamp(v - aroundV, last); row <= clamp(v + aroundV, last); row += 1) {
      cells.fill(1, row * side + from, row * side + to);
    }
  }
  return { cells, last, lowU, lowV, perU, perV };
}

/** Returns the triangles that may meet a line. */
function candidatesOf(
  positions: Float32Array,
  [u, v]: readonly [number, number],
  near: Near | null,
): Int32Array {
  const triangles = positions.length / 9;
  if (near === null) return Int32Array.from({ length: triangles }, (_, triangle) => triangle);
  const { cells, last, lowU, lowV, perU, perV } = near;
  const side = last + 1;
  const found = new Int32Array(triangles);
  let count = 0;
  for (let triangle = 0, from = 0; triangle < triangles; triangle += 1, from += 9) {
    let column = ((positions[from + u]! - lowU) * perU) | 0;
    let row = ((positions[from + v]! - lowV) * perV) | 0;
    if (column < 0) column = 0;
    else if (column > last) column = last;
    if (row < 0) row = 0;
    else if (row > last) row = last;
    found[count] = triangle;
    count += cells[row * side + column]!;
  }
  return found.subarray(0, count);
}

/** Returns the number of a cell; `| 0` is far quicker here than `Math.trunc`. */
function clamp(distance: number, last: number): number {
  const cell = distance | 0;
  return cell < 0 ? 0 : cell > last ? last : cell;
}

/** Returns the cosine of the angle between a level axis and the side's normal within the layer. */
function angleOf(positions: Float32Array, from: number, axis: 0 | 1, doubled: number): number {
  const other = axis === 0 ? 1 : 0;
  // The normal's part along the other level axis.
  const [u, v] = [(other + 1) % 3, (other + 2) % 3];
  const across =
    (positions[from + 3 + u]! - positions[from + u]!) * (positions[from + 6 + v]! - positions[from + v]!) -
    (positions[from + 3 + v]! - positions[from + v]!) * (positions[from + 6 + u]! - positions[from + u]!);
  return Math.abs(doubled) / Math.hypot(doubled, across);
}

/** Returns the slope of a face that is not upright, as rise over run. */
function slopeOf(positions: Float32Array, from: number, doubled: number): number {
  const [ux, uy, uz] = [0, 1, 2].map(
    (axis) => positions[from + 3 + axis]! - positions[from + axis]!,
  ) as Three;
  const [vx, vy, vz] = [0, 1, 2].map(
    (axis) => positions[from + 6 + axis]! - positions[from + axis]!,
  ) as Three;
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz) / Math.abs(doubled);
}

type Three = [number, number, number];
type Island = { area: number; length: number; loops: number; count: number };
type Outline = { length: number; count: number; isHole: boolean };

/** Cuts the model at heights spread evenly, and joins what is alike, so that the list stays short. */
function islandsOf(solid: Solid): { islands: Island[]; outlines: Outline[] } {
  const { positions, min, max } = solid;
  const height = max[2] - min[2];
  const heightOf = (layer: number) => min[2] + ((layer + 0.4142) / layerCount) * height;
  const perHeight = layerCount / height;
  const layers: Cut[] = Array.from({ length: layerCount }, () => ({ triangles: [] }));
  let segments = 0;
  for (let triangle = 0, from = 0; from < positions.length; triangle += 1, from += 9) {
    const a = positions[from + 2]!;
    const b = positions[from + 5]!;
    const c = positions[from + 8]!;
    const lowest = a < b ? (a < c ? a : c) : b < c ? b : c;
    const highest = a > b ? (a > c ? a : c) : b > c ? b : c;
    const first = Math.ceil((lowest - min[2]) * perHeight - 0.4142 - 1e-9);
    if (first + 0.4142 > (highest - min[2]) * perHeight + 1e-9) continue;
    for (let layer = Math.max(0, first); layer < layerCount; layer += 1) {
      const z = heightOf(layer);
      if (z > highest) break;
      if (a >= z === b >= z && b >= z === c >= z) continue;
      layers[layer]!.triangles.push(triangle);
      segments += 1;
      if (segments > maxSegments) return { islands: [], outlines: [] };
    }
  }
  const found: Island[] = [];
  const outlines: Outline[] = [];
  layers.forEach(({ triangles }, layer) => {
    for (const { rings, ...island } of islandsAt(solid, heightOf(layer), triangles)) {
      for (const ring of rings) {
        const alike = outlines.find(
          (each) => each.isHole === ring.isHole && Math.abs(each.length - ring.length) < 0.02 * each.length,
        );
        if (alike) lengthen(alike, ring);
        else if (outlines.length < maxKinds) outlines.push(ring);
      }
      const like = found.find(
        (each) =>
          each.loops === island.loops &&
          Math.abs(each.area - island.area) < 0.02 * each.area &&
          Math.abs(each.length - island.length) < 0.02 * each.length,
      );
      if (like) addTo(like, island);
      else if (found.length < maxKinds) found.push(island);
    }
  });
  const perLayer = <Kind extends { count: number }>(kinds: Kind[]) =>
    kinds.map((each) => ({ ...each, count: each.count / layerCount }));
  return {
    islands: perLayer(joinAlike(found, maxIslands, ({ area }) => area, addTo)),
    outlines: perLayer(
      [true, false].flatMap((isHole) =>
        joinAlike(
          outlines.filter((each) => each.isHole === isHole),
          maxOutlines / 2,
          ({ length }) => length,
          lengthen,
        ),
      ),
    ),
  };
}

type Cut = { triangles: number[] };

function addTo(to: Island, from: Island): void {
  const count = to.count + from.count;
  to.area = (to.area * to.count + from.area * from.count) / count;
  to.length = (to.length * to.count + from.length * from.count) / count;
  to.loops = (to.loops * to.count + from.loops * from.count) / count;
  to.count = count;
}

function lengthen(to: Outline, from: Outline): void {
  const count = to.count + from.count;
  to.length = (to.length * to.count + from.length * from.count) / count;
  to.count = count;
}

/** Joins the two kinds that are the most alike in size, until there are few enough. */
function joinAlike<Kind>(
  kinds: Kind[],
  most: number,
  sizeOf: (kind: Kind) => number,
  join: (to: Kind, from: Kind) => void,
): Kind[] {
  const sorted = kinds.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  while (sorted.length > most) {
    let nearest = 1;
    for (let index = 1; index < sorted.length; index += 1) {
      const gap = (at: number) => sizeOf(sorted[at]!) / sizeOf(sorted[at - 1]!);
      if (gap(index) < gap(nearest)) nearest = index;
    }
    join(sorted[nearest - 1]!, sorted[nearest]!);
    sorted.splice(nearest, 1);
  }
  return sorted;
}

/** Links the segments of one cut to outlines, and gives each hole to the smallest outline around it. */
function islandsAt(
  { positions, ids, points, isTurned }: Solid,
  z: number,
  triangles: readonly number[],
): (Island & { rings: Outline[] })[] {
  const loopOf = new Map<number, number>();
  const parents: number[] = [];
  const find = (loop: number): number => {
    let at = loop;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  };
  const loopAt = (key: number): number => {
    const known = loopOf.get(key);
    if (known !== undefined) return find(known);
    parents.push(parents.length);
    loopOf.set(key, parents.length - 1);
    return parents.length - 1;
  };
  const segments: { loop: number; fromX: number; fromY: number; toX: number; toY: number }[] = [];
  for (const triangle of triangles) {
    // Where the cut enters through an edge that falls and leaves through one that rises.
    const segment = { loop: -1, fromX: 0, fromY: 0, toX: 0, toY: 0 };
    for (let corner = 0; corner < 3; corner += 1) {
      const next = corner === 2 ? 0 : corner + 1;
      const from = triangle * 9 + corner * 3;
      const to = triangle * 9 + next * 3;
      const low = positions[from + 2]!;
      const high = positions[to + 2]!;
      if (low >= z === high >= z) continue;
      const a = ids[triangle * 3 + corner]!;
      const b = ids[triangle * 3 + next]!;
      const part = (z - low) / (high - low);
      const x = positions[from]! + part * (positions[to]! - positions[from]!);
      const y = positions[from + 1]! + part * (positions[to + 1]! - positions[from + 1]!);
      // Material lies on the left of an outline.
      if (high > low === isTurned(triangle)) {
        segment.fromX = x;
        segment.fromY = y;
      } else {
        segment.toX = x;
        segment.toY = y;
      }
      const loop = loopAt(a < b ? a * points + b : b * points + a);
      if (segment.loop === -1) segment.loop = loop;
      else parents[loop] = find(segment.loop);
    }
    segments.push(segment);
  }
  type Loop = { area: number; length: number; segments: typeof segments };
  const loops = new Map<number, Loop>();
  for (const segment of segments) {
    const key = find(segment.loop);
    const loop = loops.get(key) ?? { area: 0, length: 0, segments: [] };
    loops.set(key, loop);
    const { fromX, fromY, toX, toY } = segment;
    loop.area += (fromX * toY - fromY * toX) / 2;
    loop.length += Math.hypot(toX - fromX, toY - fromY);
    loop.segments.push(segment);
  }
  const all = [...loops.values()];
  const outer = all.filter(({ area }) => area > 0).toSorted((a, b) => a.area - b.area);
  const islands = outer.map(({ area, length }) => ({
    area,
    length,
    loops: 1,
    count: 1,
    rings: [{ length, count: 1, isHole: false }],
  }));
  const holes = all.filter(({ area }) => area < 0);
  // Where there are very many, holes stay with the largest outline.
  const isMany = holes.length * segments.length > 20_000_000;
  for (const hole of holes) {
    const { fromX, fromY } = hole.segments[0]!;
    const around = isMany
      ? -1
      : outer.findIndex((loop) => loop.area > -hole.area && isAround(loop, fromX, fromY));
    const island = islands[around === -1 ? islands.length - 1 : around];
    if (!island) continue;
    island.area = Math.max(0, island.area + hole.area);
    island.length += hole.length;
    island.loops += 1;
    island.rings.push({ length: hole.length, count: 1, isHole: true });
  }
  return islands.filter(({ area }) => area > 0);
}

function isAround(
  { segments }: { segments: { fromX: number; fromY: number; toX: number; toY: number }[] },
  x: number,
  y: number,
): boolean {
  let isInside = false;
  for (const { fromX, fromY, toX, toY } of segments) {
    if (fromY > y === toY > y) continue;
    if (x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) isInside = !isInside;
  }
  return isInside;
}
