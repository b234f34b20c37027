import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomRuns } from '#platform/shared/testing.ts';
import { checkDigitOf, readGtin, shortGtin } from './gtin.ts';

/** Examples of GS1, and things in shops. */
test.each([
  ['95012346', '00000095012346'],
  ['036000291452', '00036000291452'],
  ['4006381333931', '04006381333931'],
  ['8801043015820', '08801043015820'],
  ['09506000134352', '09506000134352'],
])('%s is a GTIN', (digits, whole) => {
  expect(readGtin(digits)).toBe(whole);
  expect(readGtin(shortGtin(whole))).toBe(whole);
});

test.each(['', '4006381333932', '400638133393', '123456789', '0000000000000', '40063813339３1', 'ABCDEFGH'])(
  '%j is none',
  (digits) => expect(readGtin(digits)).toBeNull(),
);

const digits = (count: number) =>
  fc.array(fc.nat(9), { minLength: count, maxLength: count }).map((each) => each.join(''));

test('one wrong digit is refused, and the short form is the same number', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(8, 12, 13, 14).chain((length) => fc.tuple(digits(length - 1), fc.nat(length - 1))),
      fc.integer({ min: 1, max: 9 }),
      ([start, at], by) => {
        const gtin = start + String(checkDigitOf(start));
        fc.pre(Number(gtin) > 0);
        expect(readGtin(gtin)).toBe(gtin.padStart(14, '0'));
        expect(readGtin(shortGtin(gtin.padStart(14, '0')))).toBe(gtin.padStart(14, '0'));
        const wrong = gtin.slice(0, at) + String((Number(gtin[at]) + by) % 10) + gtin.slice(at + 1);
        expect(readGtin(wrong)).toBeNull();
      },
    ),
    randomRuns(1000),
  );
});
