import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dimensionLimits } from '#platform/shared/dimensions.ts';
import { dimensionFields, dimensionsIn, lengthIn } from './dimensions.ts';

test.each([
  ['12.5', 12.5],
  ['１２．５ｍｍ', 12.5],
  ['12,5 mm', 12.5],
  ['0.0004', null],
  ['10001', null],
  ['-3', null],
  ['3e2', null],
  ['', null],
])('%s is %s mm', (typed, length) => {
  expect(lengthIn(typed)).toBe(length);
});

test('what is typed is a length within its limits, or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (typed) => {
      const length = lengthIn(typed) ?? 1;
      expect(length).toBeGreaterThanOrEqual(dimensionLimits.minMm);
      expect(length).toBeLessThanOrEqual(dimensionLimits.targetMm);
    }),
  );
});

function formOf(rows: readonly [string, string, string][]): FormData {
  const data = new FormData();
  for (const [index, row] of rows.entries()) {
    const { label, target, tolerance } = dimensionFields(index);
    for (const [at, name] of [label, target, tolerance].entries()) data.set(name, row[at] ?? '');
  }
  return data;
}

test('rows are read, and what is missing is said at its field', () => {
  const { dimensions } = dimensionsIn(formOf([['구멍 지름', '３．２', '0.1']]));
  expect(dimensions).toEqual([{ label: '구멍 지름', targetMm: 3.2, toleranceMm: 0.1 }]);
  const { wrong } = dimensionsIn(
    formOf([
      ['높이', '8', '0.2'],
      ['', 'eight', '500'],
    ]),
  );
  expect(Object.keys(wrong)).toEqual([
    'dimensions[1].label',
    'dimensions[1].targetMm',
    'dimensions[1].toleranceMm',
  ]);
  expect(dimensionsIn(new FormData())).toEqual({ dimensions: [], wrong: {} });
});
