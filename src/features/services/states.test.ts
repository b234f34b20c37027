import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guardTransition, serviceStates, type ServiceState } from './states.ts';

const state = fc.constantFrom(...serviceStates);

describe('transitions of a service', () => {
  test.each([
    ['draft', 'active', 'owner', 'allowed'],
    ['draft', 'paused', 'owner', 'impossible'],
    ['draft', 'hidden', 'owner', 'not_yours'],
    ['draft', 'hidden', 'admin', 'allowed'],
    ['active', 'paused', 'owner', 'allowed'],
    ['active', 'draft', 'owner', 'impossible'],
    ['active', 'draft', 'admin', 'impossible'],
    ['active', 'hidden', 'owner', 'not_yours'],
    ['paused', 'active', 'owner', 'allowed'],
    ['paused', 'draft', 'owner', 'impossible'],
    ['hidden', 'active', 'owner', 'not_yours'],
    ['hidden', 'paused', 'owner', 'not_yours'],
    ['hidden', 'active', 'admin', 'allowed'],
    ['hidden', 'draft', 'admin', 'allowed'],
    ['hidden', 'draft', 'owner', 'not_yours'],
    ['hidden', 'removed', 'owner', 'allowed'],
    ['removed', 'active', 'admin', 'not_yours'],
    ['removed', 'active', 'owner', 'not_yours'],
    ['removed', 'active', 'objection', 'allowed'],
    ['removed', 'hidden', 'objection', 'impossible'],
    ['active', 'hidden', 'objection', 'not_yours'],
    ['removed', 'removed', 'owner', 'impossible'],
    ['active', 'active', 'owner', 'allowed'],
    ['active', 'paused', 'house', 'allowed'],
    ['paused', 'active', 'house', 'not_yours'],
    ['active', 'hidden', 'house', 'not_yours'],
    ['draft', 'paused', 'house', 'impossible'],
  ] as const)('%s to %s by the %s: %s', (from, to, role, expected) => {
    expect(guardTransition(from, to, role)).toBe(expected);
  });

  test('an owner can never undo a moderator’s decision, in any number of steps', () => {
    fc.assert(
      fc.property(fc.array(state, { maxLength: 12 }), (wishes) => {
        let now: ServiceState = 'hidden';
        for (const wish of wishes) if (guardTransition(now, wish, 'owner') === 'allowed') now = wish;
        expect(['hidden', 'removed']).toContain(now);
      }),
    );
  });

  test('an admin may do everything an owner may, and only hidden or removed services become drafts again', () => {
    fc.assert(
      fc.property(state, state, (from, to) => {
        const owner = guardTransition(from, to, 'owner');
        const admin = guardTransition(from, to, 'admin');
        expect(admin === 'allowed' || owner !== 'allowed').toBe(true);
        expect(owner === 'impossible').toBe(admin === 'impossible');
        expect(
          to !== 'draft' || ['draft', 'hidden', 'removed'].includes(from) || admin === 'impossible',
        ).toBe(true);
      }),
    );
  });
});
