import { expect, test, vi } from 'vitest';
import { wholeNumberIn } from '#platform/shared/widths.ts';
import { countedWords, formatPoints, leftWords, weightsWords } from './words.ts';

// Behave as in a browser, outside of server rendering.
vi.mock('#platform/client/page-context.ts', () => ({
  pageContext: () => undefined,
  currentLocale: () => 'ko',
}));

const now = '2026-11-22T00:00:00.000Z';

test.each([
  ['2026-11-25T04:10:00.000Z', '3일 4시간'],
  ['2026-11-25T00:10:00.000Z', '3일'],
  ['2026-11-22T05:07:00.000Z', '5시간 7분'],
  ['2026-11-22T05:00:10.000Z', '5시간'],
  ['2026-11-22T00:07:59.000Z', '7분'],
  ['2026-11-22T00:00:10.000Z', '1분'],
  ['2026-11-21T00:00:00.000Z', '1분'],
])('the time until %s is %s', (until, words) => {
  expect(leftWords(until, now)).toBe(words);
});

test('points are hundredths, and weights are shown as their maximum points', () => {
  expect(formatPoints(7894)).toBe('78.94');
  expect(formatPoints(10_000)).toBe('100');
  const weights = { price: 1, time: 1, rating: 1, distance: 1 };
  expect(weightsWords({ weights, farKm: 100 })).toBe('가격 25 · 납기 25 · 별점 25 · 거리 25');
});

test.each([
  ['500,000', 500_000],
  [' 12 ', 12],
  ['１２', 12],
  ['', null],
  ['-1', null],
  ['오십만', null],
  ['1.5', null],
])('%j is the number %j', (text, number) => {
  expect(wholeNumberIn(text)).toBe(number);
});

test('closed days are mentioned if there are any', () => {
  expect(countedWords(0)).toBe('수락한 날부터 세요');
  expect(countedWords(2)).toBe('수락한 날부터 세고 쉬는 날 2일은 빼요');
});
