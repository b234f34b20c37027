import fc from 'fast-check';
import { expect, test } from 'vitest';
import { learn, learnedFrom, learning, lessonFor, toldOf, type FinishedPrint } from './learning.ts';
import { usualWalls } from './print.ts';

const margins = learning.margins.grams;
/** Anything that somebody could type, divided by anything that was estimated. */
const anyRatio = fc.oneof(
  fc.double({ min: 0.4, max: 2.2, noNaN: true }),
  fc.double({ min: 0, max: 1e9, noNaN: true }),
);
const believable = fc.double({ min: 0.5, max: 2, noNaN: true });

test('whatever is said, the correction and the range stay within their bounds', () => {
  fc.assert(
    fc.property(fc.array(anyRatio, { maxLength: 80 }), (ratios) => {
      const { factor, margin, orders } = learn(ratios, margins);
      expect(factor).toBeGreaterThanOrEqual(learning.factor[0]);
      expect(factor).toBeLessThanOrEqual(learning.factor[1]);
      expect(orders).toBeLessThanOrEqual(ratios.length);
      expect(margin === null).toBe(orders < learning.enough);
      expect(margin ?? margins[0]).toBeGreaterThanOrEqual(margins[0]);
      expect(margin ?? margins[0]).toBeLessThanOrEqual(margins[1]);
    }),
  );
});

test('before three orders nothing is corrected, and before ten the range stays', () => {
  fc.assert(
    fc.property(fc.array(believable, { maxLength: 9 }), (ratios) => {
      expect(learn(ratios, margins).margin).toBeNull();
      expect(learn(ratios.slice(0, learning.first - 1), margins).factor).toBe(1);
    }),
  );
  expect(learn(Array(10).fill(1), margins)).toEqual({ orders: 10, factor: 1, margin: margins[0] });
});

test('the order of the prints does not matter', () => {
  fc.assert(
    fc.property(
      fc
        .array(anyRatio, { maxLength: 40 })
        .chain((ratios) =>
          fc.tuple(
            fc.constant(ratios),
            fc.shuffledSubarray(ratios, { minLength: ratios.length, maxLength: ratios.length }),
          ),
        ),
      ([ratios, shuffled]) => {
        expect(learn(shuffled, margins)).toEqual(learn(ratios, margins));
      },
    ),
  );
});

test('a heavier print never makes later ones lighter', () => {
  fc.assert(
    fc.property(
      fc.array(believable, { minLength: 1, maxLength: 40 }),
      fc.nat(),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (ratios, index, by) => {
        const at = index % ratios.length;
        const heavier = ratios.with(at, Math.min(2, ratios[at]! + by));
        expect(learn(heavier, margins).factor).toBeGreaterThanOrEqual(learn(ratios, margins).factor);
      },
    ),
  );
});

test('one absurd figure changes nothing', () => {
  fc.assert(
    fc.property(
      fc.array(believable, { maxLength: 40 }),
      fc.oneof(
        fc.double({ min: 2.001, max: 1e12, noNaN: true }),
        fc.double({ min: 0, max: 0.499, noNaN: true }),
      ),
      (ratios, absurd) => {
        expect(learn([...ratios, absurd], margins)).toEqual(learn(ratios, margins));
      },
    ),
  );
});

test('the range narrows with orders as estimated, and widens with orders that are not', () => {
  const alike = [0.97, 0.98, 0.96, 0.97, 0.99, 0.97, 0.95, 0.97, 0.98, 0.97, 0.96, 0.97];
  expect(learn(alike, margins)).toEqual({ orders: 12, factor: 0.976, margin: 0.05 });
  const apart = [0.7, 1.3, 0.75, 1.25, 0.8, 1.2, 0.7, 1.3, 0.8, 1.2];
  const { margin } = learn(apart, margins);
  expect(margin).toBe(0.3);
});

const machines = [{ id: 'a' }, { id: 'b' }];
const print = (fields: Partial<FinishedPrint>): FinishedPrint => ({
  machineId: 'a',
  material: 'PLA',
  told: toldOf(null, 'PLA'),
  estimatedGrams: 100,
  estimatedHours: 10,
  realGrams: 110,
  realHours: null,
  ...fields,
});

test('each machine and material learns by itself, and figures that nobody gave do not count', () => {
  const learned = learnedFrom(
    [
      ...Array.from({ length: 6 }, () => print({})),
      ...Array.from({ length: 3 }, () => print({ material: 'pla', realGrams: null, realHours: 5 })),
      print({ machineId: 'b', material: 'PETG', told: toldOf(null, 'PETG') }),
      print({ machineId: 'gone' }),
      print({ machineId: null }),
    ],
    { rateCard: null, machines },
  );
  expect(learned).toEqual([
    {
      machineId: 'a',
      material: 'PLA',
      grams: { orders: 6, factor: 1.067, margin: null },
      hours: { orders: 3, factor: 0.75, margin: null },
    },
    {
      machineId: 'b',
      material: 'PETG',
      grams: { orders: 1, factor: 1, margin: null },
      hours: { orders: 0, factor: 1, margin: null },
    },
  ]);
  expect(lessonFor(learned, 'a', ' pla ')?.grams.orders).toBe(6);
  expect(lessonFor(learned, 'b', 'PLA')).toBeNull();
});

test('without machines all prints of a material count together', () => {
  const learned = learnedFrom([print({}), print({ machineId: null }), print({ machineId: 'b' })], {
    rateCard: null,
    machines: [],
  });
  expect(learned).toMatchObject([{ machineId: null, grams: { orders: 3 } }]);
});

const usual = { ...usualWalls, shell: null, gramsPerHour: 15, materials: [] };

test('a provider who tells the formula something else begins again', () => {
  const card = { ...usual, walls: 3 };
  expect(learnedFrom([print({})], { rateCard: card, machines })).toEqual([]);
  const denser = { ...usual, materials: [{ material: 'PLA', density: 1.3 }] };
  expect(learnedFrom([print({})], { rateCard: denser, machines })).toEqual([]);
  // Prices tell the formula nothing.
  const dearer = { ...usual, perTenGrams: 5000 };
  expect(learnedFrom([print({})], { rateCard: dearer, machines })).toHaveLength(1);
});
