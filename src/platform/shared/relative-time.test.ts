import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

test.each([
  [3, 'day', 'ko', '3일 후'],
  [3, 'day', 'en', 'in 3 days'],
  [3, 'day', 'ja', '3日後'],
  [-24, 'hour', 'ja', '24時間前'],
  [1, 'day', 'ja', '明日'],
] as const)('%i %s in %s is %s', (amount, unit, locale, words) => {
  expect(relativeTime(amount, unit, locale)).toBe(words);
});
