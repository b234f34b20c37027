import { expect, test } from 'vitest';
import { unbrokenTime } from './local-time.ts';

test.each([
  ['ko', '2026. 11. 28. 오전\u00a03:31'],
  ['en', 'Nov 28, 2026, 3:31\u00a0AM'],
  ['ja', '2026/11/28 3:31'],
])('a time in %s wraps only between its day and its time of day', (locale, words) => {
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Seoul',
  });
  expect(unbrokenTime(format, new Date('2026-11-27T18:31:00Z'))).toBe(words);
});
