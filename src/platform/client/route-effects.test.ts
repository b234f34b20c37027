import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startRouteEffects } from './route-effects.ts';

const scrolls: number[] = [];
const classes = new Set<string>();
let render: (event: { fromLocation?: object; toLocation: { hash: string }; pathChanged: boolean }) => void;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  scrolls.length = 0;
  classes.clear();
  vi.stubGlobal('window', { scrollTo: () => scrolls.push(Date.now()) });
  vi.stubGlobal('document', {
    documentElement: {
      classList: { add: (name: string) => classes.add(name), remove: (name: string) => classes.delete(name) },
    },
  });
  startRouteEffects({
    subscribe: (_event: string, listener: unknown) => {
      render = listener as typeof render;
      return () => {};
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const toAnotherPath = { fromLocation: {}, toLocation: { hash: '' }, pathChanged: true };

test('another path starts at its top, again 50 ms later', () => {
  render(toAnotherPath);
  vi.advanceTimersByTime(49);
  expect(scrolls).toEqual([0]);
  vi.advanceTimersByTime(5000);
  expect(scrolls).toEqual([0, 50]);
});

test('the page transition lasts a second, counted from the last change', () => {
  render(toAnotherPath);
  vi.advanceTimersByTime(999);
  expect(classes).toContain('page-transition');
  render(toAnotherPath);
  vi.advanceTimersByTime(999);
  expect(classes).toContain('page-transition');
  vi.advanceTimersByTime(1);
  expect(classes).not.toContain('page-transition');
});

test('the first page, the same path and an anchor in the page keep their scroll position', () => {
  render({ toLocation: { hash: '' }, pathChanged: true });
  render({ ...toAnotherPath, pathChanged: false });
  vi.advanceTimersByTime(100);
  expect(classes).not.toContain('page-transition');
  render({ ...toAnotherPath, toLocation: { hash: 'files' } });
  vi.advanceTimersByTime(100);
  expect(scrolls).toEqual([]);
});
