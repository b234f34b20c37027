import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomRuns } from '../testing.ts';
import { examine, examineLimits } from './examine.ts';
import { inUnit } from './measure.ts';
import { findingsOf, fitOn, type Finding, type Printability } from './printability.ts';
import { Rays, TooManyTests } from './rays.ts';
import { readModel } from './read-model.ts';
import {
  binaryStl,
  box,
  circle,
  fittedBodies,
  moved,
  otherBodies,
  raise,
  revolve,
  sphere,
  type Soup,
} from './testing.ts';

const lookAt = (soup: Soup): Printability => {
  const { printability } = examine(readModel('stl', binaryStl(soup)));
  if (!printability) throw new Error('not closed');
  return printability;
};
const findings = (soup: Soup, settings?: Parameters<typeof findingsOf>[1]) => {
  const figures = examine(readModel('stl', binaryStl(soup)));
  const found = findingsOf(figures, settings);
  return Object.fromEntries(found.map((finding) => [finding.kind, finding])) as Record<
    Finding['kind'],
    Finding
  >;
};

const frame = (outer: number, wall: number, height: number): Soup => {
  const inner = outer - wall;
  return raise(
    [
      [0, 0],
      [outer, 0],
      [outer, outer],
      [0, outer],
    ],
    height,
    [
      [
        [wall, wall],
        [wall, inner],
        [inner, inner],
        [inner, wall],
      ],
    ],
  );
};
/** Raised parts overlap a little, as those of people do. */
const table = (legs: number, span: number): Soup => [
  ...moved(box(span + 20, 30, 5), [0, 0, 20]),
  ...Array.from({ length: legs }, (_, leg) => moved(box(10, 30, 20.1), [leg * (span + 10), 0, 0])).flat(),
];

test.each([0.4, 0.6, 0.8, 1.2, 2])('a wall of %s mm is measured, with its place', (wall) => {
  const { wall: found } = lookAt(frame(40, wall, 20));
  expect(found.known).toBe('measured');
  expect(Math.abs(found.mm! - wall)).toBeLessThan(0.02);
  const [x, y] = found.at!;
  expect(Math.min(x, y, 40 - x, 40 - y)).toBeLessThanOrEqual(wall + 1e-4);
});

test('walls are judged by the lines that fit in', () => {
  expect(findings(frame(40, 1, 20)).wall).toMatchObject({ lines: 2, severity: 'ok' });
  expect(findings(frame(40, 0.8, 20)).wall).toMatchObject({ lines: 2, severity: 'ok' });
  expect(findings(frame(40, 0.6, 20)).wall).toMatchObject({ lines: 1, severity: 'attention' });
  expect(findings(frame(40, 0.3, 20)).wall).toMatchObject({ lines: 0, severity: 'problem' });
  expect(findings(frame(40, 0.6, 20), { lineMm: 0.25 }).wall).toMatchObject({ lines: 2, severity: 'ok' });
});

test('a round wall, a pin and a hollow body have their thickness', () => {
  expect(lookAt(raise(circle(10), 30, [circle(9.4).toReversed()])).wall.mm).toBeCloseTo(0.6, 2);
  expect(lookAt([...box(60, 60, 3), ...moved(box(1.5, 1.5, 20), [30, 30, 2.9])]).wall.mm).toBeCloseTo(1.5, 2);
  const hollow = [
    ...sphere(20, 48),
    ...sphere(17, 48).map((t) => [...t.slice(6), ...t.slice(3, 6), ...t.slice(0, 3)]),
  ];
  expect(lookAt(hollow).wall.mm).toBeCloseTo(3, 1);
});

test('where faces meet at an angle there is no wall', () => {
  const wedge = raise(
    [
      [0, 0],
      [60, 0],
      [0, 40],
    ],
    30,
  );
  expect(lookAt(wedge).wall.mm).toBeCloseTo(30, 1);
});

test('bodies that touch or overlap have no wall between them', () => {
  const touching = [...box(20, 20, 20), ...moved(box(20, 20, 20), [20, 0, 0])];
  expect(lookAt(touching).wall.mm).toBeCloseTo(20, 3);
  expect(lookAt(touching).gap.mm).toBeNull();
  const overlapping = [...box(20, 20, 20), ...moved(box(20, 20, 20), [19.7, 0, 0])];
  expect(lookAt(overlapping).wall.mm).toBeCloseTo(20, 3);
});

test('a clearance between two parts and a slit in one are gaps', () => {
  const two = [...box(20, 20, 20), ...moved(box(20, 20, 20), [20.2, 0, 0])];
  expect(lookAt(two).gap).toMatchObject({ known: 'measured' });
  expect(lookAt(two).gap.mm).toBeCloseTo(0.2, 4);
  expect(findings(two).gap).toMatchObject({ severity: 'attention' });
  const wide = [...box(20, 20, 20), ...moved(box(20, 20, 20), [20.4, 0, 0])];
  expect(findings(wide).gap).toMatchObject({ severity: 'ok', mm: expect.closeTo(0.4, 4) });
  const ring = raise(circle(12), 10, [circle(8).toReversed()]);
  expect(lookAt([...ring, ...raise(circle(7.75), 10)]).gap.mm).toBeCloseTo(0.25, 2);
});

test('what hangs over free air needs support', () => {
  // Both wings of a T, without the millimetre at the stem.
  const tBeam = [...box(10, 40, 30.1), ...moved(box(50, 40, 5), [-20, 0, 30])];
  const { overhang } = lookAt(tBeam);
  expect(overhang.mm2 / (2 * 19 * 40)).toBeCloseTo(1, 1);
  expect(findings(tBeam).support).toMatchObject({ isNeeded: true, severity: 'attention' });
  const ball = lookAt(sphere(20, 40)).overhang;
  // The cap below 44°, without what lies on the bed.
  const cap = 2 * Math.PI * 20 * 20 * (1 - Math.cos((44 / 180) * Math.PI));
  expect(ball.mm2 / cap).toBeGreaterThan(0.8);
  expect(ball.mm2 / cap).toBeLessThan(1.1);
});

test('what stands upright, leans by less than 45° or bridges a short way needs none', () => {
  for (const soup of [
    box(20, 20, 20),
    revolve([
      [0, 0],
      [10, 0],
      [28, 20],
      [0, 20],
    ]),
    table(3, 8),
  ]) {
    expect(findings(soup).support).toMatchObject({ isNeeded: false, severity: 'ok' });
  }
  const short = lookAt(table(3, 8)).overhang;
  expect(short).toMatchObject({ known: 'estimated' });
  expect(short.bridgedMm2).toBeGreaterThan(200);
  expect(findings(table(2, 40)).support).toMatchObject({ isNeeded: true, mm2: expect.closeTo(38 * 30, -2) });
  const steep = revolve([
    [0, 0],
    [10, 0],
    [32, 20],
    [0, 20],
  ]);
  expect(findings(steep).support).toMatchObject({ isNeeded: true, known: 'measured' });
});

test('parts that begin in the air are islands, unless another body holds them', () => {
  const plate = box(40, 40, 2);
  const floating = [...plate, ...moved(box(10, 10, 10), [15, 15, 10])];
  expect(lookAt(floating).islands).toEqual({ count: 1, at: [15, 15, 10], known: 'measured' });
  expect(findings(floating).support).toMatchObject({ isNeeded: true });
  for (const held of [
    [...plate, ...moved(box(10, 10, 10), [15, 15, 2])],
    [...plate, ...moved(box(10, 10, 10), [15, 15, 1.5])],
    [...plate, ...moved(box(60, 10, 10), [-10, 15, 1.9])],
  ]) {
    expect(lookAt(held).islands.count).toBe(0);
  }
  // An arch with a drop that hangs from it.
  const drop = revolve([
    [0, 10],
    [4, 15],
    [4, 20.5],
    [0, 20.5],
  ]);
  expect(lookAt([...moved(table(2, 40), [0, 0, 0]), ...moved(drop, [30, 15, 0])]).islands.count).toBe(1);
  const cup = revolve([
    [0, 0],
    [20, 0],
    [20, 30],
    [18, 30],
    [18, 2],
    [0, 2],
  ]);
  expect(lookAt(cup).islands.count).toBe(0);
});

test('a part that another one touches along an edge is an island, in whatever order its faces stand', () => {
  const soup = [
    ...moved(box(16.25, 0.5, 0.5), [3.5, 30.75, 12.25]),
    ...moved(box(0.5, 0.5, 0.5), [0.5, 0.5, 0.5]),
    ...moved(box(0.5, 0.5, 0.5), [19.75, 31.25, 12]),
  ];
  for (let turn = 0; turn < soup.length; turn += 1) {
    const turned = soup.map((_, index) => {
      const face = soup[(index * 7 + turn) % soup.length]!;
      return [...face.slice(3), ...face.slice(0, 3)];
    });
    expect(lookAt(turned).islands.count).toBe(2);
  }
});

test('a drop within one body is an island too', () => {
  const lamp = revolve([
    [0, 10],
    [5, 12],
    [5, 28],
    [18, 28],
    [18, 0],
    [20, 0],
    [20, 30],
    [0, 30],
  ]);
  expect(lookAt(lamp).islands).toMatchObject({ count: 1, at: [0, 0, 10] });
});

test('long things fit diagonally or lying, and the words say how', () => {
  const of = (x: number, y: number, z: number) => examine(readModel('stl', binaryStl(box(x, y, z))));
  const bed = (side: number, height = side) => [side, side, height] as const;
  expect(fitOn(of(200, 20, 20), bed(220))).toEqual({ isLaid: false, degrees: 0 });
  // 290 and 20 mm take (290 + 20) / √2 = 219.2 mm of a square; 300 mm take 226.3.
  expect(fitOn(of(290, 20, 20), bed(220))).toEqual({ isLaid: false, degrees: 45 });
  expect(fitOn(of(300, 20, 20), bed(220))).toBeNull();
  expect(fitOn(of(300, 20, 20), bed(256))).toMatchObject({ isLaid: false });
  expect(fitOn(of(20, 20, 290), bed(220))).toEqual({ isLaid: true, degrees: 45 });
  expect(fitOn(of(20, 20, 240), bed(220, 250))).toEqual({ isLaid: false, degrees: 0 });
  expect(fitOn(of(20, 240, 20), [250, 100, 100])).toEqual({ isLaid: false, degrees: 90 });
  expect(fitOn({ sizeMm: [20, 20, 240] }, bed(250, 100))).toEqual({ isLaid: true, degrees: 0 });
});

test('a body that stands askew lies down on its flat side', () => {
  // A flat bar, stood up at an angle of 3 to 4.
  const askew = box(260, 10, 40).map((t) =>
    t.map((_, at) => {
      const [x, z] = [t[at - (at % 3)]!, t[at - (at % 3) + 2]!];
      return at % 3 === 0 ? x * 0.8 - z * 0.6 : at % 3 === 1 ? t[at]! : x * 0.6 + z * 0.8;
    }),
  );
  const figures = examine(readModel('stl', binaryStl(askew)));
  expect(fitOn(figures, [270, 50, 20])).toMatchObject({ isLaid: true });
  expect(findingsOf(figures, { lineMm: 0.4, bedMm: [270, 50, 50] }).at(-1)).toMatchObject({
    kind: 'bed',
    severity: 'attention',
    fit: { isLaid: true },
  });
});

test('a model that is not closed is not looked at', () => {
  const open = box(20, 20, 20).slice(1);
  const figures = examine(readModel('stl', binaryStl(open)));
  expect(figures.printability).toBeNull();
  expect(findingsOf(figures)).toEqual([]);
});

test('dense models are sampled, and larger ones not looked at with rays', () => {
  const dense = lookAt(sphere(30, 86));
  expect(dense.wall.known).toBe('estimated');
  expect(Math.abs(dense.wall.mm! - 60)).toBeLessThan(0.2);
  const cube = readModel('stl', binaryStl(box(20, 20, 20)));
  const { printability } = examine(cube, { ...examineLimits, triangles: 11 });
  expect(printability?.wall).toEqual({ mm: null, at: null, known: 'not_checked' });
  expect(findingsOf({ sizeMm: [20, 20, 20], printability: printability! })[0]).toMatchObject({
    severity: 'unknown',
  });
});

test('faces that lie in each other use up the tests, which are counted', () => {
  const cube = readModel('stl', binaryStl(box(20, 20, 20)));
  const copies = 2000;
  const many = new Float32Array(cube.positions.length * copies);
  for (let copy = 0; copy < copies; copy += 1) many.set(cube.positions, copy * cube.positions.length);
  // All copies of a face are looked at, or none of them.
  expect(examine({ ...cube, positions: many }).printability?.wall.known).toBe('not_checked');
  const { printability } = examine(
    { ...cube, positions: many },
    { ...examineLimits, points: 1e6, tests: 1e6 },
  );
  expect(printability).toMatchObject({ wall: { known: 'not_checked' }, islands: { known: 'not_checked' } });
  expect(printability?.footprints.length).toBe(3);
  const rays = new Rays(cube.positions, () => false, { nearest: 1e-6, tests: 50 });
  expect(() => {
    for (let index = 0; index < 50; index += 1) rays.cast([1, 2, -5], [0, 0, 1]);
  }).toThrow(TooManyTests);
});

test('bodies with known prices have walls as they were drawn', () => {
  const all = { ...fittedBodies, ...otherBodies };
  const wall = (name: string) => lookAt(all[name]!()).wall.mm!;
  expect(wall('open box')).toBeCloseTo(1.2, 2);
  expect(wall('comb')).toBeCloseTo(1.2, 2);
  expect(wall('plate')).toBeCloseTo(2, 2);
  expect(wall('tray')).toBeCloseTo(2, 2);
  expect(wall('tube')).toBeCloseTo(3, 1);
});

/** Coordinates in quarters, so that they are exact where they are moved. */
const quarter = (most: number) => fc.integer({ min: 2, max: most * 4 }).map((value) => value / 4);
const body = fc
  .array(
    fc.record({
      size: fc.tuple(quarter(20), quarter(20), quarter(20)),
      by: fc.tuple(quarter(40), quarter(40), quarter(20)),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((boxes) => boxes.flatMap(({ size, by }) => moved(box(...size), by)));

test('figures hang neither on the place of a model nor on the order of its faces', () => {
  fc.assert(
    fc.property(body, fc.tuple(quarter(50), quarter(50), quarter(50)), fc.nat(), (soup, by, turn) => {
      const expected = lookAt(soup);
      const shuffled = soup.map((_, index) => soup[(index * 7 + turn) % soup.length]!);
      // Seven has no divisor in common with twelve times up to four.
      const turned = shuffled.map((t) => [...t.slice(3), ...t.slice(0, 3)]);
      for (const other of [moved(soup, by), turned]) {
        const found = lookAt(other);
        for (const kind of ['wall', 'gap'] as const) {
          expect(found[kind].known).toBe(expected[kind].known);
          expect(found[kind].mm ?? -1).toBeCloseTo(expected[kind].mm ?? -1, 3);
        }
        expect(found.islands.count).toBe(expected.islands.count);
        expect(found.overhang.mm2).toBeCloseTo(expected.overhang.mm2, 1);
        expect(found.footprints.map(({ turns }) => turns)).toEqual(
          expected.footprints.map(({ turns }) => turns),
        );
      }
    }),
    randomRuns(15),
  );
}, 60_000);

test('lengths grow with the model', () => {
  fc.assert(
    fc.property(body, fc.constantFrom(2, 4, 8), (soup, factor) => {
      const one = lookAt(soup);
      const larger = lookAt(soup.map((t) => t.map((value) => value * factor)));
      for (const kind of ['wall', 'gap'] as const) {
        expect((larger[kind].mm ?? -1) / (larger[kind].mm === null ? 1 : factor)).toBeCloseTo(
          one[kind].mm ?? -1,
          3,
        );
      }
    }),
    randomRuns(15),
  );
}, 60_000);

test('another unit scales the findings, and leaves those of layers estimated', () => {
  const figures = examine(readModel('stl', binaryStl(frame(40, 0.5, 20))));
  const inches = inUnit(figures, 'inch');
  expect(inches.printability?.wall.mm).toBeCloseTo(12.7, 2);
  expect(inches.printability?.islands.known).toBe('estimated');
  expect(inUnit(figures, 'millimeter').printability).toEqual(figures.printability);
  expect(fitOn(inches, [220, 220, 220])).toBeNull();
});
