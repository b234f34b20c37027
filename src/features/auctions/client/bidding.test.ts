import { expect, test } from 'vitest';
import { standardIncrements } from '#platform/shared/auction-terms.ts';
import { amountOf, quickSteps, raiseSteps } from './bidding.tsx';

test('quick amounts rise by the increments of the table', () => {
  expect(quickSteps(9_900, [...standardIncrements])).toEqual([9_900, 10_000, 12_000]);
  expect(quickSteps(50_000, [...standardIncrements])).toEqual([50_000, 52_500, 57_500]);
});

test('no quick amount exceeds the maximum bid', () => {
  expect(quickSteps(1_000_000_000, [...standardIncrements])).toEqual([1_000_000_000]);
});

test.each([
  ['30,000', 30_000],
  ['₩30,000', 30_000],
  ['30000 원', 30_000],
  ['３００００', 30_000],
])('the input %j is a bid of %j', (typed, amount) => {
  expect(amountOf(typed, 10_000)).toEqual({ amount });
});

test.each([
  ['10000.5', 'not_a_number'],
  ['10.000', 'not_a_number'],
  ['3,00', 'not_a_number'],
  ['1e5', 'not_a_number'],
  ['abc', 'not_a_number'],
  ['', 'not_a_number'],
  ['0', 'too_low'],
  ['9,999', 'too_low'],
  ['1,000,000,001', 'too_high'],
  ['9999999999999', 'too_high'],
  ['₩99,999,999,999,999,999', 'too_high'],
])('the input %j is refused: %s', (typed, wrong) => {
  expect(amountOf(typed, 10_000)).toEqual({ wrong });
});

test('the leader is offered round amounts above their own maximum', () => {
  expect(raiseSteps(300_000, [...standardIncrements])).toEqual([305_000, 310_000, 320_000]);
  expect(raiseSteps(30_500, [...standardIncrements])).toEqual([31_000, 32_000, 34_000]);
  expect(raiseSteps(1_000_000_000, [...standardIncrements])).toEqual([]);
});
