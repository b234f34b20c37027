import { expect, test } from 'vitest';
import { standardIncrements } from '#platform/shared/auction-terms.ts';
import { quickSteps } from './bidding.tsx';

test('quick amounts go up by what the price asks for there', () => {
  expect(quickSteps(9_900, [...standardIncrements])).toEqual([9_900, 10_000, 12_000]);
  expect(quickSteps(50_000, [...standardIncrements])).toEqual([50_000, 52_500, 57_500]);
});

test('no quick amount is more than anybody may bid', () => {
  expect(quickSteps(1_000_000_000, [...standardIncrements])).toEqual([1_000_000_000]);
});
