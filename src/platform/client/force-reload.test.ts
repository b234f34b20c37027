import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forceReload } from './force-reload.ts';

const went: string[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  went.length = 0;
  vi.stubGlobal('window', {
    location: {
      href: 'http://gongbang.test/a',
      assign: (href: string) => went.push(href),
      reload: () => went.push('again'),
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['another address', 'http://gongbang.test/b', 'http://gongbang.test/b'],
  ['this page', undefined, 'again'],
])('a forced reload of %s happens after 10 ms', (_, href, where) => {
  forceReload(href);
  vi.advanceTimersByTime(9);
  expect(went).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(went).toEqual([where]);
});
