import { weld } from '../mesh/mesh.ts';
import type { SceneItem } from './scene.ts';

/** All triangles of a scene in flat arrays: positions, face normals and corner normals. */
export type Soup = {
  count: number;
  positions: Float32Array;
  faces: Float32Array;
  normals: Float32Array;
  item: Uint16Array;
};

const creaseCosine = Math.cos((27 * Math.PI) / 180);

export function makeSoup(items: SceneItem[]): Soup {
  const meshes = items.map((item) => weld(item.mesh));
  const count = meshes.reduce((sum, mesh) => sum + mesh.indices.length / 3, 0);
  const soup: Soup = {
    count,
    positions: new Float32Array(count * 9),
    faces: new Float32Array(count * 3),
    normals: new Float32Array(count * 9),
    item: new Uint16Array(count),
  };
  let base = 0;
  meshes.forEach((mesh, itemIndex) => {
    const triangles = mesh.indices.length / 3;
    const p = mesh.positions;
    const corner = new Float64Array(mesh.indices.length);
    const vertices = p.length / 3;
    const begin = new Int32Array(vertices + 1);
    for (const index of mesh.indices) begin[index + 1] = (begin[index + 1] ?? 0) + 1;
    for (let i = 0; i < vertices; i++) begin[i + 1] = (begin[i + 1] ?? 0) + (begin[i] ?? 0);
    const filled = begin.slice();
    const corners = new Int32Array(mesh.indices.length);
    for (let t = 0; t < triangles; t++) {
      for (let k = 0; k < 3; k++) {
        const own = mesh.indices[t * 3 + k] ?? 0;
        for (let axis = 0; axis < 3; axis++) {
          soup.positions[(base + t) * 9 + k * 3 + axis] = p[own * 3 + axis] ?? 0;
        }
        const next = mesh.indices[t * 3 + ((k + 1) % 3)] ?? 0;
        corner[t * 3 + k] = angleAt(p, own, next, mesh.indices[t * 3 + ((k + 2) % 3)] ?? 0);
        corners[filled[own] ?? 0] = t * 3 + k;
        filled[own] = (filled[own] ?? 0) + 1;
      }
      setFaceNormal(soup, base + t);
      soup.item[base + t] = itemIndex;
    }
    for (let v = 0; v < vertices; v++) {
      const from = begin[v] ?? 0;
      const to = begin[v + 1] ?? 0;
      for (let i = from; i < to; i++) smoothCorner(soup, base, i, corners, from, to, corner);
    }
    base += triangles;
  });
  return soup;
}

function angleAt(p: number[], a: number, b: number, c: number): number {
  let dot = 0;
  let bb = 0;
  let cc = 0;
  for (let axis = 0; axis < 3; axis++) {
    const u = (p[b * 3 + axis] ?? 0) - (p[a * 3 + axis] ?? 0);
    const v = (p[c * 3 + axis] ?? 0) - (p[a * 3 + axis] ?? 0);
    dot += u * v;
    bb += u * u;
    cc += v * v;
  }
  return Math.acos(Math.max(-1, Math.min(1, dot / Math.sqrt(bb * cc || 1))));
}

function setFaceNormal(soup: Soup, t: number): void {
  const q = (i: number): number => soup.positions[t * 9 + i] ?? 0;
  const ux = q(3) - q(0);
  const uy = q(4) - q(1);
  const uz = q(5) - q(2);
  const vx = q(6) - q(0);
  const vy = q(7) - q(1);
  const vz = q(8) - q(2);
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const length = Math.hypot(nx, ny, nz) || 1;
  soup.faces[t * 3] = nx / length;
  soup.faces[t * 3 + 1] = ny / length;
  soup.faces[t * 3 + 2] = nz / length;
}

function smoothCorner(
  soup: Soup,
  base: number,
  index: number,
  corners: Int32Array,
  from: number,
  until: number,
  angles: Float64Array,
): void {
  const f = soup.faces;
  const own = corners[index] ?? 0;
  const at = (base + Math.floor(own / 3)) * 3;
  const fx = f[at] ?? 0;
  const fy = f[at + 1] ?? 0;
  const fz = f[at + 2] ?? 0;
  let nx = 0;
  let ny = 0;
  let nz = 0;
  for (let i = from; i < until; i++) {
    const other = corners[i] ?? 0;
    const o = (base + Math.floor(other / 3)) * 3;
    const ox = f[o] ?? 0;
    const oy = f[o + 1] ?? 0;
    const oz = f[o + 2] ?? 0;
    if (fx * ox + fy * oy + fz * oz < creaseCosine) continue;
    const weight = angles[other] ?? 0;
    nx += ox * weight;
    ny += oy * weight;
    nz += oz * weight;
  }
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
  const to = base * 9 + own * 3;
  soup.normals[to] = nx / length;
  soup.normals[to + 1] = ny / length;
  soup.normals[to + 2] = nz / length;
}
