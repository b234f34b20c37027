import { expect, test } from 'vitest';
import { canChangePeople, canListPeople, canReadAudit, canTellNews } from './access.ts';

test.each([
  [null, false, false, false, false],
  ['user', false, false, false, false],
  ['support', true, false, false, false],
  ['finance', true, false, false, false],
  ['admin', true, true, true, true],
] as const)('%s may list, change, audit, tell news: %j %j %j %j', (role, ...may) => {
  const actor = role && { role };
  expect([canListPeople, canChangePeople, canReadAudit, canTellNews].map((can) => can(actor))).toEqual(may);
});
