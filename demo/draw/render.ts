import sharp from 'sharp';
import type { Vec3 } from '../mesh/mesh.ts';
import { ambientOcclusion, occlusionAt } from './occlusion.ts';
import { makeBackdrop } from './backdrop.ts';
import { palettes } from './palettes.ts';
import { type Camera, makeVisibility, project, rasterise } from './raster.ts';
import type { Scene } from './scene.ts';
import { makeShader } from './shade.ts';
import { cross, lightMap, softMask, unit } from './shadows.ts';
import { makeSoup, type Soup } from './soup.ts';

export const pictureWidth = 1200;
export const pictureHeight = 900;

/** A band of the large picture is small enough for the CPU cache. Shared between calls: nothing awaits in between. */
const bandRows = 36;
const band = makeVisibility(pictureWidth * 2, bandRows * 2);

const tones = new Uint8Array(4096);
for (let i = 0; i < tones.length; i++) {
  const x = (i / 4095) * 2;
  const held = x < 0.72 ? x : 0.72 + 0.28 * (1 - Math.exp(-(x - 0.72) / 0.28));
  tones[i] = Math.round(255 * held ** (1 / 2.2));
}
const tone = (x: number): number => tones[Math.min(4095, (x * 2047.5 + 0.5) | 0)] ?? 0;

function aim(
  soup: Soup,
  scene: Scene,
  width: number,
  height: number,
): { camera: Camera; center: Vec3; radius: number } {
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
    const px = (soup.positions[i] ?? 0) - eye[0];
    const py = (soup.positions[i + 1] ?? 0) - eye[1];
    const pz = (soup.positions[i + 2] ?? 0) - eye[2];
    const w = px * forward[0] + py * forward[1] + pz * forward[2];
    const x = (px * right[0] + py * right[1]) / w;
    const y = (px * up[0] + py * up[1] + pz * up[2]) / w;
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
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

/** Triangles of one object that face nearly the same way need no separate shading within a pixel. */
function alike(soup: Soup, a: number, b: number): boolean {
  if (a === b) return true;
  if (soup.item[a] !== soup.item[b]) return false;
  const f = soup.faces;
  const dot =
    (f[a * 3] ?? 0) * (f[b * 3] ?? 0) +
    (f[a * 3 + 1] ?? 0) * (f[b * 3 + 1] ?? 0) +
    (f[a * 3 + 2] ?? 0) * (f[b * 3 + 2] ?? 0);
  return dot > 0.95;
}

/** Bounding box of everything drawn in the finished picture. */
function reachOf(screen: Float32Array): { left: number; right: number; top: number; bottom: number } {
  let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < screen.length; i += 3) {
    const x = screen[i] ?? 0;
    const y = screen[i + 1] ?? 0;
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
  }
  return {
    left: Math.max(0, Math.floor(x0 / 2) - 1),
    right: Math.min(pictureWidth - 1, Math.ceil(x1 / 2) + 1),
    top: Math.floor(y0 / 2) - 1,
    bottom: Math.ceil(y1 / 2) + 1,
  };
}

/** Draws a scene as raw RGB, at twice the size internally, and averages down. */
export function renderPixels(scene: Scene): Uint8Array {
  const width = pictureWidth;
  const height = pictureHeight;
  const soup = makeSoup(scene.items);
  const { camera, center, radius } = aim(soup, scene, width * 2, height * 2);
  const screen = project(soup, camera);
  const { right, forward } = camera;
  const flat = unit([forward[0], forward[1], 0]);
  const light = unit([-right[0] * 0.72 - flat[0] * 0.34, -right[1] * 0.72 - flat[1] * 0.34, 1.08]);
  const key = lightMap(soup, light, center, radius, 768);
  const under = lightMap(soup, [0, 0, -1], [center[0], center[1], 0], radius * 1.5, 256);
  const covered = (): number => 1;
  // Objects far above the floor cast no contact shadow.
  const contact = (near: number): number => Math.exp(-Math.max(0, 1e4 - near) / (radius * 0.1));
  const occlusion = ambientOcclusion(screen, soup, camera, radius, width * 2, height * 2);
  const palette = palettes[scene.palette];
  const shade = makeShader({ soup, scene, camera, palette, light, key, radius });
  const backdrop = makeBackdrop({
    camera,
    ground: scene.ground ?? 'cove',
    palette,
    center,
    radius,
    flat,
    width: width * 2,
    height: height * 2,
    key,
    shadowSharp: softMask(covered, key, 2, 2),
    shadowWide: softMask(covered, key, 8, 2),
    under,
    contactNear: softMask(contact, under, 1, 4),
    contactWide: softMask(contact, under, 4, 4),
  });

  const out = new Uint8Array(width * height * 3);
  const large = width * 2;
  const color = new Float64Array(3);
  const behind = new Float32Array(width * 3);
  const open = new Uint8Array(width);
  const tris = band.triangle;
  const reach = reachOf(screen);
  const depths = band.depth;
  for (let y = 0; y < height; y++) {
    const within = (y % bandRows) * 2;
    if (within === 0) rasterise(screen, band, y * 2, 1);
    const base = within * large;
    open.fill(2);
    const until = y >= reach.top && y <= reach.bottom ? reach.right : -1;
    for (let x = reach.left; x <= until; x++) {
      const at = base + x * 2;
      const a = tris[at] ?? -1;
      const b = tris[at + 1] ?? -1;
      const c = tris[at + large] ?? -1;
      const d = tris[at + large + 1] ?? -1;
      // Empty is -1: the sign shows whether all, or any, of the four are empty.
      open[x] = (a & b & c & d) < 0 ? 2 : (a | b | c | d) < 0 ? 1 : 0;
    }
    backdrop(y, open, behind);
    for (let x = 0; x < width; x++) {
      const to = (y * width + x) * 3;
      if (open[x] === 2) {
        out[to] = tone(behind[x * 3] ?? 0);
        out[to + 1] = tone(behind[x * 3 + 1] ?? 0);
        out[to + 2] = tone(behind[x * 3 + 2] ?? 0);
        continue;
      }
      const first = base + x * 2;
      const t0 = tris[first] ?? -1;
      const ao = occlusionAt(occlusion, x, y);
      const t1 = tris[first + 1] ?? -1;
      const t2 = tris[first + large] ?? -1;
      const t3 = tris[first + large + 1] ?? -1;
      const whole = open[x] === 0 && alike(soup, t0, t3) && alike(soup, t0, t1) && alike(soup, t0, t2);
      const far = depths[first] ?? 0;
      if (whole && Math.abs((depths[first + large + 1] ?? 0) - far) < far * 0.012) {
        const depth = ((depths[first] ?? 0) + (depths[first + large + 1] ?? 0)) / 2;
        shade(x * 2 + 1, y * 2 + 1, t0, depth, ao, color);
      } else {
        let r = 0;
        let g = 0;
        let b = 0;
        for (let k = 0; k < 4; k++) {
          const at = first + (k & 1) + (k >> 1) * large;
          const t = tris[at] ?? -1;
          if (t < 0) {
            r += behind[x * 3] ?? 0;
            g += behind[x * 3 + 1] ?? 0;
            b += behind[x * 3 + 2] ?? 0;
            continue;
          }
          shade(x * 2 + (k & 1) + 0.5, y * 2 + (k >> 1) + 0.5, t, depths[at] ?? 0, ao, color);
          r += Math.min(1.2, color[0] ?? 0);
          g += Math.min(1.2, color[1] ?? 0);
          b += Math.min(1.2, color[2] ?? 0);
        }
        color[0] = r / 4;
        color[1] = g / 4;
        color[2] = b / 4;
      }
      out[to] = tone(color[0] ?? 0);
      out[to + 1] = tone(color[1] ?? 0);
      out[to + 2] = tone(color[2] ?? 0);
    }
  }
  return out;
}

export async function encodePng(pixels: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(
    await sharp(pixels, { raw: { width: pictureWidth, height: pictureHeight, channels: 3 } })
      .png({ compressionLevel: 3, adaptiveFiltering: false })
      .toBuffer(),
  );
}

export const renderScene = async (scene: Scene): Promise<Uint8Array> => await encodePng(renderPixels(scene));
