import fc from 'fast-check';
import { expect, test } from 'vitest';
import { neededOf } from './kit.ts';

const file = (name: string, needed: number | null = null) => ({ name, needed });

test('the author says how many are needed, else the bill of materials, else each file counts once', () => {
  const list = [
    { name: '착륙 다리', quantity: 4 },
    { name: 'M3 볼트', quantity: 12 },
    { name: '가드', partNumber: 'PROP-GUARD.STL', quantity: 3 },
    { name: 'prop_guard', quantity: 1 },
  ];
  expect(neededOf(file('착륙-다리.stl'), list)).toEqual({ count: 4, from: 'parts_list' });
  expect(neededOf(file('착륙-다리.stl', 2), list)).toEqual({ count: 2, from: 'author' });
  expect(neededOf(file('착륙-다리.stl', 0), list)).toEqual({ count: 0, from: 'author' });
  // Several lines may name one file.
  expect(neededOf(file('prop-guard.stl'), list)).toEqual({ count: 4, from: 'parts_list' });
  expect(neededOf(file('바닥판.stl'), list)).toEqual({ count: 1, from: 'unsaid' });
  expect(neededOf(file('바닥판.stl'))).toEqual({ count: 1, from: 'unsaid' });
});

test('a part of a piece, or far too many, is no number of prints', () => {
  for (const quantity of [0.5, 5000])
    expect(neededOf(file('a.stl'), [{ name: 'a', quantity }])).toEqual({ count: 1, from: 'unsaid' });
});

test('any list gives a whole number within limits', () => {
  const lines = fc.array(
    fc.record({ name: fc.string(), partNumber: fc.string(), quantity: fc.double({ min: 0, max: 2000 }) }),
  );
  fc.assert(
    fc.property(fc.string(), lines, (name, list) => {
      const needed = neededOf(file(`${name}.stl`), list);
      expect(Number.isInteger(needed.count)).toBe(true);
      expect(needed.count).toBeGreaterThanOrEqual(0);
      expect(needed.count).toBeLessThanOrEqual(1000);
    }),
  );
});
