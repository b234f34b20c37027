import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainDay, typedDay } from './typed-day.ts';

test.each([
  '2026-12-01',
  '２０２６－１２－０１',
  '２０２６年１２月１日',
  '2026年12月1日',
  '2026년 12월 1일',
  '2026. 12. 1.',
  '2026/12/1',
])('%s is the first of December', (typed) => {
  expect(typedDay.parse(typed)).toBe('2026-12-01');
});

test.each(['2026-13-01', '2026年2月30日', '12/1/2026', '내일', ''])('%s is no day', (typed) => {
  expect(typedDay.safeParse(typed).success).toBe(false);
});

test('a day stays as it is', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      (date) => {
        const day = date.toISOString().slice(0, 10);
        expect(plainDay(day)).toBe(day);
      },
    ),
  );
});
