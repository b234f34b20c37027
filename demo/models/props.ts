import { join, type Mesh, move, type Ring, turn, type Vec2 } from '../mesh/mesh.ts';
import { circle, placed, rectangle, roundedRectangle, slot, softened } from '../mesh/rings.ts';
import { block, box, cylinder, extrude, layered, revolve, sweep, tube } from '../mesh/solids.ts';
import type { SceneItem } from '../draw/scene.ts';

/** Objects that only appear in pictures: machines, tools and stock. */
export const spool = (color: string, flange = '#2f3238'): SceneItem[] => [
  {
    mesh: join(move(tube(50, 13, 3, 72), 0, 0), move(tube(50, 13, 3, 72), 0, 0, 33)),
    color: flange,
    finish: 'gloss',
  },
  {
    mesh: join(
      ...Array.from({ length: 10 }, (_, i) => move(tube(44 - (i % 2) * 0.7, 22, 2.98, 60), 0, 0, 3 + i * 3)),
    ),
    color,
    finish: 'plastic',
  },
];

export const standing = (items: SceneItem[], lift: number, degrees = 0): SceneItem[] =>
  items.map((item) => ({
    ...item,
    mesh: move(turn(turn(move(item.mesh, 0, 0, -18), 'x', 90), 'z', degrees), 0, 0, lift),
  }));

export const at = (items: SceneItem[], x: number, y: number, z = 0, degrees = 0): SceneItem[] =>
  items.map((item) => ({ ...item, mesh: move(turn(item.mesh, 'z', degrees), x, y, z) }));

export function printer(accent: string, print: SceneItem[]): SceneItem[] {
  const dark = '#2c2f36';
  const rail = '#c9ced3';
  const bed = 24;
  return [
    { mesh: block(150, 140, 16, 8, 2), color: dark },
    { mesh: join(box(12, 18, 150, -69, 8, 14), box(12, 18, 150, 69, 8, 14)), color: dark },
    { mesh: move(block(150, 20, 12, 4, 1), 0, 8, 160), color: dark },
    {
      mesh: join(move(cylinder(3, 146, 24), -58, 8, 15), move(cylinder(3, 146, 24), 58, 8, 15)),
      color: rail,
      finish: 'metal',
    },
    { mesh: move(block(146, 12, 12, 3, 1), 0, 0, 96), color: accent },
    { mesh: move(block(30, 26, 34, 5, 2), 0, -8, 86), color: '#f2f2ee' },
    { mesh: move(turn(extrude([circle(10, 40), circle(4, 24)], 0, 3), 'x', 90), 0, -20, 104), color: dark },
    {
      mesh: move(
        revolve(
          [
            [0, 0],
            [1.4, 0],
            [5, 6],
            [5, 12],
            [0, 12],
          ],
          28,
        ),
        0,
        -8,
        75,
      ),
      color: '#d8b15a',
      finish: 'metal',
    },
    { mesh: move(block(112, 112, 4, 5, 0.8), 0, -4, bed - 4), color: '#4a4e57' },
    { mesh: move(block(108, 108, 1.4, 4, 0.4), 0, -4, bed), color: '#c7a04b', finish: 'matte' },
    {
      mesh: move(turn(extrude([roundedRectangle(26, 12, 2)], 0, 1.5), 'x', 90), 44, -69.6, 8),
      color: '#7fd4ff',
      finish: 'glow',
    },
    ...at(print, 0, -8, bed + 1.4),
    ...at(standing(spool(accent), 216), 0, 8, 6, 0),
  ];
}

export function caliper(): SceneItem[] {
  const jaw: Ring = softened(
    [
      [0, 0],
      [14, 0],
      [14, -16],
      [9, -48],
      [0, -52],
    ],
    2,
    2,
  );
  const beam = extrude([rectangle(200, 15, 96, 7.5)], 0, 4);
  const ticks = Array.from({ length: 34 }, (_, i) =>
    box(0.6, i % 5 === 0 ? 6 : 3.4, 0.2, 56 + i * 4, i % 5 === 0 ? 10 : 11.4, 4),
  );
  const slider = extrude([roundedRectangle(64, 26, 4, 56, 8)], -0.6, 8);
  return [
    { mesh: join(beam, extrude([jaw], 0.1, 3.9)), color: '#d4d8dc', finish: 'metal' },
    { mesh: join(...ticks), color: '#2a2d31' },
    { mesh: extrude([jaw.map(([x, y]): Vec2 => [48 - x, y])], 0.05, 4.1), color: '#d4d8dc', finish: 'metal' },
    { mesh: slider, color: '#2d3036' },
    { mesh: move(block(40, 13, 1.2, 2, 0.3), 56, 10, 7.8), color: '#b9cdb4', finish: 'gloss' },
    {
      mesh: join(...[-10, 0, 10].map((x) => move(cylinder(2.4, 1.4, 24), 56 + x, -1, 7.9))),
      color: '#e36414',
    },
    { mesh: move(cylinder(4, 7, 30), 76, -6.5, 0.5), color: '#b6bcc2', finish: 'metal' },
  ];
}

export function laptop(screen: SceneItem['texture']): SceneItem[] {
  const lid = move(turn(block(220, 146, 5, 8, 1.4), 'x', 72), 0, 96, 71);
  const keys: Mesh[] = [];
  for (let row = 0; row < 4; row++) {
    for (let k = 0; k < 12; k++)
      keys.push(move(block(13, 13, 1.6, 2, 0.4), -93.5 + k * 17, 54 - row * 17, 8));
  }
  return [
    { mesh: block(222, 150, 8, 9, 1.6), color: '#cfd3d8', finish: 'plastic' },
    { mesh: join(...keys), color: '#31343a' },
    { mesh: move(block(70, 32, 0.6, 3, 0.2), 0, -52, 7.8), color: '#bfc4ca' },
    { mesh: lid, color: '#b9bec5', finish: 'plastic' },
    {
      mesh: move(turn(box(206, 130, 0.8), 'x', 72), 0, 91.2, 72.6),
      color: '#1d2230',
      finish: 'glow',
      ...(screen ? { texture: screen } : {}),
    },
  ];
}

export const plank = (length: number, width: number, thick: number): Mesh =>
  block(length, width, thick, 1.2, 0.8);

/** Two boards with interlocking tails and pins. */
export function dovetails(): { tails: Mesh; pins: Mesh } {
  const tail: Ring = [];
  const count = 4;
  const pitch = 26;
  tail.push([120, 0], [120, count * pitch]);
  for (let i = count - 1; i >= 0; i--) {
    const y = i * pitch;
    tail.push([18, y + pitch - 5], [0, y + pitch - 1], [0, y + 9], [18, y + 5]);
  }
  tail.push([18, 0]);
  const outline = tail.filter(
    (p, i) => i === 0 || Math.hypot(p[0] - (tail[i - 1]?.[0] ?? 0), p[1] - (tail[i - 1]?.[1] ?? 0)) > 0.01,
  );
  const tails = extrude([outline], 0, 18);
  const parts: Mesh[] = [extrude([rectangle(18, count * pitch, 9, (count * pitch) / 2)], -110, -0.4)];
  for (let i = 0; i <= count; i++) {
    const low = i === 0 ? 0.4 : i * pitch - 4.6;
    const high = i === count ? count * pitch - 0.2 : i * pitch + 4.6;
    parts.push(
      extrude(
        [
          [
            [0.2, low + (i === 0 ? 0 : 4)],
            [17.6, low],
            [17.6, high],
            [0.2, high + (i === count ? 0 : 4)],
          ],
        ],
        -0.6,
        17.4,
      ),
    );
  }
  return { tails, pins: join(...parts) };
}

export const turnedParts = (): Mesh[] => [
  revolve(
    [
      [0, 0],
      [16, 0],
      [17, 1],
      [17, 12],
      [11, 13],
      [11, 30],
      [8, 31],
      [8, 62],
      [7, 63],
      [0, 63],
    ],
    64,
  ),
  revolve(
    [
      [6, 0],
      [21, 0],
      [22, 1],
      [22, 6],
      [15, 8],
      [15, 14],
      [22, 16],
      [22, 21],
      [21, 22],
      [6, 22],
    ],
    72,
  ),
  revolve(
    [
      [0, 0],
      [12, 0],
      [13, 1],
      [13, 5],
      [7, 8],
      [5, 14],
      [7, 20],
      [11, 25],
      [12.6, 31],
      [11, 37],
      [6, 41],
      [0, 42],
    ],
    56,
  ),
  revolve(
    [
      [4.2, 0],
      [11, 0],
      [11.6, 0.6],
      [11.6, 26],
      [11, 26.6],
      [4.2, 26.6],
    ],
    56,
  ),
];

export function screwdriver(color: string): SceneItem[] {
  const handle: Vec2[] = [
    [0, 0],
    [6, 0],
    [9, 4],
    [9.4, 26],
    [7, 34],
    [8.6, 50],
    [6, 56],
    [0, 56],
  ];
  return [
    { mesh: turn(revolve(handle, 40), 'y', 90), color, finish: 'gloss' },
    { mesh: move(turn(cylinder(2.6, 66, 24), 'y', 90), 55, 0), color: '#c9ced3', finish: 'metal' },
  ].map((item) => ({ ...item, mesh: move(item.mesh, 0, 0, 9.4) }) as SceneItem);
}

export const cable = (points: [number, number, number][], radius: number): Mesh =>
  sweep(points, circle(radius, 14));

export const perforated = (w: number, d: number, thick: number): Mesh => {
  const holes: Ring[] = [slot(w * 0.4, 6, 0, d * 0.3), slot(w * 0.4, 6, 0, -d * 0.3)];
  for (let i = -1; i <= 1; i++) holes.push(circle(5, 32, i * w * 0.28, 0));
  for (const [x, y] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ])
    holes.push(circle(2.6, 24, (x ?? 0) * (w / 2 - 7), (y ?? 0) * (d / 2 - 7)));
  return extrude([roundedRectangle(w, d, 5), ...holes], 0, thick);
};

/** Pockets and a boss, as cut by a small mill. */
export function milledBlock(): Mesh {
  const outer = roundedRectangle(100, 70, 4);
  const pocket = roundedRectangle(84, 30, 6, 0, 12);
  const boss = circle(9, 40, 22, 12);
  const bore = circle(4, 32, 22, 12);
  const holes = [-36, -12, 12, 36].map((x) => circle(3, 24, x, -20));
  const wide = [-36, -12, 12, 36].map((x) => circle(5.6, 28, x, -20));
  return layered([
    { from: 0, to: 8, rings: [outer, bore, ...holes] },
    { from: 8, to: 18, rings: [outer, pocket, boss, bore, ...holes] },
    { from: 18, to: 24, rings: [outer, pocket, boss, bore, ...wide] },
  ]);
}

export const profileBar = (length: number): Mesh => {
  const quarter: Vec2[] = [
    [10, 10],
    [3.2, 10],
    [3.2, 8.2],
    [5.6, 8.2],
    [5.6, 6.6],
    [3.6, 4.4],
  ];
  const mirrored = quarter
    .slice(1)
    .toReversed()
    .map(([x, y]): Vec2 => [-x, y]);
  const side = [...quarter.slice(1), ...mirrored];
  const ring: Ring = [];
  for (let i = 0; i < 4; i++) ring.push(...placed([[10, 10], ...side], 0, 0, i * 90));
  return extrude([ring, circle(2.4, 20)], 0, length);
};
