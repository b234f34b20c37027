import { expect, test } from 'vitest';
import { canModerate, canReport } from './access.ts';

test.each([
  [null, false, false],
  [{ id: 'owner', isAdmin: false }, false, false],
  [{ id: 'stranger', isAdmin: false }, true, false],
  [{ id: 'admin', isAdmin: true }, true, true],
])('%o may report what is the owner’s, and decide: %j %j', (actor, reports, moderates) => {
  expect(canReport(actor, { aboutId: 'owner' })).toBe(reports);
  expect(canModerate(actor)).toBe(moderates);
});
