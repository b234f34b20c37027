export type Vec2 = [number, number];
export type Vec3 = [number, number, number];
export type Ring = Vec2[];

export type Mesh = { positions: number[]; indices: number[] };

export const emptyMesh = (): Mesh => ({ positions: [], indices: [] });

export function addVertex(mesh: Mesh, p: Vec3): number {
  mesh.positions.push(p[0], p[1], p[2]);
  return mesh.positions.length / 3 - 1;
}

export function vertexAt(mesh: Mesh, index: number): Vec3 {
  const p = mesh.positions;
  return [p[index * 3] ?? 0, p[index * 3 + 1] ?? 0, p[index * 3 + 2] ?? 0];
}

export function join(...meshes: Mesh[]): Mesh {
  const out = emptyMesh();
  for (const mesh of meshes) {
    const base = out.positions.length / 3;
    for (const value of mesh.positions) out.positions.push(value);
    for (const index of mesh.indices) out.indices.push(index + base);
  }
  return out;
}

export function mapVertices(mesh: Mesh, map: (p: Vec3) => Vec3): Mesh {
  const positions: number[] = [];
  for (let i = 0; i < mesh.positions.length / 3; i++) {
    const p = map(vertexAt(mesh, i));
    positions.push(p[0], p[1], p[2]);
  }
  return { positions, indices: mesh.indices };
}

export function move(mesh: Mesh, x: number, y: number, z = 0): Mesh {
  const positions = mesh.positions.slice();
  for (let i = 0; i < positions.length; i += 3) {
    positions[i] = (positions[i] ?? 0) + x;
    positions[i + 1] = (positions[i + 1] ?? 0) + y;
    positions[i + 2] = (positions[i + 2] ?? 0) + z;
  }
  return { positions, indices: mesh.indices };
}

export function turn(mesh: Mesh, axis: 'x' | 'y' | 'z', degrees: number): Mesh {
  const c = Math.cos((degrees * Math.PI) / 180);
  const s = Math.sin((degrees * Math.PI) / 180);
  return mapVertices(mesh, ([x, y, z]) => {
    if (axis === 'x') return [x, y * c - z * s, y * s + z * c];
    if (axis === 'y') return [x * c + z * s, y, z * c - x * s];
    return [x * c - y * s, x * s + y * c, z];
  });
}

export const scale = (mesh: Mesh, factor: number): Mesh =>
  mapVertices(mesh, ([x, y, z]) => [x * factor, y * factor, z * factor]);

export function mirrorX(mesh: Mesh): Mesh {
  const flipped = mapVertices(mesh, ([x, y, z]) => [-x, y, z]);
  const indices: number[] = [];
  for (let i = 0; i < mesh.indices.length; i += 3) {
    indices.push(mesh.indices[i] ?? 0, mesh.indices[i + 2] ?? 0, mesh.indices[i + 1] ?? 0);
  }
  return { positions: flipped.positions, indices };
}

/** Merges vertices closer than a tenth of a micrometre and drops collapsed triangles. */
export function weld(mesh: Mesh): Mesh {
  const count = mesh.positions.length / 3;
  let slots = 16;
  while (slots < count * 2) slots *= 2;
  const table = new Int32Array(slots).fill(-1);
  const grid = new Int32Array(mesh.positions.length);
  for (let i = 0; i < grid.length; i++) grid[i] = Math.round((mesh.positions[i] ?? 0) * 1e4);
  const out = emptyMesh();
  const remap = new Int32Array(count);
  const first: number[] = [];
  for (let i = 0; i < count; i++) {
    const x = grid[i * 3] ?? 0;
    const y = grid[i * 3 + 1] ?? 0;
    const z = grid[i * 3 + 2] ?? 0;
    let slot = (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & (slots - 1);
    for (;;) {
      const known = table[slot] ?? -1;
      if (known < 0) {
        table[slot] = first.length;
        remap[i] = first.length;
        first.push(i);
        out.positions.push(
          mesh.positions[i * 3] ?? 0,
          mesh.positions[i * 3 + 1] ?? 0,
          mesh.positions[i * 3 + 2] ?? 0,
        );
        break;
      }
      const at = (first[known] ?? 0) * 3;
      if (grid[at] === x && grid[at + 1] === y && grid[at + 2] === z) {
        remap[i] = known;
        break;
      }
      slot = (slot + 1) & (slots - 1);
    }
  }
  for (let i = 0; i < mesh.indices.length; i += 3) {
    const a = remap[mesh.indices[i] ?? 0] ?? 0;
    const b = remap[mesh.indices[i + 1] ?? 0] ?? 0;
    const c = remap[mesh.indices[i + 2] ?? 0] ?? 0;
    if (a !== b && b !== c && a !== c) out.indices.push(a, b, c);
  }
  return out;
}

export function volumeOf(mesh: Mesh): number {
  let six = 0;
  for (let i = 0; i < mesh.indices.length; i += 3) {
    const a = vertexAt(mesh, mesh.indices[i] ?? 0);
    const b = vertexAt(mesh, mesh.indices[i + 1] ?? 0);
    const c = vertexAt(mesh, mesh.indices[i + 2] ?? 0);
    six +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return six / 6;
}

export type MeshReport = { openEdges: number; shells: number; smallestVolume: number };

/** Checks that every edge occurs once in each direction, and that every shell encloses a positive volume. */
export function inspect(input: Mesh): MeshReport {
  const mesh = weld(input);
  const count = mesh.positions.length / 3;
  const edges = new Map<number, number>();
  const parent = Array.from({ length: count }, (_, i) => i);
  const root = (i: number): number => {
    let at = i;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] ?? 0] ?? 0;
      at = parent[at] ?? 0;
    }
    return at;
  };
  for (let i = 0; i < mesh.indices.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const a = mesh.indices[i + k] ?? 0;
      const b = mesh.indices[i + ((k + 1) % 3)] ?? 0;
      edges.set(a * count + b, (edges.get(a * count + b) ?? 0) + 1);
      parent[root(a)] = root(b);
    }
  }
  let openEdges = 0;
  for (const [key, uses] of edges) {
    const a = Math.floor(key / count);
    const b = key % count;
    if (uses !== 1 || edges.get(b * count + a) !== 1) openEdges++;
  }
  const shells = new Map<number, Mesh>();
  for (let i = 0; i < mesh.indices.length; i += 3) {
    const key = root(mesh.indices[i] ?? 0);
    const shell = shells.get(key) ?? { positions: mesh.positions, indices: [] };
    shell.indices.push(mesh.indices[i] ?? 0, mesh.indices[i + 1] ?? 0, mesh.indices[i + 2] ?? 0);
    shells.set(key, shell);
  }
  let smallestVolume = Infinity;
  for (const shell of shells.values()) smallestVolume = Math.min(smallestVolume, volumeOf(shell));
  return { openEdges, shells: shells.size, smallestVolume };
}
