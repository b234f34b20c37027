/**
 * Writes a binary STL of triangles, each coordinate times `scale`. Normals are written too: slicers take a file whose first
 * bytes are all below 128 for text.
 */
export function writeStl(positions: Float32Array, scale: number): Uint8Array<ArrayBuffer> {
  const triangles = positions.length / 9;
  const bytes = new Uint8Array(84 + 50 * triangles);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, triangles, true);
  for (let index = 0; index < triangles; index += 1) {
    const from = index * 9;
    const at = 84 + index * 50;
    const edge = (corner: number, axis: number) =>
      positions[from + corner * 3 + axis]! - positions[from + axis]!;
    const cross = (u: number, v: number) => edge(1, u) * edge(2, v) - edge(1, v) * edge(2, u);
    const normal = [cross(1, 2), cross(2, 0), cross(0, 1)];
    const length = Math.hypot(...normal) || 1;
    for (let axis = 0; axis < 3; axis += 1) view.setFloat32(at + axis * 4, normal[axis]! / length, true);
    for (let value = 0; value < 9; value += 1)
      view.setFloat32(at + 12 + value * 4, positions[from + value]! * scale, true);
  }
  return bytes;
}
