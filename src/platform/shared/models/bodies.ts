/** Limits of the search for bodies within each other; beyond them boxes decide, or nothing. */
const maxPairs = 20_000_000;
const maxCrossings = 60_000_000;

/** A body counts as facing inwards if its volume is negative by more than rounding. */
const rounding = 1e-7;

/**
 * Tells which bodies of a closed mesh face inwards as a whole. A body of negative volume within another is a cavity of
 * it; one that stands by itself was exported inside out, together with everything in it. Returns null if none was.
 */
export function findTurned(
  positions: Float32Array,
  ofTriangle: Int32Array,
  count: number,
  flipped: Uint8Array | null,
): { turned: Uint8Array; volumes: Float64Array } | null {
  const { volumes, boxes } = measureBodies(positions, ofTriangle, count, flipped);
  const sizes = Float64Array.from({ length: count }, (_, body) => sizeOf(boxes, body));
  const isNegative = (body: number) => volumes[body]! < -rounding * sizes[body]!;
  const negatives = Array.from({ length: count }, (_, body) => body).filter(isNegative);
  if (negatives.length === 0) return null;
  const turned = new Uint8Array(count);
  if (negatives.length * count > maxPairs) return null;
  const inside = new InsideTest(positions, ofTriangle, count);
  const largestFirst = Array.from({ length: count }, (_, body) => body).toSorted(
    (a, b) => sizes[b]! - sizes[a]!,
  );
  const negativesFirst = largestFirst.filter(isNegative);
  for (const body of largestFirst) {
    // Only a turned body turns what is in it, so what holds a positive one matters only if it is negative.
    const others = isNegative(body) ? largestFirst : negativesFirst;
    const holder = others.find(
      (other) =>
        sizes[other]! > sizes[body]! &&
        boxHolds(boxes, other, body) &&
        inside.isWithin(inside.cornerOf(body), other),
    );
    turned[body] = holder === undefined ? Number(isNegative(body)) : turned[holder]!;
  }
  return turned.includes(1) ? { turned, volumes } : null;
}

function measureBodies(
  positions: Float32Array,
  ofTriangle: Int32Array,
  count: number,
  flipped: Uint8Array | null,
) {
  const volumes = new Float64Array(count);
  const boxes = new Float64Array(count * 6);
  for (let body = 0; body < count; body += 1)
    boxes.set([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity], body * 6);
  // Relative to the first corner of each body, where rounding errors are smallest.
  const origins = new Float64Array(count * 3).fill(Number.NaN);
  for (let triangle = 0; triangle < ofTriangle.length; triangle += 1) {
    const body = ofTriangle[triangle]!;
    const from = triangle * 9;
    if (Number.isNaN(origins[body * 3]!)) origins.set(positions.subarray(from, from + 3), body * 3);
    const [ox, oy, oz] = [origins[body * 3]!, origins[body * 3 + 1]!, origins[body * 3 + 2]!];
    const [ax, ay, az] = [positions[from]! - ox, positions[from + 1]! - oy, positions[from + 2]! - oz];
    const [bx, by, bz] = [positions[from + 3]! - ox, positions[from + 4]! - oy, positions[from + 5]! - oz];
    const [cx, cy, cz] = [positions[from + 6]! - ox, positions[from + 7]! - oy, positions[from + 8]! - oz];
    const volume = (ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)) / 6;
    volumes[body]! += flipped?.[triangle] === 1 ? -volume : volume;
    for (let at = 0; at < 9; at += 1) {
      const value = positions[from + at]!;
      const low = body * 6 + (at % 3);
      if (value < boxes[low]!) boxes[low] = value;
      if (value > boxes[low + 3]!) boxes[low + 3] = value;
    }
  }
  return { volumes, boxes };
}

function sizeOf(boxes: Float64Array, body: number): number {
  const at = body * 6;
  return (
    (boxes[at + 3]! - boxes[at]!) * (boxes[at + 4]! - boxes[at + 1]!) * (boxes[at + 5]! - boxes[at + 2]!)
  );
}

function boxHolds(boxes: Float64Array, outer: number, inner: number): boolean {
  for (let axis = 0; axis < 3; axis += 1) {
    if (boxes[outer * 6 + axis]! > boxes[inner * 6 + axis]!) return false;
    if (boxes[outer * 6 + axis + 3]! < boxes[inner * 6 + axis + 3]!) return false;
  }
  return true;
}

/** Direction of the rays: no edge of a drawing runs along it. */
const [dx, dy, dz] = [0.5407, 0.3329, 0.7725];

class InsideTest {
  readonly #positions: Float32Array;
  /** Triangles in the order of their bodies, and where those of each body begin. */
  readonly #order: Int32Array;
  readonly #starts: Int32Array;
  #crossingsLeft = maxCrossings;

  constructor(positions: Float32Array, ofTriangle: Int32Array, count: number) {
    this.#positions = positions;
    this.#starts = new Int32Array(count + 1);
    for (const body of ofTriangle) this.#starts[body + 1]! += 1;
    for (let body = 0; body < count; body += 1) this.#starts[body + 1]! += this.#starts[body]!;
    const next = this.#starts.slice();
    this.#order = new Int32Array(ofTriangle.length);
    for (let triangle = 0; triangle < ofTriangle.length; triangle += 1) {
      const body = ofTriangle[triangle]!;
      this.#order[next[body]!] = triangle;
      next[body]! += 1;
    }
  }

  cornerOf(body: number): readonly [number, number, number] {
    const from = this.#order[this.#starts[body]!]! * 9;
    return [this.#positions[from]!, this.#positions[from + 1]!, this.#positions[from + 2]!];
  }

  /** Counts how often a ray from the point crosses the body. */
  isWithin([px, py, pz]: readonly [number, number, number], body: number): boolean {
    const from = this.#starts[body]!;
    const to = this.#starts[body + 1]!;
    this.#crossingsLeft -= to - from;
    if (this.#crossingsLeft < 0) return true;
    const p = this.#positions;
    let crossings = 0;
    for (let index = from; index < to; index += 1) {
      const at = this.#order[index]! * 9;
      const [ux, uy, uz] = [p[at + 3]! - p[at]!, p[at + 4]! - p[at + 1]!, p[at + 5]! - p[at + 2]!];
      const [vx, vy, vz] = [p[at + 6]! - p[at]!, p[at + 7]! - p[at + 1]!, p[at + 8]! - p[at + 2]!];
      const [hx, hy, hz] = [dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx];
      const slope = ux * hx + uy * hy + uz * hz;
      if (slope === 0) continue;
      const [sx, sy, sz] = [px - p[at]!, py - p[at + 1]!, pz - p[at + 2]!];
      const u = (sx * hx + sy * hy + sz * hz) / slope;
      if (u < 0 || u > 1) continue;
      const [qx, qy, qz] = [sy * uz - sz * uy, sz * ux - sx * uz, sx * uy - sy * ux];
      const v = (dx * qx + dy * qy + dz * qz) / slope;
      if (v < 0 || u + v > 1) continue;
      if ((vx * qx + vy * qy + vz * qz) / slope > 0) crossings += 1;
    }
    return crossings % 2 === 1;
  }
}
