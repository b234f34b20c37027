import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCalendar, type Machine } from '#features/services/contract.ts';
import type { Learned, Lesson } from '#platform/shared/models/learning.ts';
import { priceOf, standardRateCard, type Price, type Print, type Printer, type Slice } from './rules.ts';

/** Estimates that are corrected by finished orders, and by a real slice. */

const cube = { sizeMm: [40, 40, 40] as const, volumeMm3: 64_000 };
const print: Print = { material: 'PLA', infill: 20, layerHeight: 0.2, quantity: 1 };
const rateCard = { ...standardRateCard, perHour: 500 };
const printer: Printer = {
  rateCard,
  machines: [],
  calendar: openCalendar,
  isFreeService: false,
  currency: 'KRW',
  price: null,
  pricePerUnit: null,
  materials: [],
};
const unlearned: Lesson = { orders: 0, factor: 1, margin: null };

function priced(learned: readonly Learned[], slice: Slice | null = null, wanted: Partial<Print> = {}): Price {
  const price = priceOf(
    { ...printer, learned },
    null,
    [{ model: cube, print: { ...print, ...wanted }, slice }],
    10,
  );
  if (typeof price === 'string') throw new Error(price);
  return price;
}
const taught = (grams: Partial<Lesson>, hours: Partial<Lesson> = {}): Learned[] => [
  { machineId: null, material: 'pla', grams: { ...unlearned, ...grams }, hours: { ...unlearned, ...hours } },
];

test('finished orders move weight, hours and price, and the formula’s own amounts stay beside', () => {
  const before = priced([]);
  const after = priced(
    taught({ orders: 12, factor: 1.2, margin: 0.05 }, { orders: 12, factor: 0.9, margin: 0.1 }),
  );
  expect(before).toMatchObject({ basis: 'formula', learnedFrom: 0 });
  expect(after).toMatchObject({ basis: 'learned', learnedFrom: 12 });
  expect(after.grams.likely).toBeCloseTo(before.grams.likely * 1.2, 1);
  expect(after.grams.atMost).toBeCloseTo(after.grams.likely * 1.05, 1);
  expect(after.hours.likely).toBeCloseTo(before.hours.likely * 0.9, 1);
  expect(after.hours.atMost).toBeCloseTo(after.hours.likely * 1.1, 1);
  // Otherwise a correction would be learned once more.
  expect(after.formula).toEqual(before.formula);
  expect(after.total).not.toBe(before.total);
});

test('a few orders correct the estimate, and leave the range as it is', () => {
  const before = priced([]);
  const after = priced(taught({ orders: 4, factor: 0.9 }, { orders: 4, factor: 1 }));
  expect(after.grams.likely).toBeCloseTo(before.grams.likely * 0.9, 1);
  expect(after.grams.atMost / after.grams.likely).toBeCloseTo(before.grams.atMost / before.grams.likely, 2);
  expect(priced(taught({ orders: 2 }, { orders: 2 }))).toEqual(before);
});

test('another material, and another machine, learn nothing from it', () => {
  const learned = taught({ orders: 12, factor: 1.3, margin: 0.05 });
  expect(priced(learned, null, { material: 'PETG' })).toEqual(priced([], null, { material: 'PETG' }));
  const machine = {
    id: '0197a000-0000-7000-8000-000000000001',
    buildMm: [256, 256, 256],
  } as unknown as Machine;
  const on = (taughtBy: readonly Learned[]) =>
    priceOf({ ...printer, learned: taughtBy }, machine, [{ model: cube, print }], 10);
  expect(on(learned)).toEqual(on([]));
  expect(on(learned.map((each) => ({ ...each, machineId: machine.id })))).not.toEqual(on([]));
});

const factor = fc.double({ min: 0.7, max: 1.3, noNaN: true });
const margin = fc.option(fc.double({ min: 0.05, max: 0.6, noNaN: true }));
const lesson = fc.record({ orders: fc.integer({ min: 3, max: 50 }), factor, margin });
const pieces = fc.integer({ min: 1, max: 40 });

test('what an estimate can rise by is bounded, whatever was said', () => {
  fc.assert(
    fc.property(lesson, lesson, pieces, (grams, hours, quantity) => {
      const before = priced([], null, { quantity });
      const after = priced(taught(grams, hours), null, { quantity });
      expect(after.grams.likely).toBeLessThanOrEqual(before.grams.likely * 1.3 + 0.02);
      expect(after.grams.atMost).toBeLessThanOrEqual(before.grams.likely * 1.3 * 1.6 + 0.02);
      expect(after.hours.atMost).toBeLessThanOrEqual(before.hours.likely * 1.3 * 1.6 + 0.02);
      expect(after.grams.likely).toBeLessThanOrEqual(after.grams.atMost);
      expect(after.likely.total).toBeLessThanOrEqual(after.total);
    }),
  );
});

test('a higher factor never makes a print cheaper', () => {
  fc.assert(
    fc.property(factor, factor, margin, pieces, (a, b, range, quantity) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      const at = (each: number) =>
        priced(
          taught({ orders: 12, factor: each, margin: range }, { orders: 12, factor: each, margin: range }),
          null,
          {
            quantity,
          },
        ).total;
      expect(at(low)).toBeLessThanOrEqual(at(high));
    }),
  );
});

const slice = fc.record({
  materialMm3: fc.double({ min: 1, max: 1e6, noNaN: true }),
  seconds: fc.double({ min: 1, max: 1e6, noNaN: true }),
});

test('a slice never raises what somebody has just been shown', () => {
  fc.assert(
    fc.property(slice, lesson, lesson, pieces, (sliced, grams, hours, quantity) => {
      for (const learned of [[], taught(grams, hours)]) {
        const shown = priced(learned, null, { quantity });
        const refined = priced(learned, sliced, { quantity });
        expect(refined.basis).toBe('slice');
        expect(refined.total).toBeLessThanOrEqual(shown.total);
        expect(refined.grams.atMost).toBeLessThanOrEqual(shown.grams.atMost);
        expect(refined.hours.atMost).toBeLessThanOrEqual(shown.hours.atMost);
        expect(refined.grams.likely).toBeLessThanOrEqual(refined.grams.atMost);
        expect(refined.likely.total).toBeLessThanOrEqual(refined.total);
      }
    }),
  );
});

test('slices of a kit count where every part has one', () => {
  const light = { materialMm3: 100, seconds: 60 };
  const of = (slices: readonly (Slice | null)[]) =>
    priceOf(
      printer,
      null,
      slices.map((each) => ({ model: cube, print, slice: each })),
      10,
    );
  expect(of([light, null])).toEqual(of([null, null]));
  expect(of([light, light])).toMatchObject({ basis: 'slice' });
});

test('a slice that says less makes the range narrower and the price lower', () => {
  const shown = priced([]);
  const { mm3, seconds } = { mm3: (shown.formula.grams / 1.24) * 1000, seconds: shown.formula.hours * 3600 };
  const refined = priced([], { materialMm3: mm3 * 0.9, seconds: seconds * 0.9 });
  expect(refined.grams.likely).toBeCloseTo(shown.formula.grams * 0.9, 1);
  expect(refined.grams.atMost).toBeCloseTo(shown.formula.grams * 0.9 * 1.08, 1);
  expect(refined.hours.atMost).toBeCloseTo(shown.formula.hours * 0.9 * 1.25, 1);
  expect(refined.total).toBeLessThan(shown.total);
});
