import { expect, test } from 'vitest';
import { noteRead, wantsReading } from './read-pages.ts';

test('a page is marked as read if an unread notification may lead to it, at most once a minute', () => {
  expect(wantsReading('/a', 0, 0)).toBe(false);
  expect(wantsReading('/a', 2, 0)).toBe(true);
  noteRead('/a', 2, 0);
  expect(wantsReading('/a', 2, 59_999)).toBe(false);
  expect(wantsReading('/b', 2, 1)).toBe(true);
  expect(wantsReading('/a', 3, 1)).toBe(true);
  expect(wantsReading('/a', 2, 60_000)).toBe(true);
});
