import { expect, test } from 'vitest';
import { withoutGaps } from './day-chart.tsx';

test('a day without events still counts as a day', () => {
  expect(
    withoutGaps([
      { day: '2026-02-27', value: 3 },
      { day: '2026-03-02', value: 1 },
    ]),
  ).toEqual([
    { day: '2026-02-27', value: 3 },
    { day: '2026-02-28', value: 0 },
    { day: '2026-03-01', value: 0 },
    { day: '2026-03-02', value: 1 },
  ]);
  expect(withoutGaps([])).toEqual([]);
});
