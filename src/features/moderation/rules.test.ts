import { expect, test } from 'vitest';
import { stateAfter } from './rules.ts';

test.each([
  ['open', 'dismiss', 'dismissed'],
  ['open', 'hide', 'upheld'],
  ['dismissed', 'dismiss', null],
  ['dismissed', 'hide', null],
  ['upheld', 'dismiss', null],
  ['upheld', 'hide', null],
] as const)('%s, %s: %s', (state, resolution, after) => {
  expect(stateAfter(state, resolution)).toBe(after);
});
