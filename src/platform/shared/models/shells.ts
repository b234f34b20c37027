/** Judges the closed shells of a mesh one by one: which are bodies, and which are hollows inside of a body. */

export type Shells = {
  /** Volume of the material, in the file's unit. */
  volume: number;
  /** Per shell: 1 if its faces look out of the material as they are, -1 if they have to be turned for that. */
  turns: Int8Array;
  /** Number of faces that have to be turned. */
  turnedCount: number;
};

/** Tests of a face against a point that are made at most; shells that were not tested count as bodies of their own. */
const maxTests = 100_000_000;
const maxCrossings = 1_000_000;

/**
 * A shell outside of all others is a body, whichever way its faces look. One inside of a body's material is a hollow if
 * its faces look the other way than the body's, or inwards; else it is a second body there. One in a hollow is a body.
 */
export function judgeShells(
  positions: Float32Array,
  { count, ofTriangle }: { count: number; ofTriangle: Int32Array },
  turned: Uint8Array | null,
  { middle, volume: signed }: { middle: readonly [number, number, number]; volume: number },
): Shells {
  const isOne = count === 1 && turned === null;
  const volumes = isOne ? [signed] : volumesOf(positions, ofTriangle, count, turned, middle);
  const turns = new Int8Array(count).fill(1);
  const order = Array.from({ length: count }, (_, shell) => shell).toSorted(
    (a, b) => Math.abs(volumes[b]!) - Math.abs(volumes[a]!),
  );
  const around = count > 1 ? containersOf(positions, ofTriangle, count) : new Map<number, number[]>();
  /** Whether the space directly inside of a shell is material. */
  const isFull = new Uint8Array(count);
  let volume = 0;
  for (const shell of order) {
    const size = Math.abs(volumes[shell]!);
    const isInward = volumes[shell]! < 0;
    // Sorted from the smallest, which is the innermost.
    const containers = (around.get(shell) ?? [])
      .filter((each) => Math.abs(volumes[each]!) > size)
      .toSorted((a, b) => Math.abs(volumes[a]!) - Math.abs(volumes[b]!));
    const parent = containers[0];
    const root = containers.at(-1);
    const isInMaterial = parent !== undefined && isFull[parent] === 1;
    const isInTurned = root !== undefined && volumes[root]! < 0;
    if (!isInMaterial) {
      isFull[shell] = 1;
      volume += size;
      if (isInward) turns[shell] = -1;
    } else if (isInward || isInTurned) {
      volume -= size;
      // Faces of a hollow look into it, out of the material.
      if (!isInward) turns[shell] = -1;
    } else {
      isFull[shell] = 1;
      volume += size;
    }
  }
  let turnedCount = 0;
  if (isOne && turns[0] === -1) turnedCount = ofTriangle.length;
  else if (turns.includes(-1)) for (const shell of ofTriangle) if (turns[shell] === -1) turnedCount += 1;
  return { volume, turns, turnedCount };
}

/** Returns the signed volume of each shell, relative to the middle, where rounding errors are smallest. */
function volumesOf(
  positions: Float32Array,
  ofTriangle: Int32Array,
  count: number,
  turned: Uint8Array | null,
  [midX, midY, midZ]: readonly [number, number, number],
): Float64Array {
  const volumes = new Float64Array(count);
  for (let triangle = 0, from = 0; triangle < ofTriangle.length; triangle += 1, from += 9) {
    const ax = positions[from]! - midX;
    const ay = positions[from + 1]! - midY;
    const az = positions[from + 2]! - midZ;
    const bx = positions[from + 3]! - midX;
    const by = positions[from + 4]! - midY;
    const bz = positions[from + 5]! - midZ;
    const cx = positions[from + 6]! - midX;
    const cy = positions[from + 7]! - midY;
    const cz = positions[from + 8]! - midZ;
    const part = ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx);
    volumes[ofTriangle[triangle]!]! += (turned?.[triangle] === 1 ? -part : part) / 6;
  }
  return volumes;
}

/**
 * Returns the shells around each shell: those whose box holds it, and out of which rays upwards from its points lead. The
 * points stand in a grid, so that each face is tested against those above which it lies alone.
 */
function containersOf(positions: Float32Array, ofTriangle: Int32Array, count: number): Map<number, number[]> {
  const boxes = boxesOf(positions, ofTriangle, count);
  const points = pointsOf(positions, ofTriangle, count);
  const grid = gridOf(points.x, points.y);
  const crossings = new Map<number, number>();
  let tests = 0;
  for (let triangle = 0, from = 0; triangle < ofTriangle.length; triangle += 1, from += 9) {
    const ax = positions[from]!;
    const ay = positions[from + 1]!;
    const bx = positions[from + 3]!;
    const by = positions[from + 4]!;
    const cx = positions[from + 6]!;
    const cy = positions[from + 7]!;
    const highest = Math.max(positions[from + 2]!, positions[from + 5]!, positions[from + 8]!);
    const doubled = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (doubled === 0) continue;
    const own = ofTriangle[triangle]!;
    const fromX = cellOf((Math.min(ax, bx, cx) - grid.lowX) * grid.perX, grid.side);
    const toX = cellOf((Math.max(ax, bx, cx) - grid.lowX) * grid.perX, grid.side);
    const fromY = cellOf((Math.min(ay, by, cy) - grid.lowY) * grid.perY, grid.side);
    const toY = cellOf((Math.max(ay, by, cy) - grid.lowY) * grid.perY, grid.side);
    for (let row = fromY; row <= toY; row += 1) {
      const end = grid.starts[row * grid.side + toX + 1]!;
      tests += 1;
      for (let at = grid.starts[row * grid.side + fromX]!; at < end; at += 1) {
        const point = grid.members[at]!;
        tests += 1;
        const shell = points.shells[point]!;
        if (shell === own || highest <= points.z[point]! || !holds(boxes, own, shell)) continue;
        const x = points.x[point]!;
        const y = points.y[point]!;
        const b = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / doubled;
        const c = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / doubled;
        if (b < 0 || c < 0 || b + c > 1) continue;
        const z = positions[from + 2]! * (1 - b - c) + positions[from + 5]! * b + positions[from + 8]! * c;
        if (z <= points.z[point]!) continue;
        const key = point * count + own;
        crossings.set(key, (crossings.get(key) ?? 0) + (doubled > 0 ? 1 : -1));
      }
    }
    if (tests > maxTests || crossings.size > maxCrossings) break;
  }
  const pointsInside = new Map<number, number>();
  for (const [key, sum] of crossings) {
    if (sum === 0) continue;
    const pair = points.shells[Math.floor(key / count)]! * count + (key % count);
    pointsInside.set(pair, (pointsInside.get(pair) ?? 0) + 1);
  }
  const around = new Map<number, number[]>();
  for (const [pair, inside] of pointsInside) {
    if (inside < pointsPerShell) continue;
    const shell = Math.floor(pair / count);
    const list = around.get(shell);
    if (list) list.push(pair % count);
    else around.set(shell, [pair % count]);
  }
  return around;
}

/** Returns the box of each shell: its least and greatest coordinates. */
function boxesOf(positions: Float32Array, ofTriangle: Int32Array, count: number): Float64Array {
  const boxes = new Float64Array(count * 6);
  for (let shell = 0; shell < count; shell += 1) {
    boxes.fill(Infinity, shell * 6, shell * 6 + 3).fill(-Infinity, shell * 6 + 3, shell * 6 + 6);
  }
  for (let at = 0; at < positions.length; at += 1) {
    const low = ofTriangle[Math.floor(at / 9)]! * 6 + (at % 3);
    const value = positions[at]!;
    if (value < boxes[low]!) boxes[low] = value;
    if (value > boxes[low + 3]!) boxes[low + 3] = value;
  }
  return boxes;
}

function holds(boxes: Float64Array, outer: number, inner: number): boolean {
  for (let axis = 0; axis < 3; axis += 1) {
    if (boxes[outer * 6 + axis]! > boxes[inner * 6 + axis]!) return false;
    if (boxes[outer * 6 + 3 + axis]! < boxes[inner * 6 + 3 + axis]!) return false;
  }
  return true;
}

/** A shell that reaches out of another has some of these points outside of it. */
const pointsPerShell = 4;

/** Returns points of each shell, inside of faces from its first to its last, and away from lines of symmetry. */
function pointsOf(positions: Float32Array, ofTriangle: Int32Array, count: number) {
  const length = count * pointsPerShell;
  const points = {
    x: new Float64Array(length),
    y: new Float64Array(length),
    z: new Float64Array(length),
    shells: Int32Array.from({ length }, (_, point) => Math.floor(point / pointsPerShell)),
  };
  const faces = new Int32Array(count);
  for (const shell of ofTriangle) faces[shell]! += 1;
  const seen = new Int32Array(count);
  const weights = [0.236_067_9, 0.414_213_5, 0.349_718_6] as const;
  for (let triangle = 0; triangle < ofTriangle.length; triangle += 1) {
    const shell = ofTriangle[triangle]!;
    const number = seen[shell]!;
    seen[shell]! += 1;
    for (let place = 0; place < pointsPerShell; place += 1) {
      if (Math.floor((place * (faces[shell]! - 1)) / (pointsPerShell - 1)) !== number) continue;
      const point = shell * pointsPerShell + place;
      const at = (axis: number) =>
        weights.reduce(
          (sum, weight, corner) => sum + weight * positions[triangle * 9 + corner * 3 + axis]!,
          0,
        );
      points.x[point] = at(0);
      points.y[point] = at(1);
      points.z[point] = at(2);
    }
  }
  return points;
}

/** Grid of points in a plane, about one for each cell. */
export type PointGrid = {
  side: number;
  lowX: number;
  lowY: number;
  /** Cells per unit. */
  perX: number;
  perY: number;
  /** Index of the first member of each cell, and the members in the order of cells. */
  starts: Int32Array;
  members: Int32Array;
};

export function gridOf(xs: Float64Array, ys: Float64Array): PointGrid {
  const side = Math.min(512, Math.max(1, Math.round(Math.sqrt(xs.length))));
  const [lowX, perX] = rangeOf(xs, side);
  const [lowY, perY] = rangeOf(ys, side);
  const cells = Int32Array.from(
    xs,
    (x, index) => cellOf((ys[index]! - lowY) * perY, side) * side + cellOf((x - lowX) * perX, side),
  );
  const starts = new Int32Array(side * side + 1);
  for (const cell of cells) starts[cell + 1]! += 1;
  for (let cell = 0; cell < side * side; cell += 1) starts[cell + 1]! += starts[cell]!;
  const next = starts.slice();
  const members = new Int32Array(xs.length);
  cells.forEach((cell, index) => {
    members[next[cell]!] = index;
    next[cell]! += 1;
  });
  return { side, lowX, lowY, perX, perY, starts, members };
}

/** Returns the cell of a distance from the grid's edge in cells; what lies outside is in the outermost one. */
export function cellOf(distance: number, side: number): number {
  if (!(distance > 0)) return 0;
  return distance >= side ? side - 1 : Math.trunc(distance);
}

/** Returns the least value, and how many of `side` cells there are per unit. */
export function rangeOf(values: Float64Array, side: number): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, side / (high - low || 1)];
}
