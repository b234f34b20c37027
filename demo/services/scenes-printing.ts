import type { SceneItem } from '../draw/scene.ts';
import { amplifier, supply } from '../hardware/boards-basic.ts';
import { fanSpeed } from '../hardware/boards-micro.ts';
import { boardItems } from '../hardware/board-picture.ts';
import { type Mesh, move, turn } from '../mesh/mesh.ts';
import { box, cylinder, revolve } from '../mesh/solids.ts';
import { ribbedBox } from '../models/desk.ts';
import { propeller } from '../models/drone.ts';
import { hexBolt, hexNut, thumbKnob } from '../models/fixings.ts';
import { bevelledGear } from '../models/gear-models.ts';
import { facetPot, swirlVase } from '../models/planters.ts';
import {
  at,
  caliper,
  dovetails,
  milledBlock,
  perforated,
  plank,
  printer,
  screwdriver,
  spool,
  standing,
  turnedParts,
} from '../models/props.ts';
import { die } from '../models/toys.ts';
import {
  droneItems,
  wood,
  steel,
  brass,
  solid,
  pick,
  scaled,
  type Recipe,
  type SceneName,
} from './scene-kit.ts';

export const printingScenes = {
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
            42,
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
} satisfies Partial<Record<SceneName, Recipe>>;
