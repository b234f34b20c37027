import type { Camera, Visibility } from "./raster.ts";
import type { Soup } from "./soup.ts";

export type Occlusion = { width: number; height: number; open: Float32Array };

const step = 4;
const samples = 12;

/** How open each point is to its surroundings, looked up in the depth picture itself. */
export function ambientOcclusion(
  seen: Visibility,
  soup: Soup,
  camera: Camera,
  radius: number,
): Occlusion {
  const width = Math.ceil(seen.width / step);
  const height = Math.ceil(seen.height / step);
  const open = new Float32Array(width * height).fill(1);
  const reach = radius * 0.11;
  const { eye, right, up, forward, focal, centerX, centerY } = camera;
  const pointAt = (px: number, py: number, depth: number, to: Float64Array): void => {
    const a = (px + 0.5 - centerX) / focal;
    const b = (centerY - py - 0.5) / focal;
    const w = 1 / depth;
    for (let k = 0; k < 3; k++) {
      to[k] =
        (eye[k] ?? 0) + ((forward[k] ?? 0) + (right[k] ?? 0) * a + (up[k] ?? 0) * b) * w;
    }
  };
  const here = new Float64Array(3);
  const there = new Float64Array(3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const px = Math.min(seen.width - 1, x * step + 2);
      const py = Math.min(seen.height - 1, y * step + 2);
      const t = seen.triangle[py * seen.width + px] ?? -1;
      if (t < 0) continue;
      const depth = seen.depth[py * seen.width + px] ?? 0;
      pointAt(px, py, depth, here);
      const nx = soup.faces[t * 3] ?? 0;
      const ny = soup.faces[t * 3 + 1] ?? 0;
      const nz = soup.faces[t * 3 + 2] ?? 0;
      const span = Math.min(160, reach * depth * focal);
      const spin = ((x & 3) * 4 + (y & 3)) * 0.3927;
      let blocked = 0;
      for (let k = 0; k < samples; k++) {
        const angle = spin + k * 2.39996;
        const far = span * Math.sqrt((k + 0.6) / samples);
        const qx = Math.round(px + Math.cos(angle) * far);
        const qy = Math.round(py + Math.sin(angle) * far);
        if (qx < 0 || qy < 0 || qx >= seen.width || qy >= seen.height) continue;
        const other = seen.depth[qy * seen.width + qx] ?? 0;
        if (other === 0) continue;
        pointAt(qx, qy, other, there);
        const dx = (there[0] ?? 0) - (here[0] ?? 0);
        const dy = (there[1] ?? 0) - (here[1] ?? 0);
        const dz = (there[2] ?? 0) - (here[2] ?? 0);
        const length = Math.hypot(dx, dy, dz) || 1;
        const facing = (dx * nx + dy * ny + dz * nz) / length - 0.08;
        if (facing > 0) blocked += facing / (1 + (length / reach) ** 2);
      }
      // The floor closes off the foot of everything that stands on it.
      const foot = Math.max(0, 1 - (here[2] ?? 0) / (reach * 1.1)) * (1 - Math.max(0, nz)) * 0.3;
      open[y * width + x] = Math.max(0.15, 1 - (blocked / samples) * 2.3 - foot);
    }
  }
  return { width, height, open: soften(open, width, height, seen) };
}

/** Averages over the 4 × 4 dither pattern without crossing from one thing to another. */
function soften(open: Float32Array, width: number, height: number, seen: Visibility): Float32Array {
  const out = new Float32Array(open.length);
  const depthAt = (x: number, y: number): number =>
    seen.depth[Math.min(seen.height - 1, y * step + 2) * seen.width + Math.min(seen.width - 1, x * step + 2)] ?? 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const own = depthAt(x, y);
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
          const other = depthAt(qx, qy);
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

/** Takes a picture coordinate (half of the large one) and blends the four cells around it. */
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
