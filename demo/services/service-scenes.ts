import { type PaletteName, palettes } from '../draw/palettes.ts';
import type { Scene, SceneItem } from '../draw/scene.ts';
import { amplifier, batteryAlarm, blinker, supply } from '../hardware/boards-basic.ts';
import { deskClock, fanSpeed, lineRobot, plantMonitor } from '../hardware/boards-micro.ts';
import { boardItems } from '../hardware/board-picture.ts';
import { type Mesh, move, type Ring, turn, type Vec3 } from '../mesh/mesh.ts';
import { circle, roundedRectangle } from '../mesh/rings.ts';
import { block, box, cylinder, extrude, loft, revolve, sphere, tube } from '../mesh/solids.ts';
import { keycap, phoneStand, ribbedBox } from '../models/desk.ts';
import { assembledDrone, propeller } from '../models/drone.ts';
import { hexBolt, hexNut, hingeLeaf, hingePin, shelfBracket, thumbKnob } from '../models/fixings.ts';
import {
  bevelledGear,
  clockGears,
  meshed,
  moduleOneGears,
  planetaryParts,
  worm,
} from '../models/gear-models.ts';
import { facetPot, leaf, pot, saucer, soil, swirlVase, twistPot, wavePot } from '../models/planters.ts';
import {
  at,
  cable,
  caliper,
  dovetails,
  laptop,
  milledBlock,
  perforated,
  plank,
  printer,
  profileBar,
  screwdriver,
  spool,
  standing,
  turnedParts,
} from '../models/props.ts';
import { die, pawn, robot, rook } from '../models/toys.ts';
import { codeScreen } from '../draw/screens.ts';

export type SceneName =
  | 'printer'
  | 'board'
  | 'turned'
  | 'plates'
  | 'joinery'
  | 'caliper'
  | 'drone'
  | 'amplifier'
  | 'spools'
  | 'panel'
  | 'workshop'
  | 'brackets'
  | 'sensor'
  | 'gears'
  | 'pots'
  | 'laptop'
  | 'frame'
  | 'resin'
  | 'laser'
  | 'stool'
  | 'mold'
  | 'robot'
  | 'pawns'
  | 'wearable'
  | 'metal-gears'
  | 'hinges'
  | 'kinetic'
  | 'lamp'
  | 'surf'
  | 'anemometer'
  | 'keycaps'
  | 'farm';

type Maker = (colors: string[], variant: number) => SceneItem[] | Promise<SceneItem[]>;
type Recipe = { make: Maker } & Partial<Omit<Scene, 'items' | 'palette'>>;

const wood = { oak: '#c99a62', walnut: '#7a4f33', birch: '#e3c796', ash: '#dcbf95' };
const steel = '#bfc5cb';
const brass = '#d0a54a';
const solid = (mesh: Mesh, color: string, finish?: SceneItem['finish']): SceneItem =>
  finish ? { mesh, color, finish } : { mesh, color };
const pick = (colors: string[], i: number): string => colors[i % colors.length] ?? '#e4572e';

export const droneItems = (colors: string[], guards: boolean): SceneItem[] =>
  assembledDrone(guards).map(({ mesh, role }) => {
    if (role === 'motor') return solid(mesh, '#d7dade', 'metal');
    if (role === 'dark') return solid(mesh, '#2b2e34', 'gloss');
    if (role === 'prop') return solid(mesh, pick(colors, 1), 'gloss');
    if (role === 'guard') return solid(mesh, pick(colors, 0));
    return solid(mesh, role === 'frame' ? '#33363d' : pick(colors, 0));
  });

export const robotItems = (body: string, joint: string, eye: string): SceneItem[] =>
  robot().map(({ mesh, role }) =>
    role === 'eye'
      ? solid(mesh, eye, 'glow')
      : solid(
          mesh,
          role === 'body' ? body : role === 'face' ? '#23262c' : joint,
          role === 'face' ? 'gloss' : 'plastic',
        ),
  );

export const plant = (radius: number, height: number, color = '#4f8a45'): SceneItem[] => [
  solid(soil(radius, height), '#5a4030', 'matte'),
  ...Array.from({ length: 11 }, (_, i) =>
    solid(
      move(turn(leaf(40 + (i % 4) * 9, 7.5, 0.35 + (i % 3) * 0.32), 'z', i * 137.5), 0, 0, height),
      i % 3 === 0 ? '#6da35a' : color,
    ),
  ),
];

const recipes: Record<SceneName, Recipe> = {
  printer: {
    make: (c, v) =>
      printer(
        pick(c, 0),
        v === 0
          ? [{ mesh: bevelledGear(2.2, 20, 16, 9), color: pick(c, 3), layer: 1.2 }]
          : [{ mesh: swirlVase(), color: pick(c, 1), layer: 1.6 }].map((item) => ({
              ...item,
              mesh: scaled(item.mesh, 0.34),
            })),
      ),
    azimuth: -32,
    elevation: 22,
    fill: 0.84,
  },
  board: {
    make: async (_c, v) => [
      ...(await boardItems(v === 0 ? amplifier : supply)),
      ...at(screwdriver('#f2b134'), -34, -40, 0, 8),
    ],
    azimuth: -24,
    elevation: 44,
    ground: 'mat',
    fill: 0.86,
  },
  amplifier: {
    make: async () => [
      ...(await boardItems(amplifier, -4, 0)),
      ...[-1, 1].flatMap((s): SceneItem[] => [
        solid(
          move(
            revolve(
              [
                [0, 0],
                [6, 0],
                [7, 3],
                [7, 24],
                [4.4, 30],
                [0, 31.5],
              ],
              40,
            ),
            42 + s * 0,
            s * 13,
            4,
          ),
          '#f3d9a8',
          'glow',
        ),
        solid(move(cylinder(8, 4, 40), 42, s * 13), '#2b2d33'),
      ]),
      solid(move(turn(thumbKnob(14, 9), 'x', 0), 42, -32), brass, 'metal'),
    ],
    azimuth: -26,
    elevation: 36,
    ground: 'wood',
    fill: 0.8,
  },
  turned: {
    make: () => {
      const [a, b, c, d] = turnedParts() as [Mesh, Mesh, Mesh, Mesh];
      return [
        solid(move(a, -30, 12), steel, 'metal'),
        solid(move(b, 18, 22), brass, 'metal'),
        solid(move(c, 60, -6), brass, 'metal'),
        solid(move(turn(d, 'y', 90), -6, -30, 11.6), '#c98b5e', 'metal'),
        solid(move(d, 40, -38), steel, 'metal'),
        solid(move(hexNut(14, 2), -48, -36), steel, 'metal'),
        ...at(caliper(), -70, -74, 0, 4),
      ];
    },
    azimuth: -18,
    elevation: 30,
    fill: 0.84,
  },
  plates: {
    make: (c) => [
      solid(move(milledBlock(), 0, 0), '#d6dade', 'metal'),
      solid(move(perforated(80, 60, 6), 104, 16), pick(c, 0), 'metal'),
      solid(move(turn(milledBlock(), 'z', 90), -96, 10), '#c6ccd2', 'metal'),
      ...[0, 1, 2].map((i) =>
        solid(move(hexBolt(8, 1.25, 26), 66 + i * 20, -48 - (i % 2) * 8, 26), steel, 'metal'),
      ),
      solid(move(perforated(60, 44, 4), 10, -66), '#8f98a1', 'metal'),
    ],
    azimuth: -24,
    elevation: 38,
    fill: 0.84,
  },
  joinery: {
    make: () => {
      const { tails, pins } = dovetails();
      return [
        solid(move(tails, 0, -52, 112), wood.walnut, 'matte'),
        solid(move(pins, 0, -52, 111.4), wood.ash, 'matte'),
        solid(move(turn(plank(150, 34, 14), 'z', 24), 120, -110), wood.oak, 'matte'),
        solid(move(turn(plank(130, 26, 10), 'z', 14), 126, -102, 14.2), wood.birch, 'matte'),
        solid(move(box(102, 18, 111, 68, 43), 0, 0), wood.walnut, 'matte'),
      ];
    },
    azimuth: -38,
    elevation: 28,
    ground: 'wood',
    fill: 0.82,
  },
  caliper: {
    make: (c) => [
      ...caliper(),
      solid(move(bevelledGear(2, 22, 12, 8), 110, -52), pick(c, 0)),
      solid(move(ribbedBox(64, 48, 30).body, 30, 64), pick(c, 1)),
      solid(move(thumbKnob(7, 15), 160, -44), pick(c, 3)),
      solid(move(hexBolt(8, 1.25, 30), 70, -70, 30), steel, 'metal'),
    ],
    azimuth: -14,
    elevation: 42,
    ground: 'mat',
    fill: 0.84,
  },
  drone: {
    make: (c) => [
      ...droneItems(c, false),
      ...at([solid(propeller(30, 3), pick(c, 3), 'gloss')], 30, -104),
      ...at(screwdriver(pick(c, 0)), -100, -96, 0, 12),
    ],
    azimuth: -30,
    elevation: 34,
    ground: 'mat',
    fill: 0.88,
  },
  spools: {
    make: (c, v) => [
      ...at(spool(pick(c, 0)), -52, 10),
      ...at(spool(pick(c, 3)), -50, 12, 36.2),
      ...at(spool(pick(c, 1)), -53, 9, 72.4),
      ...at(standing(spool(v === 0 ? pick(c, 3) : '#e7e2d3', '#e9e6dd'), 50, 62), 62, 14),
      ...(v === 0
        ? [
            solid(move(facetPot(), 36, -78), pick(c, 1)),
            solid(move(die(20), -20, -78, 10), pick(c, 3), 'gloss'),
          ]
        : [
            solid(move(ribbedBox(60, 46, 30).body, 30, -74), pick(c, 3)),
            solid(move(thumbKnob(6, 13), -26, -76), pick(c, 0)),
          ]),
    ],
    azimuth: -22,
    elevation: 24,
    fill: 0.86,
  },
  panel: {
    make: async () => {
      const four = await Promise.all(
        [
          [-27, 20],
          [27, 20],
          [-27, -21],
          [27, -21],
        ].map(async ([x, y]) => await boardItems(fanSpeed, x, y, y !== -21 || x !== 27)),
      );
      return four.flat();
    },
    azimuth: -28,
    elevation: 46,
    fill: 0.86,
  },
  workshop: {
    make: async (c) => [
      ...at(
        printer(pick(c, 0), [{ mesh: bevelledGear(2, 18, 12, 8), color: pick(c, 1), layer: 1.2 }]),
        -60,
        30,
      ),
      ...at(robotItems(pick(c, 3), '#4b5058', '#ffe082'), 70, 0, 0, 8),
      ...at(spool(pick(c, 1)), 84, 84),
      ...(await boardItems(blinker, 62, -92)),
    ],
    azimuth: -18,
    elevation: 22,
    ground: 'wood',
    fill: 0.88,
  },
  brackets: {
    make: (c, v) => [
      solid(move(shelfBracket(), -50, 20), v === 0 ? steel : pick(c, 0), v === 0 ? 'metal' : 'plastic'),
      solid(move(shelfBracket(), 6, 34), v === 0 ? '#8e979f' : pick(c, 1), v === 0 ? 'metal' : 'plastic'),
      solid(move(turn(perforated(74, 50, 3), 'z', 12), 74, 34), v === 0 ? pick(c, 0) : steel, 'metal'),
      ...Array.from({ length: 6 }, (_, i) =>
        solid(move(phoneStandSmall(), -40 + i * 24, -52 - (i % 2) * 6), i % 2 === 0 ? steel : brass, 'metal'),
      ),
    ],
    azimuth: -30,
    elevation: 30,
    fill: 0.84,
  },
  sensor: {
    make: async (c, v) => [
      ...(await boardItems(v === 0 ? deskClock : batteryAlarm, -8, 6)),
      solid(move(ribbedBox(62, 46, 26).body, 66, 10), pick(c, 0)),
      solid(move(turn(ribbedBox(62, 46, 26).lid, 'z', 18), 54, -46), pick(c, 2)),
      solid(
        cable(
          [
            [-40, 6, 8],
            [-56, -4, 8],
            [-60, -30, 5],
            [-38, -50, 3],
            [-8, -52, 3],
            [10, -66, 3],
          ].flatMap(smoothPath),
          2,
        ),
        '#2e3137',
      ),
    ],
    azimuth: -22,
    elevation: 38,
    fill: 0.84,
  },
  gears: {
    make: (c) => {
      const p = planetaryParts();
      return [
        solid(move(p.carrier, 0, 0), pick(c, 3)),
        ...p.placed.planets.map((m) => solid(move(m, 0, 0, 4.4), pick(c, 0))),
        solid(move(p.placed.sun, 0, 0, 4.4), pick(c, 1)),
        solid(move(p.placed.ring, 0, 0, 4.4), pick(c, 4)),
        solid(move(turn(worm(8, 1.5, 46), 'y', 90), 52, -30, 9.6), pick(c, 3)),
        solid(move(bevelledGear(1.5, 24, 10, 8), 76, 14), pick(c, 2)),
        solid(move(turn(cylinder(14, 34, 48), 'y', 90), 54, 50, 14), steel, 'metal'),
        solid(move(turn(cylinder(2.5, 14, 24), 'y', 90), 42, 50, 14), steel, 'metal'),
      ];
    },
    azimuth: -20,
    elevation: 38,
    fill: 0.86,
  },
  'metal-gears': {
    make: () => {
      const small = moduleOneGears().map(({ mesh }) => mesh) as [Mesh, Mesh, Mesh, Mesh, Mesh, Mesh];
      const c = clockGears();
      return [
        ...meshed(c.wheel, turn(bevelledGear(1.2, 20, 7, 5), 'z', 0), 60, 20, 1.2).map((mesh, i) =>
          solid(mesh, i === 0 ? brass : steel, 'metal'),
        ),
        solid(move(small[4], 16, -50), steel, 'metal'),
        solid(move(small[2], -22, -48), '#c98b5e', 'metal'),
        solid(move(worm(7, 1.2, 42), 66, 26), steel, 'metal'),
        solid(move(small[0], 46, -34), brass, 'metal'),
        solid(move(turn(small[3], 'x', 74), 74, -28, 12), steel, 'metal'),
      ];
    },
    azimuth: -26,
    elevation: 36,
    fill: 0.86,
  },
  pots: {
    make: (c) => [
      solid(move(twistPot(), 0, 10), pick(c, 1)),
      ...at(plant(42, 84), 0, 10),
      solid(move(facetPot(), 92, 0), pick(c, 2)),
      ...at(plant(26, 58, '#5f9457'), 92, 0),
      solid(move(wavePot(), -88, 0), pick(c, 3)),
      ...at(plant(25, 48, '#3f7d4e'), -88, 0),
      solid(move(saucer(40), 40, -70), pick(c, 1)),
    ],
    azimuth: -8,
    elevation: 18,
    fill: 0.88,
  },
  laptop: {
    make: async (c) => [
      ...laptop({ ...(await codeScreen(pick(c, 0)).toTexture()), ...screenPlane() }),
      solid(
        move(
          revolve(
            [
              [0, 0],
              [22, 0],
              [24, 2],
              [25, 60],
              [22.6, 60],
              [21.6, 4],
              [0, 4],
            ],
            64,
          ),
          160,
          20,
        ),
        pick(c, 1),
        'gloss',
      ),
      solid(move(cylinder(21.8, 2, 48), 160, 20, 50), '#4a2f20', 'gloss'),
      ...(await boardItems(deskClock, 150, -56)),
    ],
    azimuth: -16,
    elevation: 26,
    ground: 'wood',
    fill: 0.86,
  },
  frame: {
    make: (c) => [
      ...[
        [-60, -40],
        [60, -40],
        [60, 40],
        [-60, 40],
      ].map(([x, y]) => solid(move(profileBar(120), x ?? 0, y ?? 0), '#c7ccd1', 'metal')),
      ...[-40, 40].flatMap((y) =>
        [4, 108].map((z) => solid(move(turn(profileBar(100), 'y', 90), -50, y, z + 8), '#c7ccd1', 'metal')),
      ),
      ...[-60, 60].flatMap((x) =>
        [4, 108].map((z) => solid(move(turn(profileBar(60), 'x', -90), x, -30, z + 8), '#c7ccd1', 'metal')),
      ),
      solid(move(block(116, 76, 5, 3, 1), 0, 0, 58), pick(c, 0)),
      solid(move(bevelledGear(2, 18, 10, 8), -18, 0, 63), pick(c, 3)),
      solid(move(turn(cylinder(9, 60, 40), 'y', 90), 0, 22, 73), steel, 'metal'),
    ],
    azimuth: -32,
    elevation: 26,
    fill: 0.84,
  },
  resin: {
    make: (c) => [
      solid(block(120, 110, 46, 10, 3), '#35383f'),
      solid(move(block(86, 60, 3, 3, 1), 0, 0, 46), '#8a6fd0', 'gloss'),
      solid(box(10, 24, 130, 0, 46, 44), '#35383f'),
      solid(box(14, 44, 8, 0, 26, 120), '#35383f'),
      solid(move(block(60, 44, 8, 3, 1), 0, 4, 118), '#c8cdd3', 'metal'),
      ...[-18, 0, 18].map((x, i) =>
        solid(move(turn(i === 1 ? rook(0.8) : pawn(0.9), 'x', 180), x, 4, 118.4), pick(c, 0), 'gloss'),
      ),
      solid(move(rook(1), 84, -30), pick(c, 0), 'gloss'),
      solid(move(pawn(1), 110, -4), pick(c, 1), 'gloss'),
      solid(move(pawn(0.8), 102, -44), pick(c, 3), 'gloss'),
    ],
    azimuth: -24,
    elevation: 20,
    fill: 0.84,
  },
  laser: {
    make: (c) => {
      const puzzle: Ring[] = [
        circle(14, 60, -26, 0),
        roundedRectangle(34, 22, 4, 22, 14),
        roundedRectangle(34, 16, 4, 22, -14),
      ];
      return [
        solid(extrude([roundedRectangle(140, 90, 4), ...puzzle], 0, 4), wood.birch, 'matte'),
        solid(move(bevelledGear(2.4, 24, 5, 10), -92, -70), wood.birch, 'matte'),
        solid(move(bevelledGear(2.4, 12, 5, 8), -44, -76), pick(c, 0), 'gloss'),
        solid(
          move(turn(extrude([roundedRectangle(80, 50, 6), circle(4, 30, -30, 16)], 0, 3), 'z', 16), 64, -72),
          pick(c, 1),
          'gloss',
        ),
        solid(
          move(
            turn(extrude([roundedRectangle(60, 34, 17), circle(4, 30, -20, 0)], 0, 3), 'z', -10),
            116,
            -24,
          ),
          pick(c, 3),
          'gloss',
        ),
      ];
    },
    azimuth: -18,
    elevation: 40,
    ground: 'wood',
    fill: 0.86,
  },
  stool: {
    make: () => {
      const leg = (a: number): Mesh =>
        turn(
          move(
            turn(
              loft(
                [circle(1, 24)],
                [
                  ([x, y]) => [x * 5, y * 5, 0],
                  ([x, y]) => [x * 9, y * 9, 90],
                  ([x, y]) => [x * 7, y * 7, 120],
                ],
              ),
              'y',
              -12,
            ),
            52,
            0,
          ),
          'z',
          a,
        );
      return [
        solid(
          move(
            revolve(
              [
                [0, 0],
                [52, 0],
                [58, 4],
                [60, 10],
                [57, 15],
                [40, 12.6],
                [0, 11],
              ],
              90,
            ),
            0,
            0,
            114,
          ),
          wood.oak,
          'matte',
        ),
        ...[45, 135, 225, 315].map((a) => solid(leg(a), wood.ash, 'matte')),
        ...[0, 1].map((i) =>
          solid(
            move(
              turn(turn(cylinder(4, 84, 24), 'y', 90), 'z', i * 90 + 45),
              -42 * Math.cos((i * 90 + 45) * 0.01745),
              -42 * Math.sin((i * 90 + 45) * 0.01745),
              44 + i * 9,
            ),
            wood.oak,
            'matte',
          ),
        ),
        solid(move(turn(plank(150, 30, 12), 'z', 30), 120, -30), wood.walnut, 'matte'),
      ];
    },
    azimuth: -24,
    elevation: 18,
    fill: 0.82,
  },
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
};

const scaled = (mesh: Mesh, factor: number): Mesh => ({
  positions: mesh.positions.map((v) => v * factor),
  indices: mesh.indices,
});
const phoneStandSmall = (): Mesh => scaled(phoneStand(40), 0.32);

/** Fills a coarse line in with points on a smooth curve through its corners. */
function smoothPath(at3: number[], i: number, all: number[][]): Vec3[] {
  const next = all[i + 1];
  if (!next) return [at3 as Vec3];
  const before = all[i - 1] ?? at3;
  const after = all[i + 2] ?? next;
  return Array.from({ length: 8 }, (_, k): Vec3 => {
    const t = k / 8;
    const point = [0, 1, 2].map((axis) => {
      const [a, b, c, d] = [before[axis] ?? 0, at3[axis] ?? 0, next[axis] ?? 0, after[axis] ?? 0];
      return (
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3)
      );
    });
    return point as Vec3;
  });
}

function screenPlane(): { origin: Vec3; u: Vec3; v: Vec3 } {
  const c = Math.cos((72 * Math.PI) / 180);
  const s = Math.sin((72 * Math.PI) / 180);
  return {
    origin: [-103, 91.2 - 65 * c - 0.8 * s, 72.6 - 65 * s + 0.8 * c],
    u: [206, 0, 0],
    v: [0, 130 * c, 130 * s],
  };
}

export async function serviceScene(name: SceneName, palette: PaletteName, variant: number): Promise<Scene> {
  const { make, ...rest } = recipes[name];
  // The second place of a kind is seen from the other side.
  const azimuth = (rest.azimuth ?? -24) * (variant % 2 === 0 ? 1 : -1);
  return { ...rest, azimuth, palette, items: await make(palettes[palette].parts, variant) };
}
