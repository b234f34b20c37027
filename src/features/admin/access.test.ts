import { expect, test } from 'vitest';
import { canChangePeople, canListPeople, canReadAudit } from './access.ts';

test.each([
  [null, false, false, false],
  ['user', false, false, false],
  ['support', true, false, false],
  ['finance', true, false, false],
  ['admin', true, true, true],
] as const)('%s may list, change, audit: %j %j %j', (role, list, change, audit) => {
  const actor = role && { role };
  expect([canListPeople(actor), canChangePeople(actor), canReadAudit(actor)]).toEqual([list, change, audit]);
});
