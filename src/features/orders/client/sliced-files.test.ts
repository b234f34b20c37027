import { expect, test } from 'vitest';
import { usualBgcode } from '#platform/shared/testing-bgcode.ts';
import { readSlicedFiles } from './sliced-files.ts';

const gcode = new File(
  ['; filament used [cm3] = 10\n; estimated printing time (normal mode) = 10m\n'],
  'a.gcode',
);
const binary = new File([usualBgcode(1)], 'b.BGCODE');

test('several files are plates of one print, text or binary', async () => {
  expect(await readSlicedFiles([binary], ['PLA'])).toEqual([{ grams: 18, seconds: 3723 }]);
  expect(await readSlicedFiles([gcode, binary], ['ABS'])).toEqual([{ grams: 28.4, seconds: 4323 }]);
  // Its spools are of two materials.
  expect(await readSlicedFiles([binary], ['PETG', 'PLA'])).toEqual([
    { grams: 5.66, seconds: null },
    { grams: 12.34, seconds: null },
  ]);
});

test('what cannot be read says nothing, and is no zero', async () => {
  const hostile = new File(['GCDE\u0001 and nothing else'], 'c.bgcode');
  expect(await readSlicedFiles([binary, hostile], ['PLA'])).toEqual([{ grams: null, seconds: null }]);
});
