import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startRouteEffects } from './route-effects.ts';

type Place = { hash: string; state: { key: string } };
type Rendered = { fromLocation?: object; toLocation: Place; pathChanged: boolean };
const scrolls: { at: number; top: number }[] = [];
const classes = new Set<string>();
const listeners: Record<string, (event: unknown) => void> = {};
const render = (event: Rendered) => listeners['onRendered']?.(event);

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  scrolls.length = 0;
  classes.clear();
  vi.stubGlobal('window', {
    scrollY: 0,
    scrollTo: (_left: number, top: number) => scrolls.push({ at: Date.now(), top }),
  });
  vi.stubGlobal('document', {
    documentElement: {
      classList: { add: (name: string) => classes.add(name), remove: (name: string) => classes.delete(name) },
    },
  });
  const listenTo = (name: string) => (listener: unknown) => {
    listeners[name] = listener as (event: unknown) => void;
    return () => {};
  };
  startRouteEffects({
    subscribe: (event: string, listener: unknown) => listenTo(event)(listener),
    history: { subscribe: listenTo('history') },
  } as unknown as Parameters<typeof startRouteEffects>[0]);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const at = (key: string, hash = '') => ({ hash, state: { key } });
const toAnotherPath = { fromLocation: at('list'), toLocation: at('page'), pathChanged: true };

test('another path starts at its top, again 50 ms later', () => {
  render(toAnotherPath);
  vi.advanceTimersByTime(49);
  expect(scrolls).toEqual([{ at: 0, top: 0 }]);
  vi.advanceTimersByTime(5000);
  expect(scrolls).toEqual([
    { at: 0, top: 0 },
    { at: 50, top: 0 },
  ]);
});

test('on the way back a list is where it was left, and forward again its page is at the top', () => {
  const go = (type: string, fromLocation: Place, toLocation: Place) => {
    listeners['history']?.({ action: { type } });
    listeners['onBeforeLoad']?.({ fromLocation });
    render({ fromLocation, toLocation, pathChanged: true });
    return scrolls.at(-1)?.top;
  };
  const [list, page] = [at('list', 'second'), at('page')];
  window.scrollY = 1200;
  expect(go('PUSH', list, page)).toBe(0);
  window.scrollY = 0;
  expect(go('BACK', page, list)).toBe(1200);
  expect(go('PUSH', list, at('another'))).toBe(0);
  // An entry that this document has not shown starts at its top.
  expect(go('BACK', at('another'), at('before'))).toBe(0);
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
  render({ toLocation: at('page'), pathChanged: true });
  render({ ...toAnotherPath, pathChanged: false });
  vi.advanceTimersByTime(100);
  expect(classes).not.toContain('page-transition');
  render({ ...toAnotherPath, toLocation: at('page', 'files') });
  vi.advanceTimersByTime(100);
  expect(scrolls).toEqual([]);
});
