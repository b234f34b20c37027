import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTooltipTimer } from './tooltip.ts';

let shown: string | null;
let timer: ReturnType<typeof createTooltipTimer<string>>;
beforeEach(() => {
  vi.useFakeTimers();
  shown = null;
  timer = createTooltipTimer<string>(
    (target) => (shown = target),
    () => (shown = null),
  );
});
afterEach(() => vi.useRealTimers());

test('a tooltip appears after 700 ms', () => {
  timer.enter('download');
  vi.advanceTimersByTime(699);
  expect(shown).toBeNull();
  vi.advanceTimersByTime(1);
  expect(shown).toBe('download');
});

test('passing over shows nothing', () => {
  timer.enter('download');
  vi.advanceTimersByTime(600);
  timer.leave();
  vi.advanceTimersByTime(5000);
  expect(shown).toBeNull();
});

test('the next tooltip appears at once within 300 ms, later only after 700 ms again', () => {
  timer.enter('download');
  vi.advanceTimersByTime(700);
  timer.leave();
  expect(shown).toBeNull();
  vi.advanceTimersByTime(299);
  timer.enter('search');
  expect(shown).toBe('search');
  timer.leave();
  vi.advanceTimersByTime(300);
  timer.enter('menu');
  expect(shown).toBeNull();
  vi.advanceTimersByTime(700);
  expect(shown).toBe('menu');
});

test('moving to an adjacent control changes the text without closing', () => {
  timer.enter('download');
  vi.advanceTimersByTime(700);
  timer.enter('search');
  expect(shown).toBe('search');
});
