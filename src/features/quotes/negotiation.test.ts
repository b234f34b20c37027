import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  actionsOf,
  guard,
  liveStates,
  maxCounters,
  sides,
  threadActions,
  threadStates,
  whoseTurn,
  type ThreadState,
} from './negotiation.ts';

const fresh = { counters: 0, isExpired: false, isOrdered: false };
const houseEvents = ['void', 'expire', 'pass_over', 'close'] as const;

describe('a negotiation', () => {
  test.each([
    ['asked', 'offer', 'provider', 'offered'],
    ['asked', 'offer', 'customer', 'not_your_turn'],
    ['asked', 'accept', 'customer', 'impossible'],
    ['asked', 'counter', 'customer', 'impossible'],
    ['asked', 'decline', 'provider', 'declined'],
    ['asked', 'withdraw', 'customer', 'withdrawn'],
    ['asked', 'void', 'house', 'impossible'],
    ['offered', 'accept', 'customer', 'accepted'],
    ['offered', 'accept', 'provider', 'not_your_turn'],
    ['offered', 'counter', 'customer', 'countered'],
    ['offered', 'counter', 'provider', 'not_your_turn'],
    ['offered', 'offer', 'provider', 'impossible'],
    ['offered', 'withdraw', 'provider', 'withdrawn'],
    ['countered', 'accept', 'provider', 'accepted'],
    ['countered', 'accept', 'customer', 'not_your_turn'],
    ['countered', 'counter', 'provider', 'offered'],
    ['countered', 'decline', 'provider', 'declined'],
    ['countered', 'withdraw', 'customer', 'withdrawn'],
    ['accepted', 'accept', 'customer', 'impossible'],
    ['accepted', 'withdraw', 'customer', 'withdrawn'],
    ['accepted', 'withdraw', 'provider', 'not_your_turn'],
    ['accepted', 'pass_over', 'house', 'impossible'],
    ['accepted', 'void', 'house', 'void'],
    ['void', 'offer', 'provider', 'offered'],
    ['void', 'accept', 'customer', 'impossible'],
    ['declined', 'offer', 'provider', 'impossible'],
    ['expired', 'offer', 'provider', 'impossible'],
  ] as const)('%s, %s by the %s: %s', (state, event, role, expected) => {
    const judged = guard({ ...fresh, state }, event, role);
    expect('to' in judged ? judged.to : judged.refusal).toBe(expected);
  });

  test('has at most six counter-offers, then it is accepted or declined', () => {
    const thread = { ...fresh, counters: maxCounters, state: 'countered' as const };
    expect(guard(thread, 'counter', 'provider')).toEqual({ refusal: 'no_more_counters' });
    expect(actionsOf(thread, 'provider')).toEqual(['accept', 'decline']);
  });

  test('that has ended, expired or was ordered cannot be changed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...threadStates),
        fc.constantFrom(...threadActions),
        fc.constantFrom(...sides),
        fc.nat(10),
        (state, action, side, counters) => {
          const expired = guard({ state, counters, isExpired: true, isOrdered: false }, action, side);
          const ordered = guard({ state, counters, isExpired: false, isOrdered: true }, action, side);
          const now = guard({ ...fresh, state, counters }, action, side);
          expect('to' in expired || 'to' in ordered).toBe(false);
          expect('to' in now && !liveStates.includes(state)).toBe(false);
        },
      ),
    );
  });

  test('waits for exactly one side while it is open', () => {
    for (const state of threadStates) {
      expect(whoseTurn(state) !== null).toBe(liveStates.includes(state));
      const answering = sides.filter((side) =>
        actionsOf({ ...fresh, state }, side).some((action) => ['offer', 'accept'].includes(action)),
      );
      expect(answering).toEqual(liveStates.includes(state) && state !== 'accepted' ? [whoseTurn(state)] : []);
    }
  });

  test('stays closed and never has more than six counter-offers, with any actions', () => {
    const step = fc.oneof(
      fc.tuple(fc.constantFrom(...threadActions), fc.constantFrom(...sides)),
      fc.tuple(fc.constantFrom(...houseEvents), fc.constant('house' as const)),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let state: ThreadState = 'asked';
        let counters = 0;
        for (const [event, role] of steps) {
          const judged = guard({ state, counters, isExpired: false, isOrdered: false }, event, role);
          if (!('to' in judged)) continue;
          expect(liveStates).toContain(state);
          // Only the other side's offer can be accepted.
          expect(judged.to !== 'accepted' || ['offered', 'countered'].includes(state)).toBe(true);
          if (event === 'counter') counters += 1;
          state = judged.to;
        }
        expect(counters).toBeLessThanOrEqual(maxCounters);
      }),
    );
  });
});
