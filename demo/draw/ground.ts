import { hexToRgb, type Palette } from './palettes.ts';
import type { Ground } from './scene.ts';

export type Rgb = [number, number, number];

export const toLinear = (hex: string): Rgb => hexToRgb(hex).map((value) => (value / 255) ** 2.2) as Rgb;

export const mixRgb = (a: Rgb, b: Rgb, t: number): Rgb => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];

export function smooth(from: number, to: number, x: number): number {
  const t = Math.max(0, Math.min(1, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

function hash(x: number, y: number): number {
  let h = (Math.imul(x, 374761393) + Math.imul(y, 668265263)) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

export function noise(x: number, y: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const fx = x - ix;
  const fy = y - iy;
  const sx = fx * fx * (3 - 2 * fx);
  const sy = fy * fy * (3 - 2 * fy);
  const top = hash(ix, iy) * (1 - sx) + hash(ix + 1, iy) * sx;
  const low = hash(ix, iy + 1) * (1 - sx) + hash(ix + 1, iy + 1) * sx;
  return top * (1 - sy) + low * sy;
}

/** How much of a pixel a grid line covers. */
function line(x: number, step: number, width: number, footprint: number): number {
  const away = Math.abs(x / step - Math.round(x / step)) * step;
  return (
    smooth(width / 2 + footprint, Math.max(0, width / 2 - footprint), away) *
    Math.min(1, width / footprint / 0.7)
  );
}

export type GroundPaint = (x: number, y: number, footprint: number) => Rgb;

/** Distance at which the floor meets the wall behind it, as a multiple of the scene's size. */
export const wallDistance = (kind: Ground): number => (kind === 'cove' ? 2.2 : 4.5);

export function groundPaint(kind: Ground, palette: Palette, size: number): GroundPaint {
  const floor = toLinear(palette.floor);
  if (kind === 'mat') {
    const mat = mixRgb(toLinear('#2f7d70'), floor, 0.12);
    const pale = mixRgb(mat, [1, 1, 1], 0.42);
    const step = size / 4;
    return (x, y, footprint) => {
      const fine = Math.max(
        line(x, step / 5, size / 420, footprint),
        line(y, step / 5, size / 420, footprint),
      );
      const bold = Math.max(line(x, step, size / 160, footprint), line(y, step, size / 160, footprint));
      return mixRgb(mat, pale, Math.max(fine * 0.32, bold * 0.75));
    };
  }
  if (kind === 'wood') {
    const light = mixRgb(toLinear('#d9ab78'), floor, 0.2);
    const dark = mixRgb(toLinear('#a8743f'), floor, 0.1);
    const seam = toLinear('#5b3a1c');
    const plank = size * 0.62;
    return (x, y, footprint) => {
      const number = Math.floor(y / plank);
      const along = x / size + hash(number, 7) * 40;
      const across = y / size;
      const bend = noise(along * 1.4, across * 3 + number * 9) * 0.9;
      const rings = Math.sin((across * 34 + bend * 9) * 1.9) * 0.5 + 0.5;
      const fibre = noise(along * 5, across * 120);
      const t = rings * 0.34 + fibre * 0.3 + hash(number, 3) * 0.34;
      const gap = line(y, plank, size / 130, footprint);
      return mixRgb(mixRgb(light, dark, t), seam, gap * 0.8);
    };
  }
  if (kind === 'plate') {
    const plate = toLinear('#3a3f47');
    const edge = size * 1.55;
    const pale = mixRgb(plate, [1, 1, 1], 0.16);
    return (x, y, footprint) => {
      const away = Math.max(Math.abs(x), Math.abs(y));
      const on = smooth(edge + footprint, edge - footprint, away);
      if (on === 0) return floor;
      const grid = Math.max(
        line(x, size / 3, size / 240, footprint),
        line(y, size / 3, size / 240, footprint),
      );
      const grain = 0.9 + 0.2 * hash(Math.round(x / footprint), Math.round(y / footprint));
      const top = mixRgb(plate, pale, grid);
      return mixRgb(floor, [top[0] * grain, top[1] * grain, top[2] * grain], on);
    };
  }
  return () => floor;
}
