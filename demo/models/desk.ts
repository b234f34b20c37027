import { join, type Mesh, move, type Ring, turn, type Vec2 } from '../mesh/mesh.ts';
import { band, circle, hexagon, inset, rectangle, roundedRectangle, softened } from '../mesh/rings.ts';
import { bevelled, block, extrude, layered, loft, type SectionMap, tray } from '../mesh/solids.ts';

function smoothLine(points: Vec2[], radius: number): Vec2[] {
  const out: Vec2[] = [];
  points.forEach((at, i) => {
    const before = points[i - 1];
    const after = points[i + 1];
    if (!before || !after) {
      out.push(at);
      return;
    }
    const toward = (to: Vec2): Vec2 => {
      const length = Math.hypot(to[0] - at[0], to[1] - at[1]);
      const t = Math.min(radius / length, 0.48);
      return [at[0] + (to[0] - at[0]) * t, at[1] + (to[1] - at[1]) * t];
    };
    const a = toward(before);
    const b = toward(after);
    for (let k = 0; k <= 8; k++) {
      const t = k / 8;
      out.push([
        (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * at[0] + t * t * b[0],
        (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * at[1] + t * t * b[1],
      ]);
    }
  });
  return out;
}

/** Bent strip, drawn from the side and stood up so that its width runs along x. */
export function strip(line: Vec2[], thickness: number, width: number, radius = 6, bevel = 0.7): Mesh {
  const outline = band(smoothLine(line, radius), thickness);
  const small = inset(outline, bevel);
  const flat = bevelled([outline], [small], -width / 2, width / 2, bevel);
  return turn(turn(flat, 'x', 90), 'z', 90);
}

export const phoneStand = (width = 74): Mesh =>
  strip(
    [
      [38, 12],
      [33, 3],
      [16, 3],
      [-18, 92],
      [-26, 92],
      [-52, 3],
      [-8, 3],
    ],
    5,
    width,
    9,
  );

export const bookHook = (): Mesh =>
  strip(
    [
      [0, 0],
      [0, 52],
      [26, 52],
      [26, 34],
    ],
    5,
    22,
    9,
  );

export const headphoneHook = (): Mesh =>
  strip(
    [
      [34, 30],
      [38, 4],
      [0, 4],
      [0, 70],
      [-24, 70],
      [-24, 46],
    ],
    6,
    32,
    12,
  );

export function cableClip(diameter: number): Mesh {
  const line: Vec2[] = [];
  const r = diameter / 2 + 1;
  for (let i = 0; i <= 30; i++) {
    const a = ((-215 + (i / 30) * 290) * Math.PI) / 180;
    line.push([r * Math.cos(a), r * Math.sin(a)]);
  }
  const clip = extrude([band(line, 2)], 0, 10);
  const foot = move(block(r * 2 + 12, 10, 2.4, 1.2, 0.4), 0, 0);
  const standing = move(turn(clip, 'x', 90), 0, 5, r + 2.2);
  return join(standing, foot);
}

export function honeycombOrganizer(columns: number, rows: number, flats: number, height: number): Mesh {
  const pitch = flats + 2.4;
  const holes: Ring[] = [];
  for (let row = 0; row < rows; row++) {
    const count = row % 2 === 0 ? columns : columns - 1;
    for (let c = 0; c < count; c++) {
      holes.push(hexagon(flats, (c - (count - 1) / 2) * pitch, (row - (rows - 1) / 2) * pitch * 0.8660254));
    }
  }
  const outer = roundedRectangle(columns * pitch + 6, rows * pitch * 0.866 + flats * 0.36 + 5, 8);
  return layered([
    { from: 0, to: 2.4, rings: [outer] },
    { from: 2.4, to: height, rings: [outer, ...holes] },
  ]);
}

/** One six-sided cup; several form a staggered group. */
export const hexCup = (flats: number, height: number): Mesh => {
  const outer = softened(hexagon(flats), 2);
  const inner = softened(hexagon(flats - 3.6), 1.6);
  return layered([
    { from: 0, to: 2.4, rings: [outer] },
    { from: 2.4, to: height, rings: [outer, inner] },
  ]);
};

export function dividedTray(): Mesh {
  const outer = roundedRectangle(160, 100, 8);
  const rooms = [
    roundedRectangle(62, 92, 5, -45, 0),
    roundedRectangle(86, 44, 5, 33, 24),
    roundedRectangle(41, 44, 5, 10.5, -24),
    roundedRectangle(41, 44, 5, 55.5, -24),
  ];
  return layered([
    { from: 0, to: 2, rings: [outer] },
    { from: 2, to: 28, rings: [outer, ...rooms] },
  ]);
}

export type LidBox = { body: Mesh; lid: Mesh };

/** Box whose lid sits inside the rim, with ribs along the walls. */
export function ribbedBox(w: number, d: number, h: number): LidBox {
  const rib = (grow: number): Ring => roundedRectangle(w + grow, d + grow, 8 + grow / 2);
  const outer = rib(0);
  const ribbed = rib(1.8);
  const inner = roundedRectangle(w - 4.4, d - 4.4, 6);
  const layers = [{ from: 0, to: 2.4, rings: [outer] }];
  let z = 2.4;
  let thick = false;
  while (z < h - 3) {
    const to = Math.min(h - 2, z + (thick ? 2.4 : 4.2));
    layers.push({ from: z, to, rings: [thick ? ribbed : outer, inner] });
    z = to;
    thick = !thick;
  }
  layers.push({ from: z, to: h, rings: [ribbed, inner] });
  const cover = rib(1.2);
  const lip = roundedRectangle(w - 5.2, d - 5.2, 5.6);
  const lipInner = roundedRectangle(w - 9, d - 9, 4);
  const grip = roundedRectangle(34, 10, 5);
  const lid = layered([
    { from: 0, to: 3, rings: [lip, lipInner] },
    { from: 3, to: 6, rings: [cover] },
    { from: 6, to: 12, rings: [grip] },
  ]);
  return { body: layered(layers), lid };
}

/** Keycap: hollow below, concave above, with a cross stem inside. */
export function keycap(units: number, rowHeight: number, tilt: number): Mesh {
  const w = 18.1 * units + (units - 1) * 0.95;
  const outer = (grow: number): Ring => roundedRectangle(w - grow, 18.1 - grow, 2.2, 0, 0, 5);
  const count = outer(0).length;
  const at =
    (ring: Ring, z: (p: Vec2) => number, lean = 0): SectionMap =>
    (_p, _r, i) => {
      const p = ring[i % count] as Vec2;
      return [p[0], p[1] + lean, z(p)];
    };
  const slope = (base: number) => (p: Vec2) => base + p[1] * tilt;
  const top = outer(5.6);
  const dish = (share: number): Ring => top.map(([x, y]) => [x * share, y * share]);
  const deep = (share: number) => (p: Vec2) => rowHeight + p[1] * tilt - 0.9 * (1 - share * share);
  const shell = loft(
    [outer(0)],
    [
      at(outer(8), slope(rowHeight - 2.4), 0.4),
      at(outer(3.2), () => 0),
      at(outer(0), () => 0),
      at(outer(0.3), () => 1),
      at(outer(4.6), slope(rowHeight - 0.7), 0.3),
      at(top, slope(rowHeight), 0.4),
      at(dish(0.8), deep(0.8), 0.4),
      at(dish(0.55), deep(0.55), 0.4),
      at(dish(0.25), deep(0.25), 0.4),
    ],
  );
  const cross: Ring = [
    [2.05, 0.6],
    [0.65, 0.6],
    [0.65, 2.05],
    [-0.65, 2.05],
    [-0.65, 0.6],
    [-2.05, 0.6],
    [-2.05, -0.6],
    [-0.65, -0.6],
    [-0.65, -2.05],
    [0.65, -2.05],
    [0.65, -0.6],
    [2.05, -0.6],
  ];
  return join(shell, extrude([circle(2.75, 32), cross], 0.6, rowHeight - 1.4));
}

export function drawerUnit(): { shell: Mesh; drawer: Mesh } {
  const outer = roundedRectangle(84, 66, 5);
  const rooms = [-1, 1].flatMap((sx) => [-1, 1].map((sy) => rectangle(37, 28, sx * 19.6, sy * 15.2)));
  const lying = layered([
    { from: 0, to: 2, rings: [outer] },
    { from: 2, to: 80, rings: [outer, ...rooms] },
  ]);
  const shell = move(turn(lying, 'x', 90), 0, 80, 33);
  const body = move(tray(36, 76, 26, 2, 1.6, 1.6), 0, 38);
  const handle = move(
    turn(
      extrude(
        [
          softened(
            [
              [-9, 0],
              [9, 0],
              [6, 9],
              [-6, 9],
            ],
            3,
          ),
        ],
        0,
        4,
      ),
      'x',
      90,
    ),
    0,
    1,
    8,
  );
  return { shell, drawer: join(body, move(handle, 0, -0.4)) };
}
