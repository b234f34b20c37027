/** A face's direction, size and place; all of it by arithmetic that every browser does alike. */

export type Vector = [number, number, number];

export function comparePlaces(a: Vector, b: Vector): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** Returns the vector across a face as its corners go around, as long as twice its area. */
export function doubledNormal(positions: Float32Array, triangle: number): Vector {
  const at = triangle * 9;
  const ux = positions[at + 3]! - positions[at]!;
  const uy = positions[at + 4]! - positions[at + 1]!;
  const uz = positions[at + 5]! - positions[at + 2]!;
  const vx = positions[at + 6]! - positions[at]!;
  const vy = positions[at + 7]! - positions[at + 1]!;
  const vz = positions[at + 8]! - positions[at + 2]!;
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

export function areaOf(positions: Float32Array, triangle: number): number {
  const [x, y, z] = doubledNormal(positions, triangle);
  return Math.sqrt(x * x + y * y + z * z) / 2;
}

type Faces = { positions: Float32Array; isTurned(triangle: number): boolean };

/** Returns the direction in which a face looks out of the material; null for one without area. */
export function normalOf({ positions, isTurned }: Faces, triangle: number): Vector | null {
  const [x, y, z] = doubledNormal(positions, triangle);
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return null;
  const sign = isTurned(triangle) ? -1 / length : 1 / length;
  return [x * sign, y * sign, z * sign];
}
