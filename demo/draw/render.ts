import sharp from "sharp";
import type { Vec3 } from "../mesh/mesh.ts";
import { ambientOcclusion, occlusionAt } from "./occlusion.ts";
import { groundPaint, mixRgb, type Rgb, smooth, toLinear } from "./ground.ts";
import { palettes } from "./palettes.ts";
import { type Camera, rasterise } from "./raster.ts";
import type { Scene } from "./scene.ts";
import { makeShader } from "./shade.ts";
import { blurred, cross, dot, lightMap, sampleMask, unit } from "./shadows.ts";
import { makeSoup, type Soup } from "./soup.ts";

export const pictureWidth = 1200;
export const pictureHeight = 900;

const tones = new Uint8Array(4096);
for (let i = 0; i < tones.length; i++) {
  const x = (i / 4095) * 2;
  const held = x < 0.72 ? x : 0.72 + 0.28 * (1 - Math.exp(-(x - 0.72) / 0.28));
  tones[i] = Math.round(255 * held ** (1 / 2.2));
}
const tone = (x: number): number => tones[Math.max(0, Math.min(4095, Math.round(x * 2047.5)))] ?? 0;

function aim(soup: Soup, scene: Scene, width: number, height: number): { camera: Camera; center: Vec3; radius: number } {
  const min: Vec3 = [Infinity, Infinity, Infinity];
  const max: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < soup.positions.length; i++) {
    const axis = (i % 3) as 0 | 1 | 2;
    const value = soup.positions[i] ?? 0;
    min[axis] = Math.min(min[axis], value);
    max[axis] = Math.max(max[axis], value);
  }
  const center: Vec3 = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
  const radius = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / 2;
  const az = ((scene.azimuth ?? -28) * Math.PI) / 180;
  const el = ((scene.elevation ?? 32) * Math.PI) / 180;
  const distance = radius / Math.tan((((scene.fieldOfView ?? 30) / 2) * Math.PI) / 180);
  const back: Vec3 = [Math.sin(az) * Math.cos(el), -Math.cos(az) * Math.cos(el), Math.sin(el)];
  const eye: Vec3 = [
    center[0] + back[0] * distance,
    center[1] + back[1] * distance,
    center[2] + back[2] * distance,
  ];
  const forward: Vec3 = [-back[0], -back[1], -back[2]];
  const right: Vec3 = [Math.cos(az), Math.sin(az), 0];
  const up = cross(right, forward);
  let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < soup.positions.length; i += 3) {
    const p: Vec3 = [
      (soup.positions[i] ?? 0) - eye[0],
      (soup.positions[i + 1] ?? 0) - eye[1],
      (soup.positions[i + 2] ?? 0) - eye[2],
    ];
    const w = dot(p, forward);
    const x = dot(p, right) / w;
    const y = dot(p, up) / w;
    x0 = Math.min(x0, x);
    x1 = Math.max(x1, x);
    y0 = Math.min(y0, y);
    y1 = Math.max(y1, y);
  }
  const fill = scene.fill ?? 0.76;
  const focal = Math.min((width * fill) / (x1 - x0), (height * fill) / (y1 - y0));
  return {
    camera: {
      eye,
      right,
      up,
      forward,
      focal,
      centerX: width / 2 - ((x0 + x1) / 2) * focal,
      centerY: height * (0.5 + (scene.lift ?? 0.01)) + ((y0 + y1) / 2) * focal,
    },
    center,
    radius,
  };
}

/** Draws a scene as raw RGB, at twice the size inside, and averages down. */
export function renderPixels(scene: Scene): Uint8Array {
  const width = pictureWidth;
  const height = pictureHeight;
  const soup = makeSoup(scene.items);
  const { camera, center, radius } = aim(soup, scene, width * 2, height * 2);
  const seen = rasterise(soup, camera, width * 2, height * 2);
  const { eye, right, up, forward, focal, centerX, centerY } = camera;
  const flat = unit([forward[0], forward[1], 0]);
  const light = unit([
    -right[0] * 0.72 - flat[0] * 0.34,
    -right[1] * 0.72 - flat[1] * 0.34,
    1.08,
  ]);
  const key = lightMap(soup, light, center, radius, 1024);
  const sharpMask = blurred(key.mask, key.size, 4);
  const wideMask = blurred(key.mask, key.size, 26);
  const under = lightMap(soup, [0, 0, -1], [center[0], center[1], 0], radius * 1.5, 256);
  const contact = new Float32Array(under.mask.length);
  for (let i = 0; i < contact.length; i++) {
    const height0 = 1e4 - (under.near[i] ?? 0);
    contact[i] = (under.mask[i] ?? 0) * Math.exp(-Math.max(0, height0) / (radius * 0.1));
  }
  const contactNear = blurred(contact, under.size, 4);
  const contactWide = blurred(contact, under.size, 16);
  const occlusion = ambientOcclusion(seen, soup, camera, radius);
  const palette = palettes[scene.palette];
  const shade = makeShader({ soup, scene, camera, palette, light, key, radius });
  const paint = groundPaint(scene.ground ?? "cove", palette, radius);
  const wall = toLinear(palette.wall);
  const glow = toLinear(palette.glow);
  const farther = scene.ground === undefined || scene.ground === "cove" ? 2.2 : 4.5;

  const backdrop = (px: number, py: number): Rgb => {
    const a = (px - centerX) / focal;
    const b = (centerY - py) / focal;
    const dx = forward[0] + right[0] * a + up[0] * b;
    const dy = forward[1] + right[1] * a + up[1] * b;
    const dz = forward[2] + right[2] * a + up[2] * b;
    const high = 1 - py / (height * 2);
    const wallColor = mixRgb(wall, glow, smooth(1.1, 0.2, Math.hypot(px / width - 0.8, high * 0.9)));
    if (dz >= -1e-3) return wallColor;
    const t = -eye[2] / dz;
    const x = eye[0] + dx * t;
    const y = eye[1] + dy * t;
    const away = Math.hypot(x - center[0], y - center[1]) / radius;
    const behind = ((x - center[0]) * flat[0] + (y - center[1]) * flat[1]) / radius;
    const shadow = sampleMask(key, sharpMask, x, y) * 0.62 + sampleMask(key, wideMask, x, y) * 0.38;
    const near =
      sampleMask(under, contactNear, x, y) * 0.5 + sampleMask(under, contactWide, x, y) * 0.5;
    const base = paint(x - center[0], y - center[1], t / focal);
    const pool = 0.93 + 0.16 * Math.exp(-away * away * 0.42);
    const dim = pool * (1 - 0.46 * shadow) * (1 - 0.5 * Math.min(1, near));
    // A shadow on a coloured floor keeps the floor's colour, only deeper.
    const deep = 1 - 0.06 * shadow;
    const lit: Rgb = [base[0] * dim * deep, base[1] * dim * deep, base[2] * dim];
    return mixRgb(lit, wallColor, smooth(farther * 0.45, farther, behind));
  };

  const out = new Uint8Array(width * height * 3);
  const row = width * 2;
  const color: Rgb = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const first = y * 2 * row + x * 2;
      const t0 = seen.triangle[first] ?? -1;
      const t1 = seen.triangle[first + 1] ?? -1;
      const t2 = seen.triangle[first + row] ?? -1;
      const t3 = seen.triangle[first + row + 1] ?? -1;
      let r = 0;
      let g = 0;
      let b = 0;
      if (t0 === t1 && t1 === t2 && t2 === t3) {
        if (t0 < 0) [r, g, b] = backdrop(x * 2 + 1, y * 2 + 1);
        else {
          const ao = occlusionAt(occlusion, x, y);
          const depth = ((seen.depth[first] ?? 0) + (seen.depth[first + row + 1] ?? 0)) / 2;
          shade(x * 2 + 1, y * 2 + 1, t0, depth, ao, color);
          [r, g, b] = color;
        }
      } else {
        const ao = occlusionAt(occlusion, x, y);
        for (let k = 0; k < 4; k++) {
          const sx = x * 2 + (k & 1);
          const sy = y * 2 + (k >> 1);
          const t = seen.triangle[sy * row + sx] ?? -1;
          let sample: Rgb = color;
          if (t < 0) sample = backdrop(sx + 0.5, sy + 0.5);
          else shade(sx + 0.5, sy + 0.5, t, seen.depth[sy * row + sx] ?? 0, ao, color);
          r += Math.min(1.2, sample[0]) / 4;
          g += Math.min(1.2, sample[1]) / 4;
          b += Math.min(1.2, sample[2]) / 4;
        }
      }
      const at = (y * width + x) * 3;
      out[at] = tone(r);
      out[at + 1] = tone(g);
      out[at + 2] = tone(b);
    }
  }
  return out;
}

export async function encodePng(pixels: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(
    await sharp(pixels, { raw: { width: pictureWidth, height: pictureHeight, channels: 3 } })
      .png({ compressionLevel: 3, adaptiveFiltering: true })
      .toBuffer(),
  );
}

export const renderScene = async (scene: Scene): Promise<Uint8Array> =>
  await encodePng(renderPixels(scene));
