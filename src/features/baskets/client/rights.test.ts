import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Rights } from '#features/licensing/contract.ts';
import { purposeRefusal, strictestRights } from './rights.ts';

function right(resourceId: string, verdict: Rights['verdict'], shareDue: Rights['shareDue']): Rights {
  return {
    resourceId,
    license: 'cc-by-nc-4.0',
    purpose: 'sale',
    pieces: 1,
    verdict,
    reason: 'no_sale',
    words: '',
    sentence: null,
    duties: [],
    share: null,
    shareDue,
    canAsk: false,
    request: null,
  };
}

const byStrictness = [
  right('a', 'not_allowed', 'none'),
  right('a', 'ask_author', 'none'),
  right('a', 'allowed_with_share', 'required'),
  right('a', 'allowed', 'optional'),
  right('a', 'allowed', 'none'),
];

test('the strictest right of each design is shown, in whatever order its makers stand', () => {
  const some = fc.shuffledSubarray(byStrictness, { minLength: 1 });
  fc.assert(
    fc.property(some, (rights) => {
      const strictest = byStrictness.find((each) => rights.includes(each));
      expect(strictestRights(rights)).toEqual([strictest]);
    }),
    { numRuns: 50 },
  );
  const other = right('b', 'allowed', 'none');
  expect(strictestRights([byStrictness[4]!, other, byStrictness[0]!])).toEqual([byStrictness[0], other]);
});

test('a purpose that one item refuses is refused where the purpose is chosen', () => {
  expect(purposeRefusal({ 'items[1].purpose': 'no', 'items[0].delivery': 'other' })).toBe('no');
  expect(purposeRefusal({ 'items[1].purpose': 'no', purpose: 'whole' })).toBe('whole');
  expect(purposeRefusal({ 'items[0].delivery': 'other' })).toBeUndefined();
});
