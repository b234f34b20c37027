import { expect, test } from 'vitest';
import { canManageSynonyms, canSeeZeroResults } from './access.ts';

test.each([
  [null, false],
  [{ isAdmin: false }, false],
  [{ isAdmin: true }, true],
])('%o: %o', (actor, allowed) => {
  expect(canManageSynonyms(actor)).toBe(allowed);
  expect(canSeeZeroResults(actor)).toBe(allowed);
});
