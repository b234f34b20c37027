import type { Vec3 } from '../mesh/mesh.ts';
import type { Soup } from './soup.ts';

export type Camera = {
  eye: Vec3;
  right: Vec3;
  up: Vec3;
  forward: Vec3;
  /** Pixels per unit of tangent, in the large (supersampled) picture. */
  focal: number;
  centerX: number;
  centerY: number;
};

export type Visibility = {
  width: number;
  height: number;
  /** Inverse of the distance along the view direction; zero where there is no surface. */
  depth: Float32Array;
  triangle: Int32Array;
};

export const makeVisibility = (width: number, height: number): Visibility => ({
  width,
  height,
  depth: new Float32Array(width * height),
  triangle: new Int32Array(width * height),
});

/** Screen position of every corner and its inverse distance; 0 behind the eye. */
export function project(soup: Soup, camera: Camera): Float32Array {
  const { eye, right, up, forward, focal, centerX, centerY } = camera;
  const p = soup.positions;
  const screen = new Float32Array(soup.count * 9);
  for (let at = 0; at < screen.length; at += 3) {
    const x = (p[at] ?? 0) - eye[0];
    const y = (p[at + 1] ?? 0) - eye[1];
    const z = (p[at + 2] ?? 0) - eye[2];
    const w = x * forward[0] + y * forward[1] + z * forward[2];
    if (w < 1e-3) continue;
    screen[at] = centerX + ((x * right[0] + y * right[1] + z * right[2]) * focal) / w;
    screen[at + 1] = centerY - ((x * up[0] + y * up[1] + z * up[2]) * focal) / w;
    screen[at + 2] = 1 / w;
  }
  return screen;
}

const one = new Float64Array(9);

/** Rasterises a band of the picture that starts at row `top`; `shrink` scales it down. */
export function rasterise(screen: Float32Array, into: Visibility, top: number, shrink: number): void {
  into.depth.fill(0);
  into.triangle.fill(-1);
  const bottom = top + into.height;
  const k = 1 / shrink;
  for (let at = 0; at < screen.length; at += 9) {
    const y0 = (screen[at + 1] ?? 0) * k;
    const y1 = (screen[at + 4] ?? 0) * k;
    const y2 = (screen[at + 7] ?? 0) * k;
    if ((y0 < top && y1 < top && y2 < top) || (y0 > bottom && y1 > bottom && y2 > bottom)) continue;
    if (screen[at + 2] === 0 || screen[at + 5] === 0 || screen[at + 8] === 0) continue;
    one[0] = (screen[at] ?? 0) * k;
    one[1] = y0 - top;
    one[2] = screen[at + 2] ?? 0;
    one[3] = (screen[at + 3] ?? 0) * k;
    one[4] = y1 - top;
    one[5] = screen[at + 5] ?? 0;
    one[6] = (screen[at + 6] ?? 0) * k;
    one[7] = y2 - top;
    one[8] = screen[at + 8] ?? 0;
    fillTriangle(one, at / 9, into.depth, into.triangle, into.width, into.height);
  }
}

export function fillTriangle(
  s: Float64Array,
  t: number,
  depth: Float32Array,
  triangle: Int32Array,
  width: number,
  height: number,
): void {
  const x0 = s[0] ?? 0;
  const y0 = s[1] ?? 0;
  const x1 = s[3] ?? 0;
  const y1 = s[4] ?? 0;
  const x2 = s[6] ?? 0;
  const y2 = s[7] ?? 0;
  const area = (x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0);
  // Screen y points down, so a face turned towards the eye has a negative area here.
  if (area >= 0) return;
  const minY = Math.max(0, Math.ceil(Math.min(y0, y1, y2) - 0.5));
  const maxY = Math.min(height - 1, Math.floor(Math.max(y0, y1, y2) - 0.5));
  const minX = Math.max(0, Math.ceil(Math.min(x0, x1, x2) - 0.5));
  const maxX = Math.min(width - 1, Math.floor(Math.max(x0, x1, x2) - 0.5));
  if (minX > maxX || minY > maxY) return;
  const inverse = 1 / area;
  const z0 = s[2] ?? 0;
  const z1 = s[5] ?? 0;
  const z2 = s[8] ?? 0;
  const dzdx = ((y2 - y0) * (z1 - z0) - (y1 - y0) * (z2 - z0)) * inverse;
  const dzdy = ((x1 - x0) * (z2 - z0) - (x2 - x0) * (z1 - z0)) * inverse;
  // Each edge bounds the row on one side: edges that go down the screen on the left, the others on the right.
  const d0 = y1 - y0;
  const d1 = y2 - y1;
  const d2 = y0 - y2;
  const s0 = d0 === 0 ? 0 : (x1 - x0) / d0;
  const s1 = d1 === 0 ? 0 : (x2 - x1) / d1;
  const s2 = d2 === 0 ? 0 : (x0 - x2) / d2;
  for (let y = minY; y <= maxY; y++) {
    const py = y + 0.5;
    let left = minX;
    let right = maxX + 0.5;
    if (d0 !== 0) {
      const edge = x0 + (py - y0) * s0 - 0.5;
      if (d0 > 0) left = edge > left ? edge : left;
      else right = edge < right ? edge : right;
    }
    if (d1 !== 0) {
      const edge = x1 + (py - y1) * s1 - 0.5;
      if (d1 > 0) left = edge > left ? edge : left;
      else right = edge < right ? edge : right;
    }
    if (d2 !== 0) {
      const edge = x2 + (py - y2) * s2 - 0.5;
      if (d2 > 0) left = edge > left ? edge : left;
      else right = edge < right ? edge : right;
    }
    const from = Math.ceil(left);
    const to = Math.floor(right);
    let z = z0 + (from + 0.5 - x0) * dzdx + (py - y0) * dzdy;
    const row = y * width;
    for (let at = row + from; at <= row + to; at++) {
      if (z > (depth[at] ?? 0)) {
        depth[at] = z;
        triangle[at] = t;
      }
      z += dzdx;
    }
  }
}
