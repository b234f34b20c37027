import { BufferAttribute, BufferGeometry, type Box3 } from 'three';
import { CENTER, INTERSECTED, MeshBVH, NOT_INTERSECTED } from 'three-mesh-bvh';

/** Thrown when faces lie so closely together that rays would take too long. */
export class TooManyTests extends Error {}

/** Crossing of a ray with a face; `sign` is 1 where it enters material and -1 where it leaves it. */
export type Crossing = { distance: number; sign: 1 | -1; triangle: number };

type Vector = readonly [number, number, number];

/**
 * Casts rays through triangles. The tree is three-mesh-bvh's; crossings are computed here, in double precision and
 * counted, because a time limit would give other results on other machines.
 */
export class Rays {
  readonly #tree: MeshBVH;
  readonly #positions: Float32Array;
  readonly #isTurned: (triangle: number) => boolean;
  readonly #nearest: number;
  #left: number;

  constructor(
    positions: Float32Array,
    isTurned: (triangle: number) => boolean,
    { nearest, tests }: { nearest: number; tests: number },
  ) {
    const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3));
    this.#tree = new MeshBVH(geometry, {
      indirect: true,
      strategy: CENTER,
      targetLeafSize: 8,
      verbose: false,
    });
    this.#positions = positions;
    this.#isTurned = isTurned;
    this.#nearest = nearest;
    this.#left = tests;
  }

  /** Returns what a ray crosses, nearest first; faces at its beginning are left out. */
  cast([x, y, z]: Vector, [dx, dy, dz]: Vector): Crossing[] {
    const found: Crossing[] = [];
    this.#tree.shapecast({
      intersectsBounds: ({ min, max }: Box3) => {
        this.#spend(1);
        let near = 0;
        let far = Infinity;
        for (let axis = 0; axis < 3; axis += 1) {
          const from = axis === 0 ? x : axis === 1 ? y : z;
          const along = axis === 0 ? dx : axis === 1 ? dy : dz;
          const low = axis === 0 ? min.x : axis === 1 ? min.y : min.z;
          const high = axis === 0 ? max.x : axis === 1 ? max.y : max.z;
          if (along === 0) {
            if (from < low || from > high) return NOT_INTERSECTED;
            continue;
          }
          const one = (low - from) / along;
          const other = (high - from) / along;
          near = Math.max(near, Math.min(one, other));
          far = Math.min(far, Math.max(one, other));
        }
        return near <= far + this.#nearest ? INTERSECTED : NOT_INTERSECTED;
      },
      intersectsRange: (offset: number, count: number) => {
        this.#spend(count);
        for (let index = offset; index < offset + count; index += 1) {
          const triangle = this.#tree.resolveTriangleIndex(index);
          const crossing = this.#cross(triangle, [x, y, z], [dx, dy, dz]);
          if (crossing) found.push(crossing);
        }
        return false;
      },
    });
    // Where a body ends and the next one begins, the ray stays in material.
    return found.toSorted((a, b) => a.distance - b.distance || b.sign - a.sign);
  }

  #spend(tests: number): void {
    this.#left -= tests;
    if (this.#left < 0) throw new TooManyTests();
  }

  /** Möller and Trumbore's test of a ray and a triangle. */
  #cross(triangle: number, [x, y, z]: Vector, [dx, dy, dz]: Vector): Crossing | null {
    const positions = this.#positions;
    const at = triangle * 9;
    const ax = positions[at]!;
    const ay = positions[at + 1]!;
    const az = positions[at + 2]!;
    const ux = positions[at + 3]! - ax;
    const uy = positions[at + 4]! - ay;
    const uz = positions[at + 5]! - az;
    const vx = positions[at + 6]! - ax;
    const vy = positions[at + 7]! - ay;
    const vz = positions[at + 8]! - az;
    const px = dy * vz - dz * vy;
    const py = dz * vx - dx * vz;
    const pz = dx * vy - dy * vx;
    const determinant = ux * px + uy * py + uz * pz;
    if (determinant === 0) return null;
    const tx = x - ax;
    const ty = y - ay;
    const tz = z - az;
    const b = (tx * px + ty * py + tz * pz) / determinant;
    if (!(b >= 0 && b <= 1)) return null;
    const qx = ty * uz - tz * uy;
    const qy = tz * ux - tx * uz;
    const qz = tx * uy - ty * ux;
    const c = (dx * qx + dy * qy + dz * qz) / determinant;
    if (!(c >= 0 && b + c <= 1)) return null;
    const distance = (vx * qx + vy * qy + vz * qz) / determinant;
    if (!(distance > this.#nearest)) return null;
    // The determinant is positive where the ray meets the outside of a face.
    const sign = determinant > 0 === this.#isTurned(triangle) ? -1 : 1;
    return { distance, sign, triangle };
  }
}
