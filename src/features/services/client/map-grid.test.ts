import { expect, test } from 'vitest';
import { clearLabels, gridStep, linesWithin } from './map-grid.ts';

test.each([
  [1, 5],
  [60, 2],
  [728, 0.2],
  [5825, 0.02],
  [23_302, 0.005],
  [46_603, 0.005],
  [186_414, 0.001],
])('where a degree is %f pixels, lines are %f° apart and never crowded', (pixels, step) => {
  expect(gridStep(pixels)).toBe(step);
});

test('lines are at whole steps between two degrees', () => {
  expect(linesWithin(127.041, 127.0599, 0.005)).toEqual([127.045, 127.05, 127.055]);
  expect(linesWithin(-0.3, 0.25, 0.2)).toEqual([-0.2, 0, 0.2]);
  expect(linesWithin(37.51, 37.52, 0.1)).toEqual([]);
});

test('labels do not overlap; earlier ones win', () => {
  const spots = [
    { name: '종로구', x: 100, y: 100 },
    { name: '중구', x: 110, y: 105 },
    { name: '용산구', x: 100, y: 125 },
    { name: 'Seongdong-gu', x: 160, y: 100 },
    { name: 'Jung-gu', x: 230, y: 100 },
  ];
  expect(clearLabels(spots).map(({ name }) => name)).toEqual(['종로구', '용산구', 'Jung-gu']);
});
