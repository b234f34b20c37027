import type { Mesh } from './mesh.ts';

/** Direction to the viewer: from the right, in front and above. */
const azimuth = (-58 * Math.PI) / 180;
const elevation = (28 * Math.PI) / 180;

/** Direction to the light, in the model's coordinates. */
const light = normalized(-0.35, -0.55, 0.9);

/** Share of the picture that the model fills. */
const filled = 0.74;

/** Cutting mat with the colours of the theme's `mat`: its ground, and lines every 8 and 40 CSS pixels. */
const mat = [14, 89, 71] as const;
const fineLine = 0.035;
const strongLine = 0.1;
const plastic = [233, 229, 216] as const;

type Vector = readonly [number, number, number];

function normalized(x: number, y: number, z: number): Vector {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

/** Draws a flat-shaded model with its shadow on the mat: three bytes per pixel. */
export function drawModel(
  { positions, box }: Mesh,
  width: number,
  height: number,
): Uint8ClampedArray<ArrayBuffer> {
  const forward: Vector = [
    Math.cos(azimuth) * Math.cos(elevation),
    Math.sin(azimuth) * Math.cos(elevation),
    Math.sin(elevation),
  ];
  const right = normalized(-forward[1], forward[0], 0);
  const up: Vector = [
    -forward[2] * right[1],
    forward[2] * right[0],
    forward[0] * right[1] - forward[1] * right[0],
  ];
  const middle = box.min.map((least, axis) => (least + box.max[axis]!) / 2) as unknown as Vector;
  // The corners of the bounding box determine the scale.
  let reachX = 0;
  let reachY = 0;
  for (let corner = 0; corner < 8; corner += 1) {
    const at = [0, 1, 2].map((axis) => (corner & (1 << axis) ? box.max : box.min)[axis]! - middle[axis]!);
    reachX = Math.max(reachX, Math.abs(dot(at, right)));
    reachY = Math.max(reachY, Math.abs(dot(at, up)));
  }
  const scale = Math.min((width * filled) / 2 / (reachX || 1), (height * filled) / 2 / (reachY || 1));
  const screen = new Float32Array(positions.length);
  const shadow = new Float32Array(positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    const x = positions[at]! - middle[0];
    const y = positions[at + 1]! - middle[1];
    const z = positions[at + 2]! - middle[2];
    project(screen, at, x, y, z);
    // Project the model onto the mat along the light.
    const above = positions[at + 2]! - box.min[2];
    project(shadow, at, x - (light[0] / light[2]) * above, y - (light[1] / light[2]) * above, z - above);
  }
  function project(to: Float32Array, at: number, x: number, y: number, z: number): void {
    to[at] = width / 2 + scale * (x * right[0] + y * right[1] + z * right[2]);
    to[at + 1] = height / 2 - scale * (x * up[0] + y * up[1] + z * up[2]);
    to[at + 2] = x * forward[0] + y * forward[1] + z * forward[2];
  }

  const pixels = drawMat(width, height);
  const dark = new Uint8Array(width * height);
  for (let at = 0; at < shadow.length; at += 9) {
    fill(shadow, at, width, height, (pixel) => {
      dark[pixel] = 1;
    });
  }
  for (let pixel = 0; pixel < dark.length; pixel += 1) {
    if (dark[pixel] === 0) continue;
    for (let channel = 0; channel < 3; channel += 1) pixels[pixel * 3 + channel]! *= 0.72;
  }
  const depths = new Float32Array(width * height).fill(-Infinity);
  for (let at = 0; at < screen.length; at += 9) {
    const shade = shadeOf(positions, at, forward);
    if (shade === null) continue;
    const [red, green, blue] = plastic.map((value) => value * shade) as unknown as Vector;
    fill(screen, at, width, height, (pixel, depth) => {
      if (depth <= depths[pixel]!) return;
      depths[pixel] = depth;
      pixels[pixel * 3] = red;
      pixels[pixel * 3 + 1] = green;
      pixels[pixel * 3 + 2] = blue;
    });
  }
  return pixels;
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
}

function drawMat(width: number, height: number): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(width * height * 3);
  const fine = Math.round(width / 100);
  const thick = Math.max(1, Math.round(width / 1280));
  for (let y = 0, pixel = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, pixel += 3) {
      const strong = x % (fine * 5) < thick || y % (fine * 5) < thick;
      const glow = strong ? strongLine : x % fine < thick || y % fine < thick ? fineLine : 0;
      for (let channel = 0; channel < 3; channel += 1) {
        pixels[pixel + channel] = mat[channel]! + (255 - mat[channel]!) * glow;
      }
    }
  }
  return pixels;
}

/** Brightness of a triangle, null for a degenerate one; a back face is lit like a front face. */
function shadeOf(positions: Float32Array, at: number, forward: Vector): number | null {
  const ux = positions[at + 3]! - positions[at]!;
  const uy = positions[at + 4]! - positions[at + 1]!;
  const uz = positions[at + 5]! - positions[at + 2]!;
  const vx = positions[at + 6]! - positions[at]!;
  const vy = positions[at + 7]! - positions[at + 1]!;
  const vz = positions[at + 8]! - positions[at + 2]!;
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(...normal);
  if (length === 0) return null;
  const seen = dot(normal, forward) < 0 ? -1 : 1;
  return 0.42 + 0.58 * Math.max(0, (seen * dot(normal, light)) / length);
}

/** Visits the pixels whose centre is inside a triangle, with their depth. */
function fill(
  corners: Float32Array,
  at: number,
  width: number,
  height: number,
  visit: (pixel: number, depth: number) => void,
): void {
  const ax = corners[at]!;
  const ay = corners[at + 1]!;
  const az = corners[at + 2]!;
  const bx = corners[at + 3]!;
  const by = corners[at + 4]!;
  const bz = corners[at + 5]!;
  const cx = corners[at + 6]!;
  const cy = corners[at + 7]!;
  const cz = corners[at + 8]!;
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  if (area === 0) return;
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
  const last = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
  const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= last; x += 1) {
      const px = x + 0.5;
      const py = y + 0.5;
      const a = ((bx - px) * (cy - py) - (by - py) * (cx - px)) / area;
      const b = ((cx - px) * (ay - py) - (cy - py) * (ax - px)) / area;
      const c = 1 - a - b;
      if (a < 0 || b < 0 || c < 0) continue;
      visit(y * width + x, a * az + b * bz + c * cz);
    }
  }
}
