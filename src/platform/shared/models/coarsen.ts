import type { Mesh, Part } from './mesh.ts';

export type Coarse = { positions: Float32Array; parts: Pick<Part, 'first' | 'count'>[] };

/** Grid cells along the longest side: finer detail is hardly visible in motion. */
const cells = 112;

/** Snaps a model's corners to a grid and removes triangles that collapse; parts are kept. */
export function coarsen({ positions, box, parts }: Mesh): Coarse {
  const [minX, minY, minZ] = box.min;
  const longest = Math.max(box.max[0] - minX, box.max[1] - minY, box.max[2] - minZ);
  const cell = longest / cells || 1;
  const kept = new Float32Array(positions.length);
  let length = 0;
  const corner = new Int32Array(9);
  const coarseParts = parts.map(({ first, count }) => {
    const from = length / 9;
    for (let at = first * 9; at < (first + count) * 9; at += 9) {
      for (let k = 0; k < 9; k += 3) {
        corner[k] = Math.round((positions[at + k]! - minX) / cell);
        corner[k + 1] = Math.round((positions[at + k + 1]! - minY) / cell);
        corner[k + 2] = Math.round((positions[at + k + 2]! - minZ) / cell);
      }
      if (isSame(corner, 0, 3) || isSame(corner, 3, 6) || isSame(corner, 6, 0)) continue;
      for (let k = 0; k < 9; k += 3) {
        kept[length + k] = minX + corner[k]! * cell;
        kept[length + k + 1] = minY + corner[k + 1]! * cell;
        kept[length + k + 2] = minZ + corner[k + 2]! * cell;
      }
      length += 9;
    }
    return { first: from, count: length / 9 - from };
  });
  return { positions: kept.slice(0, length), parts: coarseParts };
}

function isSame(corner: Int32Array, a: number, b: number): boolean {
  return corner[a] === corner[b] && corner[a + 1] === corner[b + 1] && corner[a + 2] === corner[b + 2];
}
