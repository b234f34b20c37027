import fc from 'fast-check';
import { expect, test } from 'vitest';
import { footprintOn, gapMm, packOn, type Kind, type Run } from './packing.ts';

type Bed = readonly [number, number, number];
const one = (sizeMm: Bed, bed: Bed, count = 1) => packOn([{ sizeMm, count }], bed);

test.each([
  ['cubes side by side with 5 mm between', [20, 20, 20], [256, 256, 256], 100, 1],
  ['one more begins another plate', [20, 20, 20], [256, 256, 256], 101, 2],
  ['as large as the plate', [256, 256, 256], [256, 256, 256], 2, 2],
  ['as it stands, although more of them fit on a side', [40, 40, 10], [100, 100, 100], 5, 2],
  ['turned by a quarter', [250, 10, 10], [20, 260, 20], 1, 1],
  ['on a side where it does not fit standing', [250, 10, 10], [20, 20, 300], 1, 1],
] as const)('%s', (_name, size, bed, count, plates) => {
  expect(one(size, bed, count).plates).toHaveLength(plates);
});

test('what fits on no plate is named, and the others are placed', () => {
  const kinds = [
    { sizeMm: [10, 10, 10], count: 3 },
    { sizeMm: [256.1, 10, 10], count: 1 },
  ] as const;
  expect(packOn(kinds, [256, 256, 256])).toMatchObject({ tooLarge: [1], plates: [[{ kind: 0, count: 3 }]] });
});

const side = fc.double({ min: 0.1, max: 320, noNaN: true });
const sizes = fc.tuple(side, side, side);
const kinds: fc.Arbitrary<Kind[]> = fc.array(
  fc.record({ sizeMm: sizes, count: fc.integer({ min: 1, max: 40 }) }),
  { minLength: 1, maxLength: 8 },
);
const beds = fc.tuple(...([0, 1, 2] as const).map(() => fc.integer({ min: 20, max: 400 }))) as fc.Arbitrary<
  [number, number, number]
>;

const rectangles = (run: Run) =>
  Array.from({ length: run.count }, (_, index) => ({
    left: run.x + index * (run.width + gapMm),
    right: run.x + index * (run.width + gapMm) + run.width,
    front: run.y,
    back: run.y + run.depth,
  }));

test('pieces lie on their bed with a gap between, each is placed or named, and always in the same way', () => {
  fc.assert(
    fc.property(kinds, beds, (wanted, bed) => {
      const { plates, tooLarge } = packOn(wanted, bed);
      expect(packOn(wanted, bed)).toEqual({ plates, tooLarge });
      const placed = wanted.map(() => 0);
      for (const plate of plates) {
        expect(plate.length).toBeGreaterThan(0);
        for (const { kind, count } of plate) placed[kind]! += count;
        const all = plate.flatMap(rectangles);
        for (const [index, a] of all.entries()) {
          expect(Math.min(a.left, a.front)).toBeGreaterThanOrEqual(0);
          expect(a.right).toBeLessThanOrEqual(bed[0] + 1e-5);
          expect(a.back).toBeLessThanOrEqual(bed[1] + 1e-5);
          for (const b of all.slice(index + 1)) {
            const apart = Math.max(b.left - a.right, a.left - b.right, b.front - a.back, a.front - b.back);
            expect(apart).toBeGreaterThanOrEqual(gapMm - 1e-5);
          }
        }
      }
      for (const [kind, { sizeMm, count }] of wanted.entries()) {
        const fits = footprintOn(sizeMm, bed) !== null;
        expect(tooLarge.includes(kind)).toBe(!fits);
        expect(placed[kind]).toBe(fits ? count : 0);
      }
    }),
  );
});

test('the orientation of a model in its file does not change whether it fits', () => {
  fc.assert(
    fc.property(sizes, beds, ([x, y, z], bed) => {
      const fits = (size: Bed) => footprintOn(size, bed) !== null;
      expect(fits([z, x, y])).toBe(fits([x, y, z]));
      expect(fits([y, x, z])).toBe(fits([x, y, z]));
    }),
  );
});

test('thousands of pieces are packed at once', () => {
  const many = Array.from({ length: 60 }, (_, index) => ({
    sizeMm: [100 + index, 150, 20] as const,
    count: 166,
  }));
  const began = performance.now();
  expect(packOn(many, [256, 256, 256]).plates.length).toBeGreaterThan(1000);
  expect(performance.now() - began).toBeLessThan(500);
});
