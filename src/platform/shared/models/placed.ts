import { MeshBuilder, ModelError, modelLimits, type Mesh, type Unit } from './mesh.ts';

/** A 4 × 4 matrix in column order, as in glTF; the last row is always 0 0 0 1. */
export type Matrix = readonly number[];

export const identity: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

export function multiply(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, index) => {
    const row = index % 4;
    const column = index - row;
    let sum = 0;
    for (let k = 0; k < 4; k += 1) sum += a[row + 4 * k]! * b[column + k]!;
    return sum;
  });
}

/** Points and triangles, shared by all references to them. */
export type Shape = { points: Float32Array; indices: Uint32Array };

/** Object with shapes of its own and references to other objects. */
export type Assembly = { name: string; shapes: Shape[]; uses: { key: string; matrix: Matrix }[] };

/**
 * Resolves every reference of every assembly, starting with `roots`. A few references can multiply without end, so they
 * are counted even if they yield no triangles.
 */
export function place(
  assemblies: ReadonlyMap<string, Assembly>,
  roots: Assembly['uses'],
  unit: Unit,
  base: Matrix = identity,
): Mesh {
  const builder = new MeshBuilder();
  let instances = 0;
  let points = 0;
  function visit(key: string, matrix: Matrix, depth: number): void {
    instances += 1;
    if (depth > modelLimits.depth) throw new ModelError('malformed');
    const assembly = assemblies.get(key);
    if (!assembly) throw new ModelError('malformed');
    instances += assembly.shapes.length;
    if (instances > modelLimits.instances) throw new ModelError('bomb');
    for (const shape of assembly.shapes) {
      points += shape.points.length / 3;
      if (points > modelLimits.triangles * 3) throw new ModelError('too_large');
      builder.startPart(assembly.name);
      addShape(builder, shape, matrix);
    }
    for (const use of assembly.uses) visit(use.key, multiply(matrix, use.matrix), depth + 1);
  }
  for (const root of roots) visit(root.key, multiply(base, root.matrix), 0);
  return builder.finish(unit, false);
}

function addShape(builder: MeshBuilder, { points, indices }: Shape, matrix: Matrix): void {
  const placed = new Float32Array(points.length);
  for (let at = 0; at < points.length; at += 3) {
    const x = points[at]!;
    const y = points[at + 1]!;
    const z = points[at + 2]!;
    for (let row = 0; row < 3; row += 1) {
      placed[at + row] = matrix[row]! * x + matrix[row + 4]! * y + matrix[row + 8]! * z + matrix[row + 12]!;
    }
  }
  const mirrored = determinant(matrix) < 0;
  for (let at = 0; at + 2 < indices.length; at += 3) {
    const a = indices[at]! * 3;
    const b = indices[at + 1]! * 3;
    const c = indices[at + 2]! * 3;
    if (a >= placed.length || b >= placed.length || c >= placed.length) throw new ModelError('malformed');
    // A mirroring matrix reverses the winding.
    if (mirrored) builder.add(placed, a, c, b);
    else builder.add(placed, a, b, c);
  }
}

function determinant(m: Matrix): number {
  return (
    m[0]! * (m[5]! * m[10]! - m[6]! * m[9]!) -
    m[4]! * (m[1]! * m[10]! - m[2]! * m[9]!) +
    m[8]! * (m[1]! * m[6]! - m[2]! * m[5]!)
  );
}
