import { expect, test } from 'vitest';
import {
  canChangePeople,
  canExport,
  canListPeople,
  canManageJobs,
  canReadAudit,
  canTellNews,
} from './access.ts';

const onlyAdmins = [canChangePeople, canReadAudit, canTellNews, canExport, canManageJobs];

test.each([
  [null, false, false],
  ['user', false, false],
  ['support', true, false],
  ['finance', true, false],
  ['admin', true, true],
] as const)('%s can list people: %j, and do everything else: %j', (role, mayList, mayAll) => {
  const actor = role && { role };
  expect(canListPeople(actor)).toBe(mayList);
  expect(onlyAdmins.map((can) => can(actor))).toEqual(onlyAdmins.map(() => mayAll));
});
