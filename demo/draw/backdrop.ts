import type { Vec3 } from '../mesh/mesh.ts';
import { groundPaint, smooth, toLinear, wallDistance } from './ground.ts';
import type { Palette } from './palettes.ts';
import type { Camera } from './raster.ts';
import type { Ground } from './scene.ts';
import { type LightMap, type Mask, sampleMask } from './shadows.ts';

/** In pixels of the finished picture. */
const cell = 5;

/** Fills one row of the finished picture, three numbers per pixel, where `needed` is not 0. */
export type Backdrop = (y: number, needed: Uint8Array, row: Float32Array) => void;

/**
 * Floor with its shadows, and the wall behind. Light changes slowly over the floor, so it is computed on a coarse grid,
 * as a factor for the floor's own paint and a colour to add, and interpolated.
 */
export function makeBackdrop(input: {
  camera: Camera;
  ground: Ground;
  palette: Palette;
  center: Vec3;
  radius: number;
  flat: Vec3;
  width: number;
  height: number;
  key: LightMap;
  shadowSharp: Mask;
  shadowWide: Mask;
  under: LightMap;
  contactNear: Mask;
  contactWide: Mask;
}): Backdrop {
  const { camera, ground, palette, center, radius, flat, width, height, key, under } = input;
  const { eye, right, up, forward, focal, centerX, centerY } = camera;
  const wall = toLinear(palette.wall);
  const glow = toLinear(palette.glow);
  const paint = groundPaint(ground, palette, radius);
  const plain = ground === 'cove' ? paint(0, 0, 1) : undefined;
  const farther = wallDistance(ground);
  const columns = Math.ceil(width / 2 / cell) + 2;
  const rows = Math.ceil(height / 2 / cell) + 2;
  const channels = plain ? 3 : 6;
  const grid = new Float32Array(columns * rows * channels);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const px = i * cell * 2;
      const py = j * cell * 2;
      const a = (px - centerX) / focal;
      const b = (centerY - py) / focal;
      const dz = forward[2] + right[2] * a + up[2] * b;
      const high = 1 - py / height;
      const wx = (px / width) * 2 - 0.8;
      const light = smooth(1.1, 0.2, Math.sqrt(wx * wx + high * high * 0.81));
      let mix = 1;
      let dim = 0;
      let deep = 1;
      if (dz < -1e-3) {
        const t = -eye[2] / dz;
        const x = eye[0] + (forward[0] + right[0] * a + up[0] * b) * t;
        const y = eye[1] + (forward[1] + right[1] * a + up[1] * b) * t;
        const ox = (x - center[0]) / radius;
        const oy = (y - center[1]) / radius;
        mix = smooth(farther * 0.45, farther, ox * flat[0] + oy * flat[1]);
        const shadow =
          sampleMask(key, input.shadowSharp, x, y) * 0.62 + sampleMask(key, input.shadowWide, x, y) * 0.38;
        const near =
          sampleMask(under, input.contactNear, x, y) * 0.5 + sampleMask(under, input.contactWide, x, y) * 0.5;
        const pool = 0.93 + 0.16 * Math.exp(-(ox * ox + oy * oy) * 0.42);
        dim = pool * (1 - 0.46 * shadow) * (1 - 0.5 * Math.min(1, near));
        // A shadow keeps the hue of the floor and darkens it.
        deep = 1 - 0.06 * shadow;
      }
      const at = (j * columns + i) * channels;
      for (let c = 0; c < 3; c++) {
        const factor = dim * (c < 2 ? deep : 1) * (1 - mix);
        const added = ((wall[c] ?? 0) + ((glow[c] ?? 0) - (wall[c] ?? 0)) * light) * mix;
        if (plain) grid[at + c] = (plain[c] ?? 0) * factor + added;
        else {
          grid[at + c] = factor;
          grid[at + 3 + c] = added;
        }
      }
    }
  }
  const line = new Float32Array(columns * channels);
  const across = width / 2;
  return (y, needed, row) => {
    const gy = (y + 0.5) / cell;
    const above = Math.floor(gy) * columns * channels;
    const below = above + columns * channels;
    const fy = gy - Math.floor(gy);
    for (let i = 0; i < line.length; i++)
      line[i] = (grid[above + i] ?? 0) * (1 - fy) + (grid[below + i] ?? 0) * fy;
    const b = (centerY - (y * 2 + 1)) / focal;
    for (let x = 0; x < across; x++) {
      if (needed[x] === 0) continue;
      const gx = (x + 0.5) / cell;
      const ix = Math.floor(gx);
      const fx = gx - ix;
      const at = ix * channels;
      const after = at + channels;
      const to = x * 3;
      const r = (line[at] ?? 0) * (1 - fx) + (line[after] ?? 0) * fx;
      const g = (line[at + 1] ?? 0) * (1 - fx) + (line[after + 1] ?? 0) * fx;
      const bl = (line[at + 2] ?? 0) * (1 - fx) + (line[after + 2] ?? 0) * fx;
      row[to] = r;
      row[to + 1] = g;
      row[to + 2] = bl;
      if (plain) continue;
      const a = (x * 2 + 1 - centerX) / focal;
      const dz = forward[2] + right[2] * a + up[2] * b;
      const onFloor = dz < -1e-3 && r >= 0.004;
      const t = onFloor ? -eye[2] / dz : 0;
      const own = onFloor
        ? paint(
            eye[0] + (forward[0] + right[0] * a + up[0] * b) * t - center[0],
            eye[1] + (forward[1] + right[1] * a + up[1] * b) * t - center[1],
            t / focal,
          )
        : wall;
      for (let c = 0; c < 3; c++) {
        const added = (line[at + 3 + c] ?? 0) * (1 - fx) + (line[after + 3 + c] ?? 0) * fx;
        row[to + c] = onFloor ? (own[c] ?? 0) * (row[to + c] ?? 0) + added : added;
      }
    }
  };
}
