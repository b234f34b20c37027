import type { Vec3 } from '../mesh/mesh.ts';
import { fillTriangle } from './raster.ts';
import type { Soup } from './soup.ts';

/** Depth map of a distant light: closeness of each cell's first surface, 0 where there is none. */
export type LightMap = {
  size: number;
  u: Vec3;
  v: Vec3;
  toward: Vec3;
  /** Cells per unit, and the coordinates of the map's middle. */
  scale: number;
  middleU: number;
  middleV: number;
  near: Float32Array;
};

const pools = new Map<number, { near: Float32Array; cover: Int32Array }>();

const shift = 1e4;

export function lightMap(soup: Soup, toward: Vec3, center: Vec3, radius: number, size: number): LightMap {
  const helper: Vec3 = Math.abs(toward[2]) > 0.95 ? [0, 1, 0] : [0, 0, 1];
  const u = unit(cross(helper, toward));
  const v = cross(toward, u);
  const scale = size / (radius * 2.06);
  const middleU = dot(center, u);
  const middleV = dot(center, v);
  const pool = pools.get(size) ?? { near: new Float32Array(size * size), cover: new Int32Array(size * size) };
  pools.set(size, pool);
  const { near, cover } = pool;
  near.fill(0);
  const s = new Float64Array(9);
  const p = soup.positions;
  for (let t = 0; t < soup.count; t++) {
    for (let k = 0; k < 3; k++) {
      const x = p[t * 9 + k * 3] ?? 0;
      const y = p[t * 9 + k * 3 + 1] ?? 0;
      const z = p[t * 9 + k * 3 + 2] ?? 0;
      s[k * 3] = size / 2 + (x * u[0] + y * u[1] + z * u[2] - middleU) * scale;
      s[k * 3 + 1] = size / 2 - (x * v[0] + y * v[1] + z * v[2] - middleV) * scale;
      s[k * 3 + 2] = shift + x * toward[0] + y * toward[1] + z * toward[2];
    }
    fillTriangle(s, t, near, cover, size, size);
  }
  return { size, u, v, toward, scale, middleU, middleV, near };
}

/** 1 where the light reaches, 0 in shadow; softened over a few cells. */
export function lit(map: LightMap, x: number, y: number, z: number, bias: number): number {
  const mx = map.size / 2 + (x * map.u[0] + y * map.u[1] + z * map.u[2] - map.middleU) * map.scale;
  const my = map.size / 2 - (x * map.v[0] + y * map.v[1] + z * map.v[2] - map.middleV) * map.scale;
  const own = shift + x * map.toward[0] + y * map.toward[1] + z * map.toward[2] + bias;
  if (mx < 2 || my < 2 || mx >= map.size - 2 || my >= map.size - 2) return 1;
  const near = map.near;
  const size = map.size;
  let open = 0;
  if ((near[Math.floor(my) * size + Math.floor(mx)] ?? 0) <= own) open++;
  for (let k = 0; k < 4; k++) {
    const cx = Math.floor(mx + (k & 1 ? 1.4 : -1.4));
    const cy = Math.floor(my + (k & 2 ? 1.4 : -1.4));
    if ((near[cy * size + cx] ?? 0) <= own) open++;
  }
  return open / 5;
}

/** Mask reduced by averaging, because a soft shadow needs few cells. */
export type Mask = { size: number; shrink: number; values: Float32Array };

export function softMask(
  weight: (near: number) => number,
  { near, size }: LightMap,
  shrink: number,
  radius: number,
): Mask {
  const small = size / shrink;
  const values = new Float32Array(small * small);
  const bits = Math.log2(shrink);
  for (let y = 0; y < size; y++) {
    const row = (y >> bits) * small;
    for (let x = 0; x < size; x++) {
      const depth = near[y * size + x] ?? 0;
      if (depth > 0) values[row + (x >> bits)] = (values[row + (x >> bits)] ?? 0) + weight(depth);
    }
  }
  for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? 0) / (shrink * shrink);
  return { size: small, shrink, values: blurred(values, small, radius) };
}

export function sampleMask(map: LightMap, mask: Mask, x: number, y: number): number {
  const mx = (map.size / 2 + (x * map.u[0] + y * map.u[1] - map.middleU) * map.scale) / mask.shrink - 0.5;
  const my = (map.size / 2 - (x * map.v[0] + y * map.v[1] - map.middleV) * map.scale) / mask.shrink - 0.5;
  const ix = Math.floor(mx);
  const iy = Math.floor(my);
  if (ix < 0 || iy < 0 || ix >= mask.size - 1 || iy >= mask.size - 1) return 0;
  const fx = mx - ix;
  const fy = my - iy;
  const at = iy * mask.size + ix;
  const values = mask.values;
  const top = (values[at] ?? 0) * (1 - fx) + (values[at + 1] ?? 0) * fx;
  const low = (values[at + mask.size] ?? 0) * (1 - fx) + (values[at + mask.size + 1] ?? 0) * fx;
  return top * (1 - fy) + low * fy;
}

/** Three box blurs in both directions approximate a Gaussian. */
export function blurred(source: Float32Array, size: number, radius: number): Float32Array {
  let from: Float32Array = source;
  let to: Float32Array = new Float32Array(source.length);
  for (let pass = 0; pass < 6; pass++) {
    const across = pass % 2 === 0;
    const step = across ? 1 : size;
    const line = across ? size : 1;
    const width = radius * 2 + 1;
    for (let l = 0; l < size; l++) {
      let sum = 0;
      const base = l * line;
      for (let i = 0; i < radius; i++) sum += from[base + i * step] ?? 0;
      for (let i = 0; i < size; i++) {
        if (i + radius < size) sum += from[base + (i + radius) * step] ?? 0;
        if (i - radius - 1 >= 0) sum -= from[base + (i - radius - 1) * step] ?? 0;
        to[base + i * step] = sum / width;
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export function unit([x, y, z]: Vec3): Vec3 {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}
