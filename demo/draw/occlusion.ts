import { type Camera, makeVisibility, rasterise } from './raster.ts';
import type { Soup } from './soup.ts';

export type Occlusion = { width: number; height: number; open: Float32Array };

/** Sampled every few pixels of the large picture. */
const step = 5;
const samples = 10;

/** Sixteen rotations of one spiral, so that neighbours sample different directions. */
const spiral = new Float64Array(16 * samples * 2);
for (let turn = 0; turn < 16; turn++) {
  for (let k = 0; k < samples; k++) {
    const angle = turn * 0.3927 + k * 2.39996;
    const far = Math.sqrt((k + 0.6) / samples);
    spiral[(turn * samples + k) * 2] = Math.cos(angle) * far;
    spiral[(turn * samples + k) * 2 + 1] = Math.sin(angle) * far;
  }
}

/** Computes how exposed each point is to its surroundings, from the depth buffer. */
export function ambientOcclusion(
  screen: Float32Array,
  soup: Soup,
  camera: Camera,
  radius: number,
  pictureWidth: number,
  pictureHeight: number,
): Occlusion {
  const width = Math.ceil(pictureWidth / step);
  const height = Math.ceil(pictureHeight / step);
  const small = makeVisibility(width, height);
  rasterise(screen, small, 0, step);
  const depths = small.depth;
  const open = new Float32Array(width * height).fill(1);
  const reach = radius * 0.11;
  const { eye, right, up, forward, focal, centerX, centerY } = camera;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const t = small.triangle[y * width + x] ?? -1;
      if (t < 0) continue;
      const depth = depths[y * width + x] ?? 1;
      const w = 1 / depth;
      const a = (((x + 0.5) * step - centerX) / focal) * w;
      const b = ((centerY - (y + 0.5) * step) / focal) * w;
      // The face's normal in the axes of the eye: right, up and forward.
      const fx = soup.faces[t * 3] ?? 0;
      const fy = soup.faces[t * 3 + 1] ?? 0;
      const fz = soup.faces[t * 3 + 2] ?? 0;
      const nx = fx * right[0] + fy * right[1] + fz * right[2];
      const ny = fx * up[0] + fy * up[1] + fz * up[2];
      const nz = fx * forward[0] + fy * forward[1] + fz * forward[2];
      const span = Math.min(160, reach * depth * focal) / step;
      const turn = ((x & 3) * 4 + (y & 3)) * samples * 2;
      let blocked = 0;
      for (let k = 0; k < samples; k++) {
        const qx = Math.round(x + (spiral[turn + k * 2] ?? 0) * span);
        const qy = Math.round(y + (spiral[turn + k * 2 + 1] ?? 0) * span);
        if (qx < 0 || qy < 0 || qx >= width || qy >= height) continue;
        const other = depths[qy * width + qx] ?? 0;
        if (other === 0) continue;
        const v = 1 / other;
        const dx = (((qx + 0.5) * step - centerX) / focal) * v - a;
        const dy = ((centerY - (qy + 0.5) * step) / focal) * v - b;
        const dz = v - w;
        const length = Math.sqrt(dx * dx + dy * dy + dz * dz) || 1;
        const facing = (dx * nx + dy * ny + dz * nz) / length - 0.08;
        if (facing > 0) blocked += facing / (1 + (length / reach) * (length / reach));
      }
      // The floor darkens the foot of everything that stands on it.
      const z = eye[2] + forward[2] * w + right[2] * a + up[2] * b;
      const foot = Math.max(0, 1 - z / (reach * 1.1)) * (1 - Math.max(0, fz)) * 0.3;
      open[y * width + x] = Math.max(0.15, 1 - (blocked / samples) * 2.3 - foot);
    }
  }
  return { width, height, open: soften(open, width, height, depths) };
}

/** Averages over the 4 × 4 dither pattern without crossing object borders. */
function soften(open: Float32Array, width: number, height: number, depths: Float32Array): Float32Array {
  const out = new Float32Array(open.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const own = depths[y * width + x] ?? 0;
      if (own === 0) {
        out[y * width + x] = 1;
        continue;
      }
      let sum = 0;
      let weight = 0;
      for (let j = -2; j < 2; j++) {
        for (let i = -2; i < 2; i++) {
          const qx = x + i;
          const qy = y + j;
          if (qx < 0 || qy < 0 || qx >= width || qy >= height) continue;
          const other = depths[qy * width + qx] ?? 0;
          if (other === 0 || Math.abs(other / own - 1) > 0.02) continue;
          sum += open[qy * width + qx] ?? 1;
          weight++;
        }
      }
      out[y * width + x] = weight > 0 ? sum / weight : (open[y * width + x] ?? 1);
    }
  }
  return out;
}

/** Interpolates the four cells around a picture coordinate (half of the large one). */
export function occlusionAt(o: Occlusion, x: number, y: number): number {
  const mx = Math.max(0, Math.min(o.width - 1.001, (x * 2 + 1) / step - 0.5));
  const my = Math.max(0, Math.min(o.height - 1.001, (y * 2 + 1) / step - 0.5));
  const ix = Math.floor(mx);
  const iy = Math.floor(my);
  const fx = mx - ix;
  const fy = my - iy;
  const at = iy * o.width + ix;
  const top = (o.open[at] ?? 1) * (1 - fx) + (o.open[at + 1] ?? 1) * fx;
  const low = (o.open[at + o.width] ?? 1) * (1 - fx) + (o.open[at + o.width + 1] ?? 1) * fx;
  return top * (1 - fy) + low * fy;
}
