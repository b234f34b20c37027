import { batteryAlarm, blinker } from '../hardware/boards-basic.ts';
import { deskClock } from '../hardware/boards-micro.ts';
import { boardItems } from '../hardware/board-picture.ts';
import { type Mesh, move, type Ring, turn } from '../mesh/mesh.ts';
import { circle, roundedRectangle } from '../mesh/rings.ts';
import { block, box, cylinder, extrude, loft, revolve } from '../mesh/solids.ts';
import { ribbedBox } from '../models/desk.ts';
import { shelfBracket } from '../models/fixings.ts';
import {
  meshed,
  bevelledGear,
  clockGears,
  moduleOneGears,
  planetaryParts,
  worm,
} from '../models/gear-models.ts';
import { facetPot, saucer, twistPot, wavePot } from '../models/planters.ts';
import { at, cable, laptop, perforated, plank, printer, profileBar, spool } from '../models/props.ts';
import { pawn, rook } from '../models/toys.ts';
import { codeScreen } from '../draw/screens.ts';
import {
  screenPlane,
  wood,
  steel,
  brass,
  solid,
  pick,
  robotItems,
  plant,
  phoneStandSmall,
  smoothPath,
  type Recipe,
  type SceneName,
} from './scene-kit.ts';

export const workshopScenes = {
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
} satisfies Partial<Record<SceneName, Recipe>>;
