import type { Vec3 } from "../mesh/mesh.ts";
import type { Soup } from "./soup.ts";

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
  /** One over the distance along the view direction; zero where nothing is. */
  depth: Float32Array;
  triangle: Int32Array;
};

let depthPool = new Float32Array(0);
let trianglePool = new Int32Array(0);

/** Fills the visibility buffer. The pools are shared: a picture is drawn without awaiting. */
export function rasterise(soup: Soup, camera: Camera, width: number, height: number): Visibility {
  if (depthPool.length < width * height) {
    depthPool = new Float32Array(width * height);
    trianglePool = new Int32Array(width * height);
  }
  const depth = depthPool;
  const triangle = trianglePool;
  depth.fill(0);
  triangle.fill(-1);
  const { eye, right, up, forward, focal, centerX, centerY } = camera;
  const p = soup.positions;
  const screen = new Float64Array(9);
  for (let t = 0; t < soup.count; t++) {
    let behind = false;
    for (let k = 0; k < 3; k++) {
      const at = t * 9 + k * 3;
      const x = (p[at] ?? 0) - eye[0];
      const y = (p[at + 1] ?? 0) - eye[1];
      const z = (p[at + 2] ?? 0) - eye[2];
      const w = x * forward[0] + y * forward[1] + z * forward[2];
      if (w < 1e-3) behind = true;
      screen[k * 3] = centerX + ((x * right[0] + y * right[1] + z * right[2]) * focal) / w;
      screen[k * 3 + 1] = centerY - ((x * up[0] + y * up[1] + z * up[2]) * focal) / w;
      screen[k * 3 + 2] = 1 / w;
    }
    if (behind) continue;
    fillTriangle(screen, t, depth, triangle, width, height);
  }
  return { width, height, depth, triangle };
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
