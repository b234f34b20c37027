import type { SceneItem } from '../draw/scene.ts';
import { lineRobot, plantMonitor } from '../hardware/boards-micro.ts';
import { boardItems } from '../hardware/board-picture.ts';
import { type Mesh, move, type Ring, turn, type Vec3 } from '../mesh/mesh.ts';
import { circle, roundedRectangle } from '../mesh/rings.ts';
import { block, box, cylinder, extrude, loft, revolve, sphere, tube } from '../mesh/solids.ts';
import { keycap, ribbedBox } from '../models/desk.ts';
import { hingeLeaf, hingePin, thumbKnob } from '../models/fixings.ts';
import { clockGears } from '../models/gear-models.ts';
import { facetPot, pot, wavePot } from '../models/planters.ts';
import { at, cable, milledBlock, plank, screwdriver, spool } from '../models/props.ts';
import { die, pawn, rook } from '../models/toys.ts';
import {
  wood,
  steel,
  brass,
  solid,
  pick,
  robotItems,
  plant,
  scaled,
  smoothPath,
  type Recipe,
  type SceneName,
} from './scene-kit.ts';

export const craftScenes = {
  mold: {
    make: (c) => [
      solid(milledBlock(), '#cfd4d9', 'metal'),
      solid(move(turn(milledBlock(), 'y', 180), 118, 6, 24), '#b9c0c7', 'metal'),
      ...Array.from({ length: 8 }, (_, i) =>
        solid(
          move(thumbKnob(6, 10), -44 + (i % 4) * 30, -62 - Math.floor(i / 4) * 28),
          pick(c, i % 2 === 0 ? 0 : 3),
          'gloss',
        ),
      ),
      solid(move(ribbedBox(52, 40, 22).body, 100, -66), pick(c, 1), 'gloss'),
    ],
    azimuth: -26,
    elevation: 38,
    fill: 0.86,
  },
  robot: {
    make: async (c, v) => [
      ...at(robotItems(pick(c, 0), '#474c55', '#ffe082'), 0, 0),
      ...at(
        robotItems(pick(c, 1), '#474c55', '#9be7ff').map((i) => ({ ...i, mesh: scaled(i.mesh, 0.62) })),
        -74,
        -18,
        0,
        -10,
      ),
      ...(v === 0
        ? await boardItems(lineRobot, 66, -44)
        : [
            solid(move(ribbedBox(64, 48, 24).body, 66, -24), pick(c, 3)),
            ...at(screwdriver(pick(c, 0)), 30, -70, 0, 6),
          ]),
    ],
    azimuth: -14,
    elevation: 18,
    fill: 0.86,
  },
  pawns: {
    make: (c) => [
      solid(rook(1.1), pick(c, 0), 'gloss'),
      ...[
        [-40, 16, 1],
        [44, 22, 1],
        [-22, -34, 0.9],
        [28, -36, 0.9],
        [74, -14, 1.05],
        [-72, -20, 1.05],
      ].map(([x, y, s], i) => solid(move(pawn(s ?? 1), x ?? 0, y ?? 0), pick(c, i % 4), 'gloss')),
      solid(move(die(18), 4, -66, 9), pick(c, 2), 'gloss'),
      solid(move(turn(die(18), 'z', 30), 58, -62, 9), pick(c, 3), 'gloss'),
    ],
    azimuth: -10,
    elevation: 24,
    fill: 0.84,
  },
  wearable: {
    make: (c) => {
      const strap = loft(
        [roundedRectangle(1.8, 20, 0.8, 0, 0, 3)],
        Array.from({ length: 41 }, (_, i) => {
          const a = (i / 40) * Math.PI * 1.72 + 0.44;
          return ([x, y]: [number, number]): Vec3 => [
            (30 + x) * Math.sin(a),
            y,
            32 - (30 + x) * Math.cos(a) * 1.0,
          ];
        }),
      );
      return [
        solid(turn(strap, 'z', 20), pick(c, 0), 'matte'),
        solid(move(block(30, 30, 9, 8, 2), 0, 0, 58), '#2d2f36', 'gloss'),
        solid(move(cylinder(10, 1, 48), 0, 0, 67), '#8be9fd', 'glow'),
        ...Array.from({ length: 12 }, (_, i) =>
          solid(
            move(sphere(2.6, 20, 10), 60 + 26 * Math.cos(i * 0.52), -6 + 26 * Math.sin(i * 0.52), 3.6),
            i % 2 === 0 ? '#ffd166' : '#ff8fab',
            'glow',
          ),
        ),
        solid(move(extrude([circle(36, 80), circle(16, 60)], 0, 1.2), 60, -6), '#3b3b58', 'matte'),
        ...at(
          spool(pick(c, 3)).map((i) => ({ ...i, mesh: scaled(i.mesh, 0.42) })),
          -54,
          -20,
        ),
        ...at(
          spool('#d7dbe0').map((i) => ({ ...i, mesh: scaled(i.mesh, 0.42) })),
          -50,
          26,
        ),
      ];
    },
    azimuth: -16,
    elevation: 34,
    fill: 0.84,
  },
  hinges: {
    make: () => [
      solid(hingeLeaf(0), '#4a4d52', 'metal'),
      solid(turn(hingeLeaf(1), 'z', 180), '#4a4d52', 'metal'),
      solid(move(turn(hingePin(), 'y', 90), -31, 0, 5), brass, 'metal'),
      ...at(
        [
          solid(turn(hingeLeaf(0), 'x', 62), brass, 'metal'),
          solid(turn(hingeLeaf(1), 'z', 180), brass, 'metal'),
          solid(move(turn(hingePin(), 'y', 90), -31, 0, 5), steel, 'metal'),
        ],
        92,
        6,
      ),
      solid(
        move(
          revolve(
            [
              [0, 0],
              [14, 0],
              [15, 2],
              [8, 6],
              [6, 12],
              [13, 20],
              [14, 26],
              [9, 31],
              [0, 32],
            ],
            64,
          ),
          -60,
          20,
        ),
        '#4a4d52',
        'metal',
      ),
    ],
    azimuth: -20,
    elevation: 36,
    ground: 'wood',
    fill: 0.84,
  },
  kinetic: {
    make: (c) => {
      const k = clockGears();
      const up = (m: Mesh, x: number, y: number, z: number): Mesh => move(turn(m, 'x', 90), x, y, z);
      return [
        solid(move(block(190, 60, 12, 5, 1.4), 0, 0), wood.walnut, 'matte'),
        solid(move(box(8, 8, 120, -60, 14, 11), 0, 0), wood.birch, 'matte'),
        solid(move(box(8, 8, 84, 34, 14, 11), 0, 0), wood.birch, 'matte'),
        solid(up(k.wheel, -60, 8, 100), wood.birch, 'matte'),
        solid(up(turn(k.pinion, 'z', 6), -18, 8, 98), brass, 'metal'),
        solid(up(k.escape, 34, 8, 78), pick(c, 0)),
        solid(up(scaled(k.wheel, 0.62), 74, 4, 66), pick(c, 1)),
        solid(move(box(6, 6, 66, 74, 14, 6), 0, 0), wood.birch, 'matte'),
        ...Array.from({ length: 9 }, (_, i) =>
          solid(
            move(sphere(6, 28, 14), -84 + i * 21, -14, 24 + 10 * Math.sin(i * 0.8)),
            pick(c, i % 4),
            'gloss',
          ),
        ),
        ...Array.from({ length: 9 }, (_, i) =>
          solid(move(cylinder(1.4, 14 + 10 * Math.sin(i * 0.8), 16), -84 + i * 21, -14, 11), steel, 'metal'),
        ),
      ];
    },
    azimuth: -20,
    elevation: 18,
    fill: 0.86,
  },
  lamp: {
    make: () => [
      solid(
        move(
          pot({
            height: 110,
            wall: 1.4,
            floor: 1.5,
            drain: 0,
            segments: 120,
            radius: (t, a) => 30 + 20 * Math.sin(t * 3.14) + 0.9 * Math.cos(a * 16),
          }),
          0,
          0,
          22,
        ),
        '#fbe3b0',
        'glow',
      ),
      solid(
        move(
          revolve(
            [
              [0, 0],
              [34, 0],
              [36, 3],
              [34, 8],
              [12, 12],
              [10, 24],
              [0, 24],
            ],
            72,
          ),
          0,
          0,
        ),
        wood.walnut,
        'matte',
      ),
      solid(
        move(
          pot({
            height: 60,
            wall: 1.2,
            floor: 1.5,
            drain: 0,
            segments: 96,
            radius: (t) => 22 + 8 * Math.sin(t * 3.14),
          }),
          92,
          -10,
          12,
        ),
        '#ffe9c4',
        'glow',
      ),
      solid(
        move(
          revolve(
            [
              [0, 0],
              [20, 0],
              [22, 2],
              [20, 6],
              [8, 9],
              [7, 14],
              [0, 14],
            ],
            60,
          ),
          92,
          -10,
        ),
        wood.birch,
        'matte',
      ),
      ...[0, 1, 2].map((i) =>
        solid(move(turn(plank(90, 9, 3), 'z', 24 + i * 9), -80, -50 + i * 4, i * 3.2), wood.birch, 'matte'),
      ),
    ],
    azimuth: -12,
    elevation: 16,
    fill: 0.82,
  },
  surf: {
    make: (c) => {
      const boardRing = Array.from({ length: 100 }, (_, i): [number, number] => {
        const a = (i / 100) * Math.PI * 2;
        const x = Math.cos(a);
        return [x * 130, Math.sign(Math.sin(a)) * Math.abs(Math.sin(a)) ** 0.86 * (26 - 6 * x)];
      });
      const deck = loft(
        [boardRing],
        [
          [0.82, 0],
          [0.97, 3],
          [1, 6],
          [0.97, 9],
          [0.8, 11.4],
        ].map(([s, z]) => ([x, y]: [number, number]): Vec3 => [
          x * (0.985 + (s ?? 1) * 0.015),
          y * (s ?? 1),
          (z ?? 0) + 10 * Math.max(0, (x - 40) / 130) ** 2 * 3,
        ]),
      );
      const fin: Ring = [
        [0, 0],
        [34, 0],
        [31, 10],
        [24, 26],
        [10, 42],
        [2, 44],
        [3, 30],
        [-1, 14],
      ];
      return [
        solid(move(deck, 0, 20, 2), pick(c, 2), 'gloss'),
        solid(box(200, 2.4, 0.5, -30, 20, 13.1), pick(c, 0)),
        ...[0, 1, 2].map((i) =>
          solid(
            move(turn(turn(extrude([fin], 0, 4), 'x', 68), 'z', -20 + i * 12), -50 + i * 56, -62, 0.6),
            pick(c, i === 1 ? 1 : 3),
            'gloss',
          ),
        ),
      ];
    },
    azimuth: -20,
    elevation: 32,
    fill: 0.86,
  },
  anemometer: {
    make: async (c) => {
      const cup = revolve(
        [
          [0, 0],
          [9, 2.4],
          [15, 8],
          [17, 17],
          [15.4, 17],
          [13.4, 9],
          [8, 4],
          [0, 1.8],
        ],
        48,
      );
      const arm = (a: number): SceneItem[] => [
        solid(turn(move(turn(cylinder(1.8, 46, 20), 'y', 90), 4, 0, 112), 'z', a), steel, 'metal'),
        solid(turn(move(turn(cup, 'x', 90), 52, 10, 112), 'z', a), pick(c, 0)),
      ];
      return [
        ...arm(10),
        ...arm(130),
        ...arm(250),
        solid(
          move(
            revolve(
              [
                [0, 0],
                [9, 0],
                [10, 3],
                [8, 14],
                [0, 18],
              ],
              48,
            ),
            0,
            0,
            104,
          ),
          pick(c, 4),
        ),
        solid(cylinder(5, 106, 40), steel, 'metal'),
        solid(
          revolve(
            [
              [0, 0],
              [26, 0],
              [27, 2],
              [24, 6],
              [7, 10],
              [0, 10],
            ],
            64,
          ),
          '#33373d',
        ),
        ...(await boardItems(plantMonitor, 72, -34)),
        solid(move(tube(22, 19.6, 54, 60), -70, -24), pick(c, 2)),
        solid(
          move(
            revolve(
              [
                [0, 0],
                [3, 0],
                [19, 14],
                [19, 16],
                [0, 3],
              ],
              48,
            ),
            -70,
            -24,
            38,
          ),
          pick(c, 1),
        ),
      ];
    },
    azimuth: -14,
    elevation: 20,
    fill: 0.84,
  },
  keycaps: {
    make: (c) => {
      const rows = [
        [1, 1, 1, 1, 1],
        [1, 1, 1, 1, 1],
        [1.25, 1, 1, 1.75],
      ];
      return rows
        .flatMap((row, r) => {
          let x = -48;
          return row.map((u, k) => {
            x += u * 9.525;
            const item = solid(
              move(keycap(u, 10.4 - r * 0.5, 0.05 - r * 0.05), x, 20 - r * 19.05, 6),
              pick(c, r === 2 && k === 3 ? 0 : (r + k) % 4 === 0 ? 3 : 2),
              'matte',
            );
            x += u * 9.525;
            return item;
          });
        })
        .concat([
          solid(move(block(112, 70, 6, 5, 1.4), 0, 0), pick(c, 4), 'metal'),
          solid(move(turn(keycap(1, 10, 0.05), 'x', 180), 74, -20, 10.4), pick(c, 0), 'matte'),
          solid(move(keycap(1, 10, 0.05), 74, 8), pick(c, 1), 'matte'),
        ]);
    },
    azimuth: -24,
    elevation: 36,
    fill: 0.82,
  },
  farm: {
    make: async (c) => [
      ...(await boardItems(plantMonitor, 44, -30)),
      solid(move(wavePot(), -16, 26), pick(c, 3)),
      ...at(plant(25, 48), -16, 26),
      solid(move(facetPot(), 60, 44), pick(c, 2)),
      ...at(plant(26, 58, '#3f7d4e'), 60, 44),
      solid(
        cable(
          [
            [22, -30, 7],
            [2, -36, 10],
            [-16, -20, 40],
            [-18, 0, 64],
            [-18, 16, 66],
            [-17, 22, 50],
          ].flatMap(smoothPath),
          1.5,
        ),
        '#2e3137',
      ),
    ],
    azimuth: -18,
    elevation: 24,
    fill: 0.86,
  },
} satisfies Partial<Record<SceneName, Recipe>>;
