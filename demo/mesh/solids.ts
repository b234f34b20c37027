import { addVertex, emptyMesh, type Mesh, type Ring, type Vec2, type Vec3 } from './mesh.ts';
import { areaOf, ccw, circle, contains, cw, rectangle, roundedRectangle } from './rings.ts';
import { triangulate } from './triangulate.ts';

export type SectionMap = (p: Vec2, ring: number, index: number) => Vec3;

/** Sweeps one outline with holes through a row of placements and closes both ends. */
export function loft(rings: Ring[], sections: SectionMap[]): Mesh {
  const base = rings.map((ring, i) => (i === 0 ? ccw(ring) : cw(ring)));
  const mesh = emptyMesh();
  const starts: number[][] = sections.map((place) =>
    base.map((ring, r) => {
      const start = mesh.positions.length / 3;
      ring.forEach((p, i) => addVertex(mesh, place(p, r, i)));
      return start;
    }),
  );
  for (let s = 0; s + 1 < sections.length; s++) {
    base.forEach((ring, r) => {
      const low = starts[s]?.[r] ?? 0;
      const high = starts[s + 1]?.[r] ?? 0;
      for (let i = 0; i < ring.length; i++) {
        const j = (i + 1) % ring.length;
        mesh.indices.push(low + i, low + j, high + j, low + i, high + j, high + i);
      }
    });
  }
  const cap = triangulate(base);
  const first = starts[0]?.[0] ?? 0;
  const last = starts[sections.length - 1]?.[0] ?? 0;
  for (let i = 0; i < cap.length; i += 3) {
    const [a, b, c] = [cap[i] ?? 0, cap[i + 1] ?? 0, cap[i + 2] ?? 0];
    mesh.indices.push(first + a, first + c, first + b, last + a, last + b, last + c);
  }
  return mesh;
}

export const extrude = (rings: Ring[], from: number, to: number): Mesh =>
  loft(rings, [([x, y]) => [x, y, from], ([x, y]) => [x, y, to]]);

export type Layer = { from: number; to: number; rings: Ring[] };

const insideOf = (rings: Ring[], p: Vec2): boolean =>
  rings.reduce((inside, ring) => (contains(ring, p) ? !inside : inside), false);

const depthIn = (ring: Ring, rings: Ring[]): number =>
  rings.filter((other) => other !== ring && contains(other, ring[0] as Vec2)).length;

/**
 * One solid of stacked slabs. Rings are filled even-odd; a ring that continues through two slabs must be the same array
 * in both, and rings of neighbouring slabs must not cross.
 */
export function layered(layers: Layer[]): Mesh {
  const mesh = emptyMesh();
  for (const { from, to, rings } of layers) {
    for (const ring of rings) {
      const turned = depthIn(ring, rings) % 2 === 0 ? ccw(ring) : cw(ring);
      const low = mesh.positions.length / 3;
      for (const [x, y] of turned) addVertex(mesh, [x, y, from]);
      const high = mesh.positions.length / 3;
      for (const [x, y] of turned) addVertex(mesh, [x, y, to]);
      for (let i = 0; i < turned.length; i++) {
        const j = (i + 1) % turned.length;
        mesh.indices.push(low + i, low + j, high + j, low + i, high + j, high + i);
      }
    }
  }
  for (let i = 0; i <= layers.length; i++) {
    const below = layers[i - 1]?.rings ?? [];
    const above = layers[i]?.rings ?? [];
    const z = layers[i]?.from ?? layers[i - 1]?.to ?? 0;
    addFaces(mesh, below, above, z);
  }
  return mesh;
}

function addFaces(mesh: Mesh, below: Ring[], above: Ring[], z: number): void {
  const changed = [
    ...below.filter((ring) => !above.includes(ring)),
    ...above.filter((ring) => !below.includes(ring)),
  ];
  for (const outer of changed) {
    const depth = depthIn(outer, changed);
    if (depth % 2 !== 0) continue;
    const holes = changed.filter(
      (ring) => ring !== outer && contains(outer, ring[0] as Vec2) && depthIn(ring, changed) === depth + 1,
    );
    const rings = [ccw(outer), ...holes.map(cw)];
    const points = rings.flat();
    const triangles = triangulate(rings);
    const at = (k: number): Vec2 => points[triangles[k] ?? 0] as Vec2;
    const middle: Vec2 = [(at(0)[0] + at(1)[0] + at(2)[0]) / 3, (at(0)[1] + at(1)[1] + at(2)[1]) / 3];
    const facesUp = insideOf(below, middle);
    const start = mesh.positions.length / 3;
    for (const [x, y] of points) addVertex(mesh, [x, y, z]);
    for (let i = 0; i < triangles.length; i += 3) {
      const [a, b, c] = [triangles[i] ?? 0, triangles[i + 1] ?? 0, triangles[i + 2] ?? 0];
      if (facesUp) mesh.indices.push(start + a, start + b, start + c);
      else mesh.indices.push(start + a, start + c, start + b);
    }
  }
}

/** Revolves a closed profile of (radius, height) points around the z axis. */
export function revolve(profile: Ring, segments = 64): Mesh {
  const mesh = emptyMesh();
  const turned = areaOf(profile) > 0 ? profile : profile.toReversed();
  const n = turned.length;
  for (let s = 0; s < segments; s++) {
    const a = (s / segments) * Math.PI * 2;
    for (const [r, z] of turned) addVertex(mesh, [r * Math.cos(a), r * Math.sin(a), z]);
  }
  for (let s = 0; s < segments; s++) {
    const here = s * n;
    const next = ((s + 1) % segments) * n;
    for (let i = 0; i < n; i++) {
      const j = (i + 1) % n;
      const onAxis = (k: number): boolean => Math.abs(turned[k]?.[0] ?? 0) < 1e-9;
      if (!onAxis(i)) mesh.indices.push(here + i, next + i, here + j);
      if (!onAxis(j)) mesh.indices.push(here + j, next + i, next + j);
    }
  }
  return mesh;
}

/** Sweeps a small outline along a line in space, without twisting it. */
export function sweep(path: Vec3[], ring: Ring): Mesh {
  let up: Vec3 = [0, 0, 1];
  const sections = path.map((at, i): SectionMap => {
    const before = path[i - 1] ?? at;
    const after = path[i + 1] ?? at;
    const t = unit3([after[0] - before[0], after[1] - before[1], after[2] - before[2]]);
    if (i === 0 && Math.abs(t[2]) > 0.9) up = [1, 0, 0];
    const side = unit3(cross3(t, up));
    up = cross3(side, t);
    const frameUp = up;
    return ([x, y]) => [
      at[0] + frameUp[0] * x + side[0] * y,
      at[1] + frameUp[1] * x + side[1] * y,
      at[2] + frameUp[2] * x + side[2] * y,
    ];
  });
  return loft([ring], sections);
}

const cross3 = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function unit3([x, y, z]: Vec3): Vec3 {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

export const box = (w: number, d: number, h: number, x = 0, y = 0, z = 0): Mesh =>
  extrude([rectangle(w, d, x, y)], z, z + h);

export const cylinder = (radius: number, height: number, segments = 48): Mesh =>
  extrude([circle(radius, segments)], 0, height);

export const tube = (outer: number, inner: number, height: number, segments = 48): Mesh =>
  extrude([circle(outer, segments), circle(inner, segments)], 0, height);

/** Block with rounded corners and a small bevel on its top and bottom edges. */
export function block(w: number, d: number, h: number, radius: number, bevel = 0.6): Mesh {
  const full = roundedRectangle(w, d, radius, 0, 0, 6);
  const small = roundedRectangle(w - bevel * 2, d - bevel * 2, Math.max(0.05, radius - bevel), 0, 0, 6);
  const at =
    (ring: Ring, z: number): SectionMap =>
    (_p, _r, i) => {
      const p = ring[i] as Vec2;
      return [p[0], p[1], z];
    };
  return loft([full], [at(small, 0), at(full, bevel), at(full, h - bevel), at(small, h)]);
}

/** Extrusion with bevelled edges: every ring keeps its points and is inset by the bevel. */
export function bevelled(rings: Ring[], insets: Ring[], from: number, to: number, bevel: number): Mesh {
  const oriented = insets.map((ring, i) => (i === 0 ? ccw(ring) : cw(ring)));
  const small: (z: number) => SectionMap = (z) => (_p, r, i) => {
    const p = oriented[r]?.[i] as Vec2;
    return [p[0], p[1], z];
  };
  return loft(rings, [
    small(from),
    ([x, y]) => [x, y, from + bevel],
    ([x, y]) => [x, y, to - bevel],
    small(to),
  ]);
}

export function sphere(radius: number, segments = 40, rows = 20): Mesh {
  const profile: Ring = [];
  for (let i = 0; i <= rows; i++) {
    const a = -Math.PI / 2 + (i / rows) * Math.PI;
    const onAxis = i === 0 || i === rows;
    profile.push([onAxis ? 0 : radius * Math.cos(a), radius * Math.sin(a)]);
  }
  return revolve(profile, segments);
}

/** Open box with rounded corners, as one solid. */
export function tray(w: number, d: number, h: number, radius: number, wall: number, floor: number): Mesh {
  const outer = roundedRectangle(w, d, radius);
  const inner = roundedRectangle(w - wall * 2, d - wall * 2, Math.max(0.5, radius - wall));
  return layered([
    { from: 0, to: floor, rings: [outer] },
    { from: floor, to: h, rings: [outer, inner] },
  ]);
}
