import { expect, test } from 'vitest';
import { canManageSynonyms, canSeeZeroResults } from './access.ts';

test.each([
  [null, false],
  [{ role: 'user' }, false],
  [{ role: 'support' }, false],
  [{ role: 'admin' }, true],
] as const)('%o: %o', (actor, allowed) => {
  expect(canManageSynonyms(actor)).toBe(allowed);
  expect(canSeeZeroResults(actor)).toBe(allowed);
});
