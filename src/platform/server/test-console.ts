import { afterEach, beforeEach, expect, vi } from 'vitest';

/**
 * Code that prints an error without failing hides it, so a test that prints one fails unless it replaced
 * `console.error` itself.
 */
let printed: unknown[][] = [];

beforeEach(() => {
  printed = [];
  const { error: print } = console;
  vi.spyOn(console, 'error').mockImplementation((...values) => {
    printed.push(values);
    print(...values);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  expect(printed, 'console.error was called during this test').toEqual([]);
});
