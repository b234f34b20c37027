import { expect, test } from 'vitest';
import { canDecide, canDecideObjection, canModerate, canReport, isConcerned } from './access.ts';

test.each([
  [null, false, false],
  [{ id: 'owner', role: 'user' }, false, false],
  [{ id: 'stranger', role: 'user' }, true, false],
  [{ id: 'helper', role: 'support' }, true, false],
  [{ id: 'admin', role: 'admin' }, true, true],
] as const)('%o may report what is the owner’s, and decide: %j %j', (actor, reports, moderates) => {
  expect(canReport(actor, { aboutId: 'owner' })).toBe(reports);
  expect(canModerate(actor)).toBe(moderates);
});

test.each([
  ['first', ['second'], true, false],
  ['second', ['first'], true, true],
  ['owner', ['first'], false, true],
  ['first', [], true, true],
  ['owner', [], true, true],
  // Of two, one is whom it concerns.
  ['first', ['owner'], true, true],
])(
  '%s, beside %j, may decide %j, and about an objection to what the first decided %j',
  (id, others, decides, rules) => {
    expect(canDecide({ id }, { aboutId: 'owner' }, others)).toBe(decides);
    expect(canDecideObjection({ id }, { aboutId: 'owner', deciderId: 'first' }, others)).toBe(rules);
  },
);

test('a case is its author’s to read', () => {
  expect(isConcerned({ id: 'owner' }, { aboutId: 'owner' })).toBe(true);
  expect(isConcerned({ id: 'stranger' }, { aboutId: 'owner' })).toBe(false);
  expect(isConcerned({ id: 'owner' }, { aboutId: null })).toBe(false);
});
