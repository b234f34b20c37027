import { expect, test } from 'vitest';
import { tabToOpen } from './request-words.ts';

test.each([
  ['what I asked, where nothing is open', [0, 0], [0, 0], 'asked'],
  ['what waits for me as a maker', [2, 0], [1, 1], 'received'],
  ['what waits for me as a customer', [1, 1], [1, 0], 'asked'],
  ['what I asked, where both wait for me', [1, 1], [3, 3], 'asked'],
  ['what I was asked, where that alone is open', [0, 0], [1, 0], 'received'],
  ['what I asked, where nobody waits for me', [1, 0], [1, 0], 'asked'],
] as const)('the default tab is %s', (_name, asked, received, tab) => {
  const counts = ([open, waiting]: readonly [number, number]) => ({ open, waiting });
  expect(tabToOpen({ asked: counts(asked), received: counts(received) })).toBe(tab);
});
