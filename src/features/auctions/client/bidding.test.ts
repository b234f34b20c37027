import { expect, test } from 'vitest';
import { standardIncrements } from '#platform/shared/auction-terms.ts';
import { amountOf, quickSteps } from './bidding.tsx';

test('quick amounts go up by what the price asks for there', () => {
  expect(quickSteps(9_900, [...standardIncrements])).toEqual([9_900, 10_000, 12_000]);
  expect(quickSteps(50_000, [...standardIncrements])).toEqual([50_000, 52_500, 57_500]);
});

test('no quick amount is more than anybody may bid', () => {
  expect(quickSteps(1_000_000_000, [...standardIncrements])).toEqual([1_000_000_000]);
});

test.each([
  ['30,000', 30_000],
  ['₩30,000', 30_000],
  ['30000 원', 30_000],
  ['３００００', 30_000],
  ['10000.5', null],
  ['10.000', null],
  ['3,00', null],
  ['1e5', null],
  ['0', null],
  ['', null],
  ['1,000,000,001', null],
])('%j typed is a bid of %j', (typed, amount) => {
  expect(amountOf(typed)).toBe(amount);
});
