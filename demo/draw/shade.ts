import type { Vec3 } from '../mesh/mesh.ts';
import { smooth, toLinear } from './ground.ts';
import type { Palette } from './palettes.ts';
import type { Camera } from './raster.ts';
import type { Finish, Scene, Texture } from './scene.ts';
import { cross, dot, type LightMap, lit, unit } from './shadows.ts';
import type { Soup } from './soup.ts';

type Look = { diffuse: number; mirror: number; fresnel: number; spot: number; sharpness: number };

const looks: Record<Finish, Look> = {
  plastic: { diffuse: 1, mirror: 0.03, fresnel: 0.22, spot: 0.22, sharpness: 34 },
  matte: { diffuse: 1, mirror: 0, fresnel: 0.07, spot: 0.05, sharpness: 12 },
  gloss: { diffuse: 0.95, mirror: 0.08, fresnel: 0.5, spot: 0.7, sharpness: 140 },
  metal: { diffuse: 0.22, mirror: 0.82, fresnel: 0.15, spot: 0.75, sharpness: 60 },
  glow: { diffuse: 0.25, mirror: 0.02, fresnel: 0.1, spot: 0.1, sharpness: 30 },
};

export type Shader = (px: number, py: number, t: number, depth: number, ao: number, to: Float64Array) => void;

const gammaTable = Float32Array.from({ length: 256 }, (_, i) => (i / 255) ** 2.2);

export function makeShader(input: {
  soup: Soup;
  scene: Scene;
  camera: Camera;
  palette: Palette;
  light: Vec3;
  key: LightMap;
  radius: number;
}): Shader {
  const { soup, scene, camera, palette, light, key, radius } = input;
  const { eye, right, up, forward, focal, centerX, centerY } = camera;
  const colors = scene.items.map((item) => toLinear(item.color));
  const finishes = scene.items.map((item) => looks[item.finish ?? 'plastic']);
  const glows = scene.items.map((item) => item.finish === 'glow');
  const textures = scene.items.map((item) => (item.texture ? prepare(item.texture) : undefined));
  const layers = scene.items.map((item) => item.layer ?? 0);
  const floor = toLinear(palette.floor);
  const wall = toLinear(palette.wall);
  const floorDark = Float64Array.from(floor, (value) => value * 0.42);
  const skyLight = Float64Array.from(wall, (value) => (value * 0.35 + 0.65) * 0.46);
  const floorSeen = Float64Array.from(floor, (value) => value * 0.55);
  const wallSeen = Float64Array.from(wall, (value) => value * 0.5);
  const [lx, ly, lz] = light;
  const bias = radius * 0.006;
  const n = new Float64Array(3);
  const albedo = new Float64Array(3);

  return (px, py, t, depth, ao, to) => {
    const a = (px - centerX) / focal;
    const b = (centerY - py) / focal;
    const w = 1 / depth;
    const vx = forward[0] + right[0] * a + up[0] * b;
    const vy = forward[1] + right[1] * a + up[1] * b;
    const vz = forward[2] + right[2] * a + up[2] * b;
    const x = eye[0] + vx * w;
    const y = eye[1] + vy * w;
    const z = eye[2] + vz * w;
    const long = Math.sqrt(vx * vx + vy * vy + vz * vz);
    const ex = -vx / long;
    const ey = -vy / long;
    const ez = -vz / long;
    interpolate(soup, t, x, y, z, n);
    const nx = n[0] ?? 0;
    const ny = n[1] ?? 0;
    const nz = n[2] ?? 0;
    const item = soup.item[t] ?? 0;
    const look = finishes[item] ?? looks.plastic;
    const own = colors[item] ?? floor;
    albedo[0] = own[0];
    albedo[1] = own[1];
    albedo[2] = own[2];
    const texture = textures[item];
    if (texture) sampleTexture(texture, soup, t, x, y, z, albedo);
    const layer = layers[item] ?? 0;
    let wave = 1;
    if (layer > 0) {
      const visible = smooth(0.5, 0.16, w / focal / layer) * (1 - Math.abs(nz));
      wave = 1 + 0.09 * visible * Math.sin((z / layer) * Math.PI * 2);
    }
    const ndl = Math.max(0, nx * lx + ny * ly + nz * lz);
    const open = ndl > 0 ? lit(key, x + nx * bias, y + ny * bias, z + nz * bias, bias * 0.6) : 0;
    const direct = ndl * open * 0.86;
    const lift = nz * 0.5 + 0.5;
    const side = Math.max(0, nx * right[0] + ny * right[1]) * 0.09;
    const nde = Math.max(0, nx * ex + ny * ey + nz * ez);
    const away = 1 - nde;
    const edge = away * away * away;
    const mirror = look.mirror + look.fresnel * edge * away;
    const rx = 2 * nde * nx - ex;
    const ry = 2 * nde * ny - ey;
    const rz = 2 * nde * nz - ez;
    const rl = Math.max(0, rx * lx + ry * ly + rz * lz);
    const low = (rz - 0.06) * (rz - 0.06);
    const horizon = 1 - 0.62 / (1 + low * 60 + low * low * 2200);
    const box = smooth(0.35, 0.75, rz) * 0.5 + smooth(0.7, 0.92, rl) * 1.4;
    const above = smooth(-0.05, 0.12, rz);
    const spot = rl > 0.6 ? look.spot * rl ** look.sharpness * open * 1.6 : 0;
    const metal = look.mirror > 0.5;
    const glow = glows[item] ? 0.85 : 0;
    const shineFactor = horizon * mirror * (0.35 + 0.65 * ao);
    const rim = edge * 0.1 * ao;
    const dark = 1 - lift;
    for (let c = 0; c < 3; c++) {
      const base = (albedo[c] ?? 0) * wave;
      const ambient = (floorDark[c] ?? 0) * dark + (skyLight[c] ?? 0) * lift + side;
      const seen = (floorSeen[c] ?? 0) * (1 - above) + ((wallSeen[c] ?? 0) + box) * above;
      const shine = seen * shineFactor;
      const value = base * (look.diffuse * (direct + ambient * ao + rim) + glow);
      to[c] = value + (metal ? shine * base * 1.32 + spot * (0.4 + base) : shine + spot);
    }
  };
}

function interpolate(soup: Soup, t: number, x: number, y: number, z: number, n: Float64Array): void {
  const p = soup.positions;
  const at = t * 9;
  const ax = p[at] ?? 0;
  const ay = p[at + 1] ?? 0;
  const az = p[at + 2] ?? 0;
  const ux = (p[at + 3] ?? 0) - ax;
  const uy = (p[at + 4] ?? 0) - ay;
  const uz = (p[at + 5] ?? 0) - az;
  const vx = (p[at + 6] ?? 0) - ax;
  const vy = (p[at + 7] ?? 0) - ay;
  const vz = (p[at + 8] ?? 0) - az;
  const qx = x - ax;
  const qy = y - ay;
  const qz = z - az;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const qu = qx * ux + qy * uy + qz * uz;
  const qv = qx * vx + qy * vy + qz * vz;
  const d = uu * vv - uv * uv || 1e-12;
  const b = Math.max(0, Math.min(1, (vv * qu - uv * qv) / d));
  const c = Math.max(0, Math.min(1 - b, (uu * qv - uv * qu) / d));
  const a = 1 - b - c;
  const m = soup.normals;
  const nx = (m[at] ?? 0) * a + (m[at + 3] ?? 0) * b + (m[at + 6] ?? 0) * c;
  const ny = (m[at + 1] ?? 0) * a + (m[at + 4] ?? 0) * b + (m[at + 7] ?? 0) * c;
  const nz = (m[at + 2] ?? 0) * a + (m[at + 5] ?? 0) * b + (m[at + 8] ?? 0) * c;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
  n[0] = nx / length;
  n[1] = ny / length;
  n[2] = nz / length;
}

type Prepared = Texture & { facing: Vec3; uu: number; vv: number };

const prepare = (texture: Texture): Prepared => ({
  ...texture,
  facing: unit(cross(texture.u, texture.v)),
  uu: dot(texture.u, texture.u),
  vv: dot(texture.v, texture.v),
});

function sampleTexture(
  texture: Prepared,
  soup: Soup,
  t: number,
  x: number,
  y: number,
  z: number,
  to: Float64Array,
): void {
  const f = soup.faces;
  const facing =
    (f[t * 3] ?? 0) * texture.facing[0] +
    (f[t * 3 + 1] ?? 0) * texture.facing[1] +
    (f[t * 3 + 2] ?? 0) * texture.facing[2];
  if (facing < 0.95) return;
  const qx = x - texture.origin[0];
  const qy = y - texture.origin[1];
  const qz = z - texture.origin[2];
  const u = (qx * texture.u[0] + qy * texture.u[1] + qz * texture.u[2]) / texture.uu;
  const v = (qx * texture.v[0] + qy * texture.v[1] + qz * texture.v[2]) / texture.vv;
  const mx = Math.max(0, Math.min(texture.width - 1.001, u * texture.width - 0.5));
  const my = Math.max(0, Math.min(texture.height - 1.001, (1 - v) * texture.height - 0.5));
  const ix = Math.floor(mx);
  const iy = Math.floor(my);
  const fx = mx - ix;
  const fy = my - iy;
  const at = (iy * texture.width + ix) * 4;
  const below = at + texture.width * 4;
  const d = texture.data;
  for (let c = 0; c < 3; c++) {
    const top = (gammaTable[d[at + c] ?? 0] ?? 0) * (1 - fx) + (gammaTable[d[at + 4 + c] ?? 0] ?? 0) * fx;
    const low =
      (gammaTable[d[below + c] ?? 0] ?? 0) * (1 - fx) + (gammaTable[d[below + 4 + c] ?? 0] ?? 0) * fx;
    to[c] = top * (1 - fy) + low * fy;
  }
}
