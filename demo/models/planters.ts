import type { Mesh, Vec2, Vec3 } from '../mesh/mesh.ts';
import { circle } from '../mesh/rings.ts';
import { loft, revolve, type SectionMap } from '../mesh/solids.ts';

export type PotShape = {
  height: number;
  wall: number;
  floor: number;
  drain: number;
  segments: number;
  /** Outer radius at relative height t and angle a. */
  radius: (t: number, a: number) => number;
};

/** Up the outside, over the rim, and down inside: one closed surface with a drain hole. */
export function pot(shape: PotShape): Mesh {
  const { height, wall, floor, drain, segments, radius } = shape;
  const steps = 40;
  const sections: SectionMap[] = [];
  const at =
    (z: number, inner: boolean, share: number): SectionMap =>
    ([x, y], ring): Vec3 => {
      if (ring > 0) return [x, y, share * floor];
      const a = Math.atan2(y, x);
      const r = radius(z / height, a) - (inner ? wall : 0);
      return [Math.cos(a) * r, Math.sin(a) * r, z];
    };
  for (let i = 0; i <= steps; i++) sections.push(at((i / steps) * height, false, i / steps / 2));
  for (let i = steps; i >= 0; i--) {
    sections.push(at(floor + (i / steps) * (height - floor), true, 1 - i / steps / 2));
  }
  const rings = drain > 0 ? [circle(1, segments), circle(drain / 2, 28)] : [circle(1, segments)];
  // The drain hole's ring is in real millimetres, the rest on the unit circle.
  return drain > 0 ? loftScaled(rings, sections, 200) : loft(rings, sections);
}

/** The unit circle lies inside the drain hole, so the ends are triangulated on a larger one. */
function loftScaled(rings: Vec2[][], sections: SectionMap[], factor: number): Mesh {
  const [skin, ...rest] = rings;
  return loft([(skin ?? []).map(([x, y]): Vec2 => [x * factor, y * factor]), ...rest], sections);
}

const lobes = (a: number, count: number, depth: number): number => depth * Math.cos(a * count);

export const twistPot = (): Mesh =>
  pot({
    height: 92,
    wall: 2.4,
    floor: 3,
    drain: 9,
    segments: 180,
    radius: (t, a) => 34 + 14 * t + lobes(a + t * 1.15, 12, 2.6) + (t > 0.94 ? 0.6 : 0),
  });

/** Rows of triangles: every ring is an octagon turned half a side against the one below. */
export function facetPot(): Mesh {
  const half = Math.PI / 8;
  const rows = 5;
  const height = 70;
  const floor = 3;
  const radiusAt = (z: number): number => 31 + 9 * Math.sin((z / height) * 2.3);
  const sections: SectionMap[] = [];
  const put = (z: number, rotate: number, factor: number, share: number): void => {
    sections.push(([x, y], ring): Vec3 => {
      if (ring > 0) return [x, y, share * floor];
      const a = Math.atan2(y, x) + rotate;
      const r = radiusAt(z) * factor - (factor < 1 ? 2.4 : 0);
      return [Math.cos(a) * r, Math.sin(a) * r, z];
    });
  };
  for (let i = 0; i <= rows; i++) put((i / rows) * height, -half * i, 1, (i / rows) * 0.5);
  for (let i = rows; i >= 0; i--) {
    put(floor + (i / rows) * (height - floor), -half * rows, Math.cos(half), 1 - (i / rows) * 0.5);
  }
  return loft([circle(200, 8), circle(4, 28)], sections);
}

export const wavePot = (): Mesh =>
  pot({
    height: 58,
    wall: 2.2,
    floor: 3,
    drain: 7,
    segments: 150,
    radius: (t, a) => 31 + 5 * Math.sin(t * 3.1) + lobes(a, 24, 1.1) * Math.sin(t * 3.14),
  });

export const swirlVase = (): Mesh =>
  pot({
    height: 150,
    wall: 2,
    floor: 2.4,
    drain: 0,
    segments: 168,
    radius: (t, a) =>
      30 +
      15 * Math.sin(t * 4.1 + 0.35) * (1 - t * 0.3) +
      lobes(a - t * 2.4, 7, 3.4 * (0.35 + 0.65 * Math.sin(t * 3.14))),
  });

export const slimVase = (): Mesh =>
  pot({
    height: 120,
    wall: 1.8,
    floor: 2.4,
    drain: 0,
    segments: 120,
    radius: (t, a) => 14 + 12 * Math.exp(-(((t - 0.28) / 0.26) ** 2)) + 7 * t * t + lobes(a, 30, 0.5),
  });

export const saucer = (radius: number): Mesh =>
  revolve(
    [
      [0, 0],
      [radius - 4, 0],
      [radius, 3],
      [radius + 3, 12],
      [radius + 1, 12],
      [radius - 2, 4.5],
      [radius - 5, 2.6],
      [0, 2.6],
    ],
    120,
  );

/** Soil and a few leaves, only for pictures. */
export const soil = (radius: number, z: number): Mesh =>
  revolve(
    [
      [0, z - 4],
      [radius, z - 4],
      [radius, z],
      [radius * 0.5, z + 2.5],
      [0, z + 3],
    ],
    48,
  );

export function leaf(length: number, width: number, bend: number): Mesh {
  const outline = circle(1, 20);
  const sections: SectionMap[] = [];
  const steps = 14;
  for (let i = 0; i <= steps; i++) {
    const t = i / steps;
    const w = width * Math.sin(Math.PI * (0.06 + 0.9 * t) ** 0.8) + 0.15;
    const lean = bend * t * t;
    const y = Math.sin(lean) * length * t;
    const z = Math.cos(lean) * length * t;
    sections.push(([cx, cy]) => [
      -cx * w,
      y - cy * 0.7 * Math.cos(lean) - Math.abs(cx) * w * 0.3,
      z + cy * 0.7 * Math.sin(lean),
    ]);
  }
  return loft([outline], sections);
}
