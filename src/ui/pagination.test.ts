import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageWindow } from './pagination.tsx';

describe('the page numbers shown', () => {
  test.each([
    [1, 1, [1]],
    [1, 2, [1, 2]],
    [2, 5, [1, 2, 3, 4, 5]],
    [1, 9, [1, 2, 3, 4, 5]],
    [3, 9, [1, 2, 3, 4, 5]],
    [4, 9, [2, 3, 4, 5, 6]],
    [7, 9, [5, 6, 7, 8, 9]],
    [8, 9, [5, 6, 7, 8, 9]],
    [9, 9, [5, 6, 7, 8, 9]],
  ])('on page %i of %i are %j', (page, pageCount, pages) => {
    expect(pageWindow(page, pageCount)).toEqual(pages);
  });

  const place = fc
    .integer({ min: 1, max: 1_000_000 })
    .chain((pageCount) => fc.tuple(fc.integer({ min: 1, max: pageCount }), fc.constant(pageCount)));

  test('are at most five consecutive numbers within bounds, including the current one', () => {
    fc.assert(
      fc.property(place, ([page, pageCount]) => {
        const pages = pageWindow(page, pageCount);
        expect(pages).toHaveLength(Math.min(5, pageCount));
        expect(pages).toContain(page);
        expect(pages[0]).toBeGreaterThanOrEqual(1);
        expect(pages.at(-1)).toBeLessThanOrEqual(pageCount);
        expect(pages.every((each, index) => index === 0 || each === (pages[index - 1] ?? 0) + 1)).toBe(true);
      }),
    );
  });

  test('have the current one in the middle if both sides have room', () => {
    fc.assert(
      fc.property(place, ([page, pageCount]) => {
        fc.pre(page > 2 && page < pageCount - 1);
        expect(pageWindow(page, pageCount)[2]).toBe(page);
      }),
    );
  });
});
