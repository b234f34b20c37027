import fc from 'fast-check';
import { expect, test } from 'vitest';
import { machineKey, moved, successes, tidyName } from './rules.ts';

test.each([
  ['Bambu Lab A1', 'bambulaba1'],
  ['bambulab-a1', 'bambulaba1'],
  ['ＢＡＭＢＵ　ＬＡＢ　Ａ１', 'bambulaba1'],
  ['Ender 3 V2', 'ender3v2'],
  ['Prusa MK3S+', 'prusamk3s+'],
  ['손바느질', '손바느질'],
  ['레이저 커터', '레이저커터'],
  ['---', ''],
  ['A1\u3164', 'a1'],
])('%s is the machine %s', (name, key) => {
  expect(machineKey(name)).toBe(key);
});

test('a machine stays the same after tidying its name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(machineKey(tidyName(name))).toBe(machineKey(name));
      expect(tidyName(tidyName(name))).toBe(tidyName(name));
    }),
  );
});

test.each([
  [1, 1, null],
  [2, 2, null],
  [3, 0, 0],
  [3, 3, 3],
  [14, 12, 12],
])('of %i makes with %i successes, %j is shown', (makes, succeeded, told) => {
  expect(successes(makes, succeeded)).toBe(told);
});

test('a moved item is at its new position, and the others keep their order', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string(), { minLength: 1 }),
      fc.nat(),
      fc.integer({ min: -5, max: 50 }),
      (ids, which, position) => {
        const id = ids[which % ids.length] as string;
        const after = moved(ids, id, position);
        expect(after.indexOf(id)).toBe(Math.max(0, Math.min(position, ids.length - 1)));
        expect(after.filter((each) => each !== id)).toEqual(ids.filter((each) => each !== id));
      },
    ),
  );
});
