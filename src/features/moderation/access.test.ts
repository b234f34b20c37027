import { expect, test } from 'vitest';
import { canDecide, canDecideObjection, canModerate, canReport, isConcerned } from './access.ts';

test.each([
  [null, false, false],
  [{ id: 'owner', role: 'user' }, false, false],
  [{ id: 'stranger', role: 'user' }, true, false],
  [{ id: 'helper', role: 'support' }, true, false],
  [{ id: 'admin', role: 'admin' }, true, true],
] as const)('%o may report a thing of the owner, and decide: %j %j', (actor, reports, moderates) => {
  expect(canReport(actor, { aboutId: 'owner' })).toBe(reports);
  expect(canModerate(actor)).toBe(moderates);
});

test.each([
  ['first', ['second'], true, false],
  ['second', ['first'], true, true],
  ['owner', ['first'], false, true],
  ['first', [], true, true],
  ['owner', [], true, true],
  // With two moderators, one of them concerned.
  ['first', ['owner'], true, true],
])(
  '%s with other moderators %j may decide %j, and about an objection to the first one’s decision %j',
  (id, others, decides, rules) => {
    expect(canDecide({ id }, { aboutId: 'owner' }, others)).toBe(decides);
    expect(canDecideObjection({ id }, { aboutId: 'owner', deciderId: 'first' }, others)).toBe(rules);
  },
);

test('a case is visible to its author', () => {
  expect(isConcerned({ id: 'owner' }, { aboutId: 'owner' })).toBe(true);
  expect(isConcerned({ id: 'stranger' }, { aboutId: 'owner' })).toBe(false);
  expect(isConcerned({ id: 'owner' }, { aboutId: null })).toBe(false);
});
