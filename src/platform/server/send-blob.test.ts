import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRange } from './send-blob.ts';

describe('a range', () => {
  test.each<[string | undefined, number, ReturnType<typeof parseRange>]>([
    ['bytes=0-0', 10, { start: 0, end: 0 }],
    ['bytes=0-9', 10, { start: 0, end: 9 }],
    ['bytes=3-5', 10, { start: 3, end: 5 }],
    ['bytes=9-', 10, { start: 9, end: 9 }],
    ['bytes=0-', 10, { start: 0, end: 9 }],
    [' bytes=0-1 ', 10, { start: 0, end: 1 }],
    // An end past the end of the file is clamped.
    ['bytes=5-100', 10, { start: 5, end: 9 }],
    [`bytes=5-${'9'.repeat(400)}`, 10, { start: 5, end: 9 }],
    // The last bytes.
    ['bytes=-1', 10, { start: 9, end: 9 }],
    ['bytes=-10', 10, { start: 0, end: 9 }],
    ['bytes=-100', 10, { start: 0, end: 9 }],
    [`bytes=-${'9'.repeat(400)}`, 10, { start: 0, end: 9 }],
    // Empty ranges and ranges that start past the end are unsatisfiable.
    ['bytes=10-', 10, 'unsatisfiable'],
    ['bytes=10-20', 10, 'unsatisfiable'],
    [`bytes=${'9'.repeat(400)}-`, 10, 'unsatisfiable'],
    ['bytes=-0', 10, 'unsatisfiable'],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=0-0', 0, 'unsatisfiable'],
    ['bytes=-5', 0, 'unsatisfiable'],
    // A header that is not understood is ignored: the whole file.
    [undefined, 10, null],
    ['', 10, null],
    ['bytes=', 10, null],
    ['bytes=-', 10, null],
    ['bytes=5-3', 10, null],
    ['bytes=20-15', 10, null],
    ['bytes=0-1,3-4', 10, null],
    ['bytes=a-b', 10, null],
    ['bytes=0x0-0x1', 10, null],
    ['bytes=1.5-2', 10, null],
    ['bytes=--1', 10, null],
    ['bytes 0-1', 10, null],
    ['items=0-1', 10, null],
    ['0-1', 10, null],
  ])('%j of %i bytes is %j', (header, size, range) => {
    expect(parseRange(header, size)).toEqual(range);
  });

  const size = fc.nat({ max: 20 });
  const place = fc.nat({ max: 25 });

  /** Lists the byte positions that a header requests. */
  const asked = (all: number, wanted: (place: number) => boolean) =>
    Array.from({ length: all }, (_, each) => each).filter(wanted);

  function given(range: ReturnType<typeof parseRange>): number[] {
    if (range === null || range === 'unsatisfiable') return [];
    return Array.from({ length: range.end - range.start + 1 }, (_, index) => range.start + index);
  }

  test('returns exactly the bytes between two positions', () => {
    fc.assert(
      fc.property(size, place, place, (all, first, last) => {
        fc.pre(first <= last);
        const range = parseRange(`bytes=${first}-${last}`, all);
        const places = asked(all, (each) => each >= first && each <= last);
        expect(given(range)).toEqual(places);
        expect(range === 'unsatisfiable').toBe(places.length === 0);
      }),
    );
  });

  test('returns exactly the bytes from a position on', () => {
    fc.assert(
      fc.property(size, place, (all, first) => {
        const range = parseRange(`bytes=${first}-`, all);
        const places = asked(all, (each) => each >= first);
        expect(given(range)).toEqual(places);
        expect(range === 'unsatisfiable').toBe(places.length === 0);
      }),
    );
  });

  test('returns exactly the last bytes', () => {
    fc.assert(
      fc.property(size, place, (all, length) => {
        const range = parseRange(`bytes=-${length}`, all);
        const places = asked(all, (each) => each >= all - length);
        expect(given(range)).toEqual(places);
        expect(range === 'unsatisfiable').toBe(places.length === 0);
      }),
    );
  });

  test('never leaves the file, for any header', () => {
    const header = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...'0123456789-, =') }).map((text) => `bytes=${text}`),
    );
    fc.assert(
      fc.property(header, size, (text, all) => {
        const range = parseRange(text, all);
        if (range === null || range === 'unsatisfiable') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
        expect(range.end).toBeLessThan(all);
      }),
    );
  });
});
