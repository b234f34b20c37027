import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockInside, scaleInside } from './inside.ts';
import { inUnit, measure, type Figures } from './measure.ts';
import { estimatePrint, margins, materialRange, usualWalls } from './print.ts';
import { isUnitUnclear } from './unclear-units.ts';
import { readModel } from './read-model.ts';
import {
  binaryStl,
  box,
  fittedBodies,
  laterBodies,
  moved,
  otherBodies,
  sphere,
  type Soup,
} from './testing.ts';

const figuresOf = (soup: Soup): Figures => measure(readModel('stl', binaryStl(soup)));

const settings = [
  { ...usualWalls, layerMm: 0.2, walls: 2, infill: 15 },
  { ...usualWalls, layerMm: 0.3, walls: 3, infill: 40 },
] as const;

/**
 * Grams of PLA and minutes of PrusaSlicer 2.5 with its default machine, for both settings. `npm run bench estimate`
 * measures them again.
 */
const sliced: Record<string, [[number, number], [number, number]]> = {
  cylinder: [
    [46.49, 165.8],
    [98.68, 214],
  ],
  sphere: [
    [32.3, 120.8],
    [66.56, 146],
  ],
  box: [
    [20.24, 77.6],
    [39.8, 95.6],
  ],
  'open box': [
    [18.2, 98.9],
    [19.5, 78.9],
  ],
  gear: [
    [8.53, 48.1],
    [13.42, 46.7],
  ],
  bracket: [
    [12.2, 69.6],
    [18.26, 67.9],
  ],
  post: [
    [8.15, 79.2],
    [8.06, 57.6],
  ],
  plate: [
    [11.92, 82.7],
    [15.75, 88.7],
  ],
  torus: [
    [13.78, 68.1],
    [22.81, 67.8],
  ],
  'many small parts': [
    [12.57, 126.6],
    [12.75, 92],
  ],
  boat: [
    [12.66, 72.3],
    [14.56, 49.9],
  ],
  'threaded rod': [
    [5.35, 34.6],
    [8.26, 30.2],
  ],
  vase: [
    [25.69, 118.2],
    [25.97, 84],
  ],
  cone: [
    [13.16, 57.6],
    [25.16, 64.2],
  ],
  'hollow ball': [
    [19.5, 105.8],
    [28.32, 100.7],
  ],
  nut: [
    [1.32, 8.3],
    [1.75, 7.3],
  ],
  pawn: [
    [5.45, 38],
    [8.17, 35],
  ],
  comb: [
    [15.41, 145.4],
    [16.95, 104.9],
  ],
  tube: [
    [11.52, 61.1],
    [16.86, 67.6],
  ],
  wedge: [
    [15.8, 81.3],
    [27.64, 83.4],
  ],
  'small cube': [
    [0.66, 6.2],
    [1.26, 8.5],
  ],
  tray: [
    [36.59, 198.8],
    [43.15, 188.7],
  ],
  'tall frame': [
    [13.54, 122.9],
    [15.3, 90.8],
  ],
  block: [
    [83.38, 282.3],
    [180.61, 379.9],
  ],
  'thin vase': [
    [25.96, 149],
    [25.44, 100],
  ],
  'tall thin tower': [
    [16.36, 83],
    [16.41, 76],
  ],
  'box with lid': [
    [22.33, 117],
    [26.87, 115],
  ],
  'text plate': [
    [4.08, 28],
    [5.11, 24],
  ],
  'hollow dome': [
    [14.12, 80],
    [17.8, 67],
  ],
  'gear with holes': [
    [7.69, 56],
    [10.7, 52],
  ],
  bolt: [
    [3.93, 35],
    [4.27, 26],
  ],
  lattice: [
    [24.95, 268],
    [27.61, 211],
  ],
};

const gramsOf = (mm3: number) => (mm3 / 1000) * 1.24;

describe('weight and time agree with a slicer', () => {
  test.each(Object.entries({ ...fittedBodies, ...otherBodies, ...laterBodies }))('%s', (name, make) => {
    const isLater = name in laterBodies;
    const figures = figuresOf(make());
    settings.forEach((each, index) => {
      const [grams, minutes] = sliced[name]![index]!;
      const { materialMm3, seconds } = estimatePrint(figures, each);
      const weight = gramsOf(materialMm3) / grams - 1;
      const time = seconds / 60 / minutes - 1;
      expect(Math.abs(weight)).toBeLessThan(isLater ? 0.1 : 0.07);
      expect(time).toBeGreaterThan(-0.2);
      expect(time).toBeLessThan(isLater ? 0.35 : 0.25);
      // What is told as the most holds.
      expect(gramsOf(materialRange(materialMm3, figures.volumeMm3).atMost)).toBeGreaterThanOrEqual(grams);
      expect((seconds / 60) * margins.time).toBeGreaterThan(minutes);
    });
  });
});

test('outlines are judged one by one, and bodies that touch are one', () => {
  const { outlines } = figuresOf(laterBodies['gear with holes']!()).inside!;
  expect(outlines!.filter(({ isHole }) => isHole).map(({ count }) => count)).toEqual([1, 6]);
  expect(outlines!.filter(({ isHole }) => !isHole).map(({ count }) => count)).toEqual([1]);
  // A block of two halves is a block; so is one whose halves lie a hair apart.
  const block = figuresOf(box(30, 30, 20));
  for (const gap of [0, 1e-5]) {
    const halves = figuresOf([...box(30, 30, 10), ...moved(box(30, 30, 10), [0, 0, 10 + gap])]);
    for (const each of settings) {
      const [one, two] = [estimatePrint(block, each), estimatePrint(halves, each)];
      expect(two.materialMm3 / one.materialMm3).toBeCloseTo(1, 2);
    }
  }
  // Another unit is another length, and older figures have no outlines.
  const figures = figuresOf(laterBodies['gear with holes']!());
  const inches = inUnit({ ...figures, unitIsGuessed: true }, 'inch').inside!;
  expect(inches.outlines![0]!.mm / figures.inside!.outlines![0]!.mm).toBeCloseTo(25.4);
  const { outlines: _, ...older } = figures.inside!;
  const [now, before] = [figures, { ...figures, inside: older }].map((each) =>
    estimatePrint(each, settings[0]),
  );
  expect(before!.materialMm3).toBe(now!.materialMm3);
  expect(before!.seconds).toBeLessThan(now!.seconds);
});

test('more infill, more walls, more covers and a larger piece never weigh or take less', () => {
  const bodies = [...Object.values(fittedBodies), ...Object.values(otherBodies)].map((make) =>
    figuresOf(make()),
  );
  const chosen = fc.record({
    layerMm: fc.double({ min: 0.08, max: 0.35, noNaN: true }),
    walls: fc.integer({ min: 1, max: 5 }),
    infill: fc.double({ min: 0, max: 100, noNaN: true }),
    topLayers: fc.integer({ min: 1, max: 6 }),
    bottomLayers: fc.integer({ min: 1, max: 6 }),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...bodies),
      chosen,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (body, one, part) => {
        const before = estimatePrint(body, one);
        const full = estimatePrint(body, { ...one, infill: one.infill + (100 - one.infill) * part });
        expect(full.materialMm3).toBeGreaterThanOrEqual(before.materialMm3 - 1e-6);
        expect(full.seconds).toBeGreaterThanOrEqual(before.seconds - 1e-6);
        const covered = estimatePrint(body, { ...one, topLayers: one.topLayers + 1 });
        expect(covered.materialMm3).toBeGreaterThan(before.materialMm3 * 0.98);
        // The same inside of a larger volume.
        const larger = estimatePrint({ ...body, volumeMm3: body.volumeMm3 * (1 + part) }, one);
        expect(larger.materialMm3).toBeGreaterThanOrEqual(before.materialMm3);
        expect(larger.seconds).toBeGreaterThanOrEqual(before.seconds);
        const { likely, atMost } = materialRange(before.materialMm3, body.volumeMm3);
        expect(atMost).toBeGreaterThanOrEqual(likely);
        expect(likely).toBeGreaterThan(0);
      },
    ),
  );
});

test('more surface of the same volume weighs more', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 10, max: 200, noNaN: true }),
      fc.double({ min: 1, max: 3, noNaN: true }),
      (side, more) => {
        const block = { sizeMm: [side, side, side] as const, volumeMm3: side ** 3, areaMm2: 6 * side ** 2 };
        const rough = { ...block, areaMm2: block.areaMm2 * more };
        const weigh = (model: typeof block) => estimatePrint(model, settings[0]).materialMm3;
        // Up to the last digit.
        expect(weigh(rough)).toBeGreaterThanOrEqual(weigh(block) * (1 - 1e-12));
      },
    ),
  );
});

test('figures of older versions are estimated as a block', () => {
  const { inside, ...older } = figuresOf(box(40, 40, 40));
  const [likely, before] = [{ ...older, inside }, older].map((each) => estimatePrint(each, settings[0]));
  expect(before!.materialMm3 / likely!.materialMm3).toBeCloseTo(1, 1);
  expect(blockInside({ sizeMm: [0, 0, 0], volumeMm3: 0 }).deeper.every((share) => share === 0)).toBe(true);
});

test('the inside of a cube follows from its sides', () => {
  const { inside, volumeMm3 } = figuresOf(box(20, 20, 20));
  expect(inside).toMatchObject({ union: 1, islands: [{ loops: 1, count: 1 }] });
  expect(inside!.islands[0]!.mm2).toBeCloseTo(400, 3);
  expect(inside!.islands[0]!.mm).toBeCloseTo(80, 3);
  expect(inside!.uprightMm2).toBeCloseTo(1600, 3);
  expect(inside!.levelMm2).toBeCloseTo(800, 3);
  const [row, column] = [inside!.depthsMm.indexOf(1), inside!.coversMm.indexOf(0.7)];
  const share = (18 * 18 * (20 - 0.8 - 0.6)) / volumeMm3;
  expect(inside!.deeper[row * inside!.coversMm.length + column]! / 1000).toBeCloseTo(share, 1.7);
  expect(scaleInside(inside!, 10).islands[0]!.mm2).toBeCloseTo(40_000, 0);
});

test('where bodies overlap there is material once', () => {
  const apart = figuresOf([...box(20, 20, 20), ...moved(box(20, 20, 20), [30, 0, 0])]);
  const overlapping = figuresOf([...box(20, 20, 20), ...moved(box(20, 20, 20), [10, 0, 0.001])]);
  expect(apart.inside!.union).toBeCloseTo(1, 6);
  expect(overlapping.inside!.union).toBeCloseTo(0.75, 2);
});

const turned = (soup: Soup): Soup => soup.map((t) => [...t.slice(0, 3), ...t.slice(6), ...t.slice(3, 6)]);

describe('each shell is judged by itself', () => {
  const cube = box(20, 20, 20);
  const inner = moved(box(10, 10, 10), [5, 5, 5]);
  const neighbour = moved(cube, [40, 0, 0]);
  test.each<[string, Soup, number]>([
    ['two bodies', [...cube, ...neighbour], 16_000],
    ['two bodies, one inside out', [...cube, ...turned(neighbour)], 16_000],
    ['two bodies, both inside out', [...turned(cube), ...turned(neighbour)], 16_000],
    ['a hollow body', [...cube, ...turned(inner)], 7000],
    ['a hollow body, all inside out', [...turned(cube), ...inner], 7000],
    ['a hollow body and one inside out', [...cube, ...turned(inner), ...turned(neighbour)], 15_000],
    ['a ball in a hollow', [...cube, ...turned(inner), ...moved(box(4, 4, 4), [8, 8, 8])], 7064],
    [
      'a ball inside out in a hollow',
      [...cube, ...turned(inner), ...turned(moved(box(4, 4, 4), [8, 8, 8]))],
      7064,
    ],
    ['a body below another, inside out', [...cube, ...turned(moved(box(8, 8, 8), [6, 6, -20]))], 8512],
    ['a rib that overlaps, inside out', [...cube, ...turned(moved(box(4, 4, 30), [8, 8, 10]))], 8480],
  ])('%s', (_name, soup, volume) => {
    expect(figuresOf(soup).volumeMm3).toBeCloseTo(volume, 2);
  });

  test('a pair weighs the same whichever way its faces look', () => {
    const pair = figuresOf([...cube, ...neighbour]);
    const mixed = figuresOf([...cube, ...turned(neighbour)]);
    expect(mixed.flippedTriangles).toBe(12);
    expect(estimatePrint(mixed, settings[0])).toEqual(estimatePrint(pair, settings[0]));
  });

  test('of thousands of shells in a few seconds', () => {
    const one = sphere(2, 8);
    const many = Array.from({ length: 4000 }, (_, index) =>
      moved(index % 2 === 0 ? one : turned(one), [(index % 64) * 5, Math.floor(index / 64) * 5, 0]),
    ).flat();
    const began = performance.now();
    expect(figuresOf(many).volumeMm3 / (figuresOf(one).volumeMm3 * 4000)).toBeCloseTo(1, 4);
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

test.each([
  [[2, 2, 1], true],
  [[9.9, 3, 3], true],
  [[10, 3, 3], false],
  [[350, 3, 3], false],
  [[351, 3, 3], true],
] as const)('a file of %j without a unit is unclear: %s', ([x, y, z], isUnclear) => {
  const figures = figuresOf(box(x, y, z));
  expect(isUnitUnclear(figures)).toBe(isUnclear);
  expect(isUnitUnclear(inUnit(figures, 'inch'))).toBe(isUnclear);
  expect(isUnitUnclear({ ...figures, unitIsGuessed: false })).toBe(false);
});
